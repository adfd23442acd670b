import { Plus } from 'lucide-react';
import type { CsvColumn } from '../data/csv.ts';
import { type InvalidRow, NO_ROWS } from '../data/parse-rows.ts';
import { Button } from '../ui/button.tsx';
import { ExportButton } from '../ui/data-table/export-button.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import type { AdminSpace, ZonePrice } from './admin-space.ts';
import { formatGroupName, NO_ZONE, type SpacesQuery, UNASSIGNED } from './space-filter.ts';

const SPACE_CSV: readonly CsvColumn<AdminSpace>[] = [
  { header: 'Space', value: ({ id }) => id },
  { header: 'Zone', value: formatGroupName },
  { header: 'Space Name', value: ({ name }) => name },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Location', value: ({ location }) => location },
  { header: 'Lock Device', value: ({ deviceId }) => deviceId },
  { header: 'Rate/Hour', value: ({ hourlyRate }) => hourlyRate?.toFixed(2) ?? null },
  { header: 'Last Activity', value: ({ lastActivity }) => lastActivity },
];

type SpaceToolbarProps = {
  query: SpacesQuery;
  /** The spaces that match the query, for the export. */
  found: readonly AdminSpace[];
  /** Rows that cannot be shown; the export counts them too. */
  invalid: InvalidRow[];
  zones: readonly ZonePrice[];
  canAdd: boolean;
  isRefreshing: boolean;
  onSearch: (words: string) => void;
  onZone: (zoneId: string) => void;
  onAdd: () => void;
  onRefresh: () => void;
};

export function SpaceToolbar({ query, found, invalid, zones, canAdd, isRefreshing, ...on }: SpaceToolbarProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Parking Space Management</h2>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            name="spaces"
            columns={SPACE_CSV}
            readAfter={(last) =>
              Promise.resolve(last === null ? { rows: [...found], invalid, count: found.length } : NO_ROWS)
            }
            total={found.length}
          />
          <RefreshButton isRefreshing={isRefreshing} onRefresh={on.onRefresh} />
          <Button size="small" disabled={!canAdd} onClick={on.onAdd}>
            <Plus aria-hidden="true" className="size-4" />
            Add Space
          </Button>
        </div>
      </div>
      <search className="grid gap-3 md:grid-cols-[minmax(0,1fr)_15rem]">
        <SearchField
          label="Search parking spaces"
          placeholder="Search by space name, zone name or location..."
          value={query.search}
          onSearch={on.onSearch}
        />
        <FilterField
          label="Zone"
          hideLabel
          value={query.filters.zone}
          options={[
            { value: '', label: 'All Zones' },
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
            { value: NO_ZONE, label: UNASSIGNED },
          ]}
          onChange={on.onZone}
        />
      </search>
    </>
  );
}

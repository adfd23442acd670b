import { FileUp, Plus, QrCode } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import { paths } from '../../paths.ts';
import { RefreshButton } from '../../ui/feedback/updated-note.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { TabHeading } from '../../ui/layout/tab-heading.tsx';
import type { CsvColumn } from '../../ui/table/csv.ts';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { type InvalidRow, NO_ROWS } from '../../ui/table/parse-rows.ts';
import { useTableUrl } from '../../ui/table/use-table-url.ts';
import { FilterBar, NO_ZONE, ZoneFilter } from '../filter-fields.tsx';
import { formatGroupName, SPACES_URL, STATUS_OPTIONS, UNASSIGNED } from './space-filter.ts';

const SPACE_CSV: readonly CsvColumn<AdminSpace>[] = [
  { header: m.space_csv_id(), value: ({ id }) => id },
  { header: m.field_zone(), value: formatGroupName },
  { header: m.space_table_name(), value: ({ name }) => name },
  { header: m.field_status(), value: ({ status }) => status },
  { header: m.field_location(), value: ({ location }) => location },
  { header: m.space_field_hint(), value: ({ hint }) => hint },
  { header: m.space_table_lock_device(), value: ({ deviceId }) => deviceId },
  { header: m.space_table_rate(), value: ({ hourlyRate }) => hourlyRate },
  { header: m.field_last_activity(), value: ({ lastActivity }) => lastActivity },
];

type SpaceToolbarProps = {
  /** The spaces that match the query, for the export. */
  found: readonly AdminSpace[];
  /** Rows that cannot be shown; the export counts them too. */
  invalid: InvalidRow[];
  canAdd: boolean;
  isRefreshing: boolean;
  onAdd: () => void;
  onImport: () => void;
  onRefresh: () => void;
};

export function SpaceToolbar({ found, invalid, canAdd, isRefreshing, ...on }: SpaceToolbarProps) {
  const { query, setSearch, setFilter } = useTableUrl(SPACES_URL);
  return (
    <>
      <TabHeading title={m.space_admin_title()}>
        <ExportButton
          name={m.export_file_spaces()}
          columns={SPACE_CSV}
          readAfter={(last) =>
            Promise.resolve(last === null ? { rows: [...found], invalid, count: found.length } : NO_ROWS)
          }
          total={found.length}
        />
        <RefreshButton isRefreshing={isRefreshing} onRefresh={on.onRefresh} />
        <Link
          to={`${paths.spaceSigns}?${new URLSearchParams({ q: query.search, zone: query.filters.zone })}`}
          className={buttonClass('secondary', undefined, 'small')}
        >
          <QrCode aria-hidden="true" className="size-4" />
          {m.signs_open()}
        </Link>
        <Button size="small" variant="secondary" disabled={!canAdd} onClick={on.onImport}>
          <FileUp aria-hidden="true" className="size-4" />
          {m.import_open()}
        </Button>
        <Button size="small" disabled={!canAdd} onClick={on.onAdd}>
          <Plus aria-hidden="true" className="size-4" />
          {m.space_admin_add()}
        </Button>
      </TabHeading>
      <FilterBar
        label={m.space_search_label()}
        placeholder={m.space_search_placeholder()}
        value={query.search}
        onSearch={setSearch}
        chosen={Object.values(query.filters)}
      >
        <ZoneFilter
          zone={query.filters.zone}
          onZone={(zone) => setFilter('zone', zone)}
          more={[{ value: NO_ZONE, label: UNASSIGNED }]}
          className="max-w-full flex-[1_1_13rem]"
        />
        <FilterField
          label={m.field_status()}
          value={query.filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => setFilter('status', status)}
          className="max-w-full flex-[1_1_12rem]"
        />
      </FilterBar>
    </>
  );
}

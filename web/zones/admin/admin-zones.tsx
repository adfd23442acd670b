import { clsx } from 'clsx';
import { Plus, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { countText } from '../../ui/data-table/count-text.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import type { AdminZone } from './admin-zone.ts';
import { ADMIN_ZONES_PAGE_SIZE } from './data.ts';
import { DeleteZoneDialog } from './delete-zone-dialog.tsx';
import { useAdminZones } from './use-admin-zones.ts';
import { zoneColumns } from './zone-columns.tsx';
import { type LocationPickerComponent, ZoneEditor } from './zone-editor.tsx';
import { ZONES_URL } from './zone-filter.ts';

const rowId = ({ id }: AdminZone) => id;

/** What is done to which zone; a zone that is edited without one is new. */
type Doing = { what: 'edit'; zone: AdminZone | null } | { what: 'delete'; zone: AdminZone };

/** All zones: listed, sorted, added, changed and deleted. */
export function AdminZones({ LocationPicker }: { LocationPicker: LocationPickerComponent }) {
  const url = useTableUrl(ZONES_URL);
  const { query, setPage } = url;
  const list = useAdminZones(query);
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const columns = useMemo(
    () =>
      zoneColumns({
        onEdit: (zone) => setDoing({ what: 'edit', zone }),
        onDelete: (zone) => setDoing({ what: 'delete', zone }),
      }),
    [],
  );
  const isPastTheEnd = list.data?.isPastTheEnd === true && !list.isPlaceholderData;
  useEffect(() => {
    if (isPastTheEnd) setPage(1);
  });

  const { zones, total = 0 } = list.data ?? {};
  const shown = zones?.length ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Zone Management</h2>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" className="min-h-11 px-4 text-sm" onClick={() => void list.refetch()}>
            <RefreshCw aria-hidden="true" className={clsx('size-4', list.isFetching && 'animate-spin')} />
            Refresh
          </Button>
          <Button className="min-h-11 px-4 text-sm" onClick={() => setDoing({ what: 'edit', zone: null })}>
            <Plus aria-hidden="true" className="size-4" />
            Add Zone
          </Button>
        </div>
      </div>
      <DataTable
        label="Zones"
        columns={columns}
        rows={isPastTheEnd ? undefined : zones}
        rowId={rowId}
        loadingText="Loading parking zones..."
        emptyText="No parking zones found. Create your first zone to get started."
        problem={
          list.isError && zones === undefined
            ? { text: messageOf(list.error), onRetry: () => void list.refetch() }
            : null
        }
        isUpdating={list.isPlaceholderData}
        sort={query.sort}
        onSort={url.setSort}
        page={query.page}
        hasNext={(query.page - 1) * ADMIN_ZONES_PAGE_SIZE + shown < total}
        onPage={setPage}
        summary={
          zones === undefined
            ? ''
            : countText({ page: query.page, pageSize: ADMIN_ZONES_PAGE_SIZE, shown, total, one: 'zone', many: 'zones' })
        }
      />
      {doing?.what === 'edit' ? <ZoneEditor zone={doing.zone} LocationPicker={LocationPicker} onClose={stop} /> : null}
      {doing?.what === 'delete' ? <DeleteZoneDialog zone={doing.zone} onClose={stop} /> : null}
    </div>
  );
}

import { Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { formatRowCount } from '../../ui/data-table/format-row-count.ts';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import type { AdminZone } from './admin-zone.ts';
import { ADMIN_ZONES_PAGE_SIZE } from './data.ts';
import { useAdminZones, useAskToDeleteZone } from './use-admin-zones.ts';
import { createZoneColumns } from './zone-columns.tsx';
import { ZoneEditor, type ZoneEditorComponents } from './zone-editor.tsx';
import { ZONES_URL } from './zone-filter.ts';

const rowId = ({ id }: AdminZone) => id;

export function AdminZones(components: ZoneEditorComponents) {
  const url = useTableUrl(ZONES_URL);
  const { query, setPage } = url;
  const list = useAdminZones(query);
  // A null zone is a new one.
  const [editing, setEditing] = useState<{ zone: AdminZone | null } | null>(null);
  const askToDelete = useAskToDeleteZone();
  const columns = useMemo(
    () => createZoneColumns({ onEdit: (zone) => setEditing({ zone }), onDelete: (zone) => void askToDelete(zone) }),
    [askToDelete],
  );
  const isPastTheEnd = list.data?.isPastTheEnd === true && !list.isPlaceholderData;
  useEffect(() => {
    if (isPastTheEnd) setPage(1);
  });

  const { zones, total = 0 } = list.data ?? {};
  const shown = (zones?.length ?? 0) + (list.data?.invalid.length ?? 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">Zone Management</h2>
        <div className="flex flex-wrap gap-2">
          <RefreshButton isRefreshing={list.isFetching} onRefresh={() => void list.refetch()} />
          <Button size="small" onClick={() => setEditing({ zone: null })}>
            <Plus aria-hidden="true" className="size-4" />
            Add Zone
          </Button>
        </div>
      </div>
      <DataTable
        label="Zones"
        columns={columns}
        query={list}
        rows={isPastTheEnd ? undefined : zones}
        rowId={rowId}
        invalid={list.data?.invalid}
        loadingText="Loading parking zones..."
        emptyText="No parking zones found. Create your first zone to get started."
        sort={query.sort}
        onSort={url.setSort}
        page={query.page}
        hasNext={(query.page - 1) * ADMIN_ZONES_PAGE_SIZE + shown < total}
        onPage={setPage}
        summary={
          zones === undefined
            ? ''
            : formatRowCount({
                page: query.page,
                pageSize: ADMIN_ZONES_PAGE_SIZE,
                shown,
                total,
                one: 'zone',
                many: 'zones',
              })
        }
      />
      {editing === null ? null : <ZoneEditor zone={editing.zone} {...components} onClose={() => setEditing(null)} />}
    </div>
  );
}

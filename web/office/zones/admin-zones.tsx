import { Plus } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import type { AdminZone } from './admin-zone.ts';
import { ADMIN_ZONES_PAGE_SIZE, type PriceChange } from './data.ts';
import { PriceDialog } from './price-dialog.tsx';
import { useAdminZones, useAskToDeleteZone } from './use-admin-zones.ts';
import { createZoneColumns } from './zone-columns.tsx';
import { ZoneEditor, type ZoneEditorComponents } from './zone-editor.tsx';
import { ZONES_URL } from './zone-filter.ts';

type AdminZonesProps = ZoneEditorComponents & {
  /** Shows the ratings of a zone; null where they are not kept. */
  Ratings: ComponentType<{ zone: AdminZone; onClose: () => void }> | null;
};

export function AdminZones({ Ratings, ...components }: AdminZonesProps) {
  const url = useTableUrl(ZONES_URL);
  const list = useAdminZones(url.query);
  // A null zone is a new one.
  const [editing, setEditing] = useState<{ zone: AdminZone | null } | null>(null);
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null);
  const [ratedZone, setRatedZone] = useState<AdminZone | null>(null);
  const askToDelete = useAskToDeleteZone();
  const hasRatings = Ratings !== null;
  const columns = useMemo(
    () =>
      createZoneColumns({
        onEdit: (zone) => setEditing({ zone }),
        onDelete: (zone) => void askToDelete(zone),
        onShowRatings: hasRatings ? setRatedZone : null,
      }),
    [askToDelete, hasRatings],
  );

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold tracking-tight">{m.zone_admin_title()}</h2>
        <div className="flex flex-wrap gap-2">
          <RefreshButton isRefreshing={list.isFetching} onRefresh={() => void list.refetch()} />
          <Button size="small" onClick={() => setEditing({ zone: null })}>
            <Plus aria-hidden="true" className="size-4" />
            {m.zone_admin_add()}
          </Button>
        </div>
      </div>
      <ServerTable
        label={m.zone_table_label()}
        columns={columns}
        list={list}
        url={url}
        pageSize={ADMIN_ZONES_PAGE_SIZE}
        summary={m.zone_table_summary}
        loadingText={m.zone_table_loading()}
        emptyText={m.zone_table_empty()}
      />
      {editing === null ? null : (
        <ZoneEditor
          zone={editing.zone}
          {...components}
          onClose={() => setEditing(null)}
          onPriceChange={setPriceChange}
        />
      )}
      {Ratings === null || ratedZone === null ? null : <Ratings zone={ratedZone} onClose={() => setRatedZone(null)} />}
      {priceChange === null ? null : <PriceDialog change={priceChange} onClose={() => setPriceChange(null)} />}
    </div>
  );
}

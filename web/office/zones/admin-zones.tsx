import { Plus } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ServerTable } from '../../ui/data-table/server-table.tsx';
import { useTableUrl } from '../../ui/data-table/use-table-url.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { RefreshButton } from '../../ui/updated-note.tsx';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import { ADMIN_ZONES_PAGE_SIZE, type PriceChange, type RateCounts, ZONES_URL } from './data.ts';
import { useAdminZones, useApplyPrice, useAskToDeleteZone, useRateCounts } from './use-admin-zones.ts';
import { createZoneColumns } from './zone-columns.tsx';
import { ZoneEditor, type ZoneEditorComponents } from './zone-editor.tsx';

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

/** Asks whether the spaces of a zone take its new price over. Shows nothing when no space would change. */
function PriceDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
  const counts = useRateCounts(change);
  const { mutate, isPending } = useApplyPrice(change, onClose);
  if (counts.isPending || (counts.data && counts.data.atOldPrice + counts.data.others === 0)) return null;
  const { atOldPrice, others } = counts.data ?? { atOldPrice: 0, others: 0 };
  return (
    <Modal
      open
      isClosable={!isPending}
      onClose={onClose}
      title={m.zone_price_title()}
      description={m.zone_price_text({ zone: formatZoneName(change.zone), price: formatMoney(change.to) })}
    >
      {counts.isError ? <ErrorNote>{toErrorMessage(counts.error)}</ErrorNote> : null}
      {counts.data ? <p>{describeRates(counts.data, change)}</p> : null}
      <div className="mt-2 flex flex-col gap-2">
        {atOldPrice > 0 ? (
          <Button disabled={isPending} onClick={() => mutate('old-price')}>
            {isPending ? m.zone_price_applying() : m.zone_price_apply({ count: atOldPrice })}
          </Button>
        ) : null}
        {others > 0 ? (
          <Button variant="secondary" disabled={isPending} onClick={() => mutate('all')}>
            {m.zone_price_apply_to_all({ count: atOldPrice + others })}
          </Button>
        ) : null}
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          {m.zone_price_keep_rates()}
        </Button>
      </div>
    </Modal>
  );
}

function describeRates({ atOldPrice, others }: RateCounts, { from }: PriceChange): string {
  const price = formatMoney(from);
  if (others === 0) return m.zone_price_old_rates({ count: atOldPrice, price });
  if (atOldPrice === 0) return m.zone_price_other_rates({ count: others });
  return m.zone_price_old_and_other_rates({ old: atOldPrice, others, price });
}

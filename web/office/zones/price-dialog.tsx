import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatMoney } from '../../../domain/reservations/money.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatZoneName } from './admin-zone.ts';
import type { PriceChange, RateCounts } from './data.ts';
import { useApplyPrice, useRateCounts } from './use-admin-zones.ts';

/** Asks whether the spaces of a zone take its new price over. Shows nothing when no space would change. */
export function PriceDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
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

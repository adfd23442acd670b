import { toErrorMessage } from '../../../domain/problems.ts';
import { formatDollars } from '../../../domain/reservations/money.ts';
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
      title="Apply the price to its spaces?"
      description={`${formatZoneName(change.zone)} costs ${formatDollars(change.to)} an hour now. Existing reservations keep their amounts.`}
    >
      {counts.isError ? <ErrorNote>{toErrorMessage(counts.error)}</ErrorNote> : null}
      {counts.data ? <p>{describeRates(counts.data, change)}</p> : null}
      <div className="mt-2 flex flex-col gap-2">
        {atOldPrice > 0 ? (
          <Button disabled={isPending} onClick={() => mutate('old-price')}>
            {isPending ? 'Applying...' : `Apply to ${formatSpaces(atOldPrice)}`}
          </Button>
        ) : null}
        {others > 0 ? (
          <Button variant="secondary" disabled={isPending} onClick={() => mutate('all')}>
            {atOldPrice + others === 1 ? 'Apply to 1 space' : `Apply to all ${formatSpaces(atOldPrice + others)}`}
          </Button>
        ) : null}
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Keep their rates
        </Button>
      </div>
    </Modal>
  );
}

function describeRates({ atOldPrice, others }: RateCounts, { from }: PriceChange): string {
  const old = `${formatSpaces(atOldPrice)} still ${atOldPrice === 1 ? 'costs' : 'cost'} ${formatDollars(from)}`;
  const differing = `${formatSpaces(others)} ${others === 1 ? 'has' : 'have'} another rate`;
  if (others === 0) return `${old}, the price so far.`;
  return atOldPrice === 0 ? `${differing}.` : `${old}, the price so far, and ${differing}.`;
}

function formatSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

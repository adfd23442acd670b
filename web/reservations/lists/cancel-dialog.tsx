import { TriangleAlert } from 'lucide-react';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatDollars } from '../../../domain/reservations/money.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatHours, formatStart } from '../parking-time.ts';
import type { ListedReservation } from './listed-reservation.ts';

type CancelDialogProps = {
  reservation: ListedReservation;
  open: boolean;
  isBusy: boolean;
  problem: unknown;
  onCancel: () => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

/** Asks before a reservation is cancelled for good; stays open while that fails. */
export function CancelDialog(props: CancelDialogProps) {
  const { reservation, open, isBusy, problem, onCancel, onClose, focusAfter } = props;
  const { parkingSpotName, zoneName, startTime, durationHours, price } = reservation;
  return (
    <Modal
      open={open}
      onOpenChange={(next) => {
        if (!next && !isBusy) onClose();
      }}
      title="Cancel this reservation?"
      description="The space goes back to other drivers. This cannot be undone."
      focusAfter={focusAfter}
    >
      <dl className="divide-line divide-y">
        <Row label="Place" value={zoneName ? `${parkingSpotName}, ${zoneName}` : parkingSpotName} />
        <Row label="Date" value={formatStart(startTime)} />
        <Row label="Duration" value={formatHours(durationHours)} />
        <Row label="Total" value={formatDollars(price)} />
      </dl>
      {problem && !isBusy ? (
        <p role="alert" className="flex gap-2 rounded-control bg-danger-wash p-3 text-sm font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {toErrorMessage(problem)}
        </p>
      ) : null}
      <div className="mt-2 flex flex-col gap-2">
        <Button variant="danger" onClick={onCancel} disabled={isBusy}>
          {isBusy ? 'Cancelling...' : 'Cancel reservation'}
        </Button>
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Keep reservation
        </Button>
      </div>
    </Modal>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

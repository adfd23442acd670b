import { TriangleAlert } from 'lucide-react';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatDollars } from '../../../domain/reservations/money.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useNow } from '../../platform/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatDurationMs, getParkedMs } from '../parking-time.ts';
import { useEndReservation } from './use-end-reservation.ts';

type EndDialogProps = {
  reservation: Reservation;
  open: boolean;
  onClose: () => void;
  onEnded: () => void;
};

/** Sums a stay up and ends it for good; stays open while that fails. */
export function EndDialog({ reservation, open, onClose, onEnded }: EndDialogProps) {
  const { isBusy, problem, end } = useEndReservation(reservation, onEnded);
  return (
    <Modal
      open={open}
      onOpenChange={(next) => {
        if (!next && !isBusy) onClose();
      }}
      title="End parking?"
      description="Check your session before you leave. An ended session cannot be resumed."
    >
      <Summary reservation={reservation} />
      {problem && !isBusy ? (
        <p role="alert" className="flex gap-2 rounded-control bg-danger-wash p-3 text-sm font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {toErrorMessage(problem)}
        </p>
      ) : null}
      <div className="mt-2 flex flex-col gap-2">
        <Button onClick={end} disabled={isBusy}>
          {isBusy ? 'Ending...' : 'Done'}
        </Button>
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          Keep parking
        </Button>
      </div>
    </Modal>
  );
}

function Summary({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  return (
    <dl className="divide-line divide-y">
      <Row label="Place" value={reservation.parkingSpotName} detail={reservation.address} />
      <Row label="Time parked" value={formatDurationMs(getParkedMs(reservation, now))} />
      <Row label="Total" value={formatDollars(reservation.price)} />
    </dl>
  );
}

function Row({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-col text-right font-semibold tabular-nums">
        {value}
        {detail ? <span className="text-sm font-normal text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}

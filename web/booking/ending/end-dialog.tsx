import { useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import {
  formatAddress,
  formatPlace,
  formatStoredVehicle,
  isLocalReservation,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import type { ButtonProps } from '../../ui/form/button.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { OverstayCost } from '../overstay-notes.tsx';
import { formatDurationMs, getParkedMs } from '../parking-time.ts';
import { addPendingEnd } from './pending-ends.tsx';

type EndDialogProps = { reservation: Reservation; onClose: () => void; onEnded: () => void };

/** Sums a reservation up and ends it as of now. This device keeps that until the server has it (`useSendPendingEnds`). */
export function EndDialog({ reservation, onClose, onEnded }: EndDialogProps) {
  const queryClient = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const now = useNow();
  const vehicle = formatStoredVehicle(reservation.vehicle);
  const isOver = reservation.endsAt <= now && !isLocalReservation(reservation);
  const end = () => {
    setIsEnding(true);
    // The server has no row of a local reservation.
    if (isLocalReservation(reservation)) toast.success(m.session_ended(), { description: m.session_ended_text() });
    else addPendingEnd(reservation, getNow());
    queryClient.removeQueries({ queryKey: bookingKeys.current() });
    onEnded();
    void readAgain(queryClient, RESERVATION_CHANGES);
  };
  return (
    <QuestionDialog
      title={m.end_dialog_title()}
      text={m.end_dialog_text()}
      label={m.end_dialog_confirm()}
      pendingLabel={m.end_dialog_ending()}
      cancelLabel={m.end_dialog_keep()}
      isPending={isEnding}
      onConfirm={end}
      onClose={onClose}
    >
      <dl className="divide-line divide-y">
        <SummaryRow
          label={m.reservation_place()}
          value={formatPlace(reservation)}
          detail={formatAddress(reservation)}
        />
        {vehicle === null ? null : <SummaryRow label={m.reservation_vehicle()} value={vehicle} />}
        <SummaryRow label={m.end_dialog_time_parked()} value={formatDurationMs(getParkedMs(reservation, now))} />
        <SummaryRow label={m.reservation_total()} value={formatMoney(reservation.price)} />
      </dl>
      {isOver ? <OverstayCost reservation={reservation.id} /> : null}
      {reservation.chargedTo && reservation.price !== 0 && reservation.endsAt > now ? (
        <p className="flex gap-2 text-sm font-semibold">
          <Info aria-hidden="true" className="size-5 shrink-0 text-muted" />
          {m.end_dialog_nothing_back()}
        </p>
      ) : null}
    </QuestionDialog>
  );
}

type EndParkingButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className'> & {
  reservation: Reservation;
  onEnded: () => void;
};

export function EndParkingButton({ reservation, onEnded, ...button }: EndParkingButtonProps) {
  return (
    <DialogButton variant="primary" size="normal" {...button} label={m.end_parking()}>
      {(close) => <EndDialog reservation={reservation} onClose={close} onEnded={onEnded} />}
    </DialogButton>
  );
}

import { differenceInMinutes } from 'date-fns/differenceInMinutes';
import { useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import type { Cents } from '../../../domain/money/cents.ts';
import { formatMoney, formatMoneyOf } from '../../../domain/money/money.ts';
import { isProblem, toErrorMessage } from '../../../domain/problems.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { isReason, ReasonField } from '../../money/correction-fields.tsx';
import { useCorrection } from '../../money/proposed-corrections.tsx';
import { type Adjustment, proposeAllowance } from '../../money/wallet-corrections.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toastError } from '../../ui/feedback/use-problem-toast.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { OverstayCost } from '../overstay-notes.tsx';
import { formatMoment } from '../parking-time.ts';
import { type AdminReservation, formatMethods, formatVehicle, nameReservation } from './admin-reservation.ts';
import { cancelReservation, isLeaving, setReservationStatus } from './desk-changes.ts';
import { useStay } from './stay.ts';

/** An ending that is not confirmed yet. */
export type RequestedEnding = { reservation: AdminReservation; status: 'completed' | 'cancelled' };

const TEXTS = {
  completed: {
    title: m.ending_dialog_complete_question(),
    label: m.ending_dialog_complete(),
    variant: 'primary',
  },
  cancelled: { title: m.reservation_cancel_question(), label: m.reservation_cancel(), variant: 'danger' },
} as const;

const describeQuestion = ({ reservation, status }: RequestedEnding) => ({
  ...TEXTS[status],
  text: m.ending_dialog_text(nameReservation(reservation)),
  pendingLabel: m.ending_dialog_updating(),
  cancelLabel: m.reservation_keep(),
});

type EndingDialogProps = {
  ending: RequestedEnding | null;
  onClose: () => void;
  onEnded?: () => void;
};

export function EndingDialog({ ending, onClose, onEnded = onClose }: EndingDialogProps) {
  if (ending === null) return null;
  const Dialog = ending.status === 'cancelled' && getInstallation().keepsBooks ? CancelDialog : StatusDialog;
  return <Dialog ending={ending} onClose={onClose} onEnded={onEnded} />;
}

type DialogProps = { ending: RequestedEnding; onClose: () => void; onEnded: () => void };

function StatusDialog({ ending, onClose, onEnded }: DialogProps) {
  const { mutate, isPending } = useAction(() => setReservationStatus(ending.reservation, ending.status), {
    done: m.admin_reservations_updated(),
    invalidates: RESERVATION_CHANGES,
    onSettled: onEnded,
  });
  return (
    <QuestionDialog {...describeQuestion(ending)} isPending={isPending} onConfirm={mutate} onClose={onClose}>
      <ReservationFacts reservation={ending.reservation} />
      {isLeaving(ending.reservation, ending.status) ? <OverstayCost reservation={ending.reservation.id} /> : null}
    </QuestionDialog>
  );
}

/** Says what goes back, and asks why. */
function CancelDialog({ ending, onClose, onEnded }: DialogProps) {
  const { id } = ending.reservation;
  const stay = useStay(id);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, problem } = useCorrection<Adjustment>({
    send: (given) =>
      cancelReservation(id, given.amount > 0 ? given.reason : null).catch((thrown: unknown) => {
        if (isProblem(thrown, 'reservation-changed-meanwhile')) {
          toastError(toErrorMessage(thrown));
          onEnded();
        }
        throw thrown;
      }),
    propose: (given, key) => proposeAllowance({ reservation: id }, given, key),
    done: m.admin_reservations_updated(),
    invalidates: RESERVATION_CHANGES,
    onClose,
    onDone: onEnded,
  });
  const cancel = (amount: Cents) => {
    setIsChecked(true);
    if (amount <= 0 || isReason(reason)) mutate({ amount, reason: reason.trim() });
  };
  const kept = stay.data?.paid;
  return (
    <QuestionDialog
      {...describeQuestion(ending)}
      isPending={isPending}
      isDisabled={kept === undefined}
      onConfirm={() => kept !== undefined && cancel(kept)}
      onClose={onClose}
    >
      <ReservationFacts reservation={ending.reservation} />
      <QueryState query={stay} loading={<Skeleton className="h-6 w-full" />}>
        {({ paid }) =>
          paid !== undefined && <p className="font-semibold">{m.ending_gives_back({ amount: formatMoneyOf(paid) })}</p>
        }
      </QueryState>
      {kept === undefined || kept <= 0 ? null : (
        <ReasonField label={m.money_reason()} value={reason} onChange={setReason} isChecked={isChecked} />
      )}
      {problem}
    </QuestionDialog>
  );
}

/** The vehicle, by what it was paid, and how late its driver is. */
export function ReservationFacts({ reservation }: { reservation: AdminReservation }) {
  const vehicle = formatVehicle(reservation);
  const methods = formatMethods(reservation);
  const now = useNow();
  const late = differenceInMinutes(now, reservation.endsAt);
  const isLate = reservation.status === 'active' && !reservation.isOpen && late > 0 && getInstallation().tracksParking;
  return (
    <dl className="divide-line divide-y empty:hidden">
      {vehicle === null ? null : <SummaryRow label={m.reservation_vehicle()} value={vehicle} />}
      {methods === '' ? null : <SummaryRow label={m.payment_method()} value={methods} />}
      {reservation.status === 'held' ? (
        <SummaryRow label={m.extend_to_pay()} value={formatMoney(reservation.totalAmount)} />
      ) : null}
      {reservation.status === 'held' && reservation.heldUntil ? (
        <SummaryRow label={m.reservation_held_until()} value={formatMoment(reservation.heldUntil, now)} />
      ) : null}
      {isLate ? <SummaryRow label={m.timeline_late()} value={m.today_late({ time: formatMinutes(late) })} /> : null}
    </dl>
  );
}

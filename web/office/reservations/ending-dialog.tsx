import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { showsSamples } from '../../data/connection.ts';
import { summarizeCharges, useReservationMoney } from '../../money/reservation/reservation-money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { type AdminReservation, formatVehicle, nameReservation } from './admin-reservation.ts';
import { setReservationStatus } from './data.ts';

/** An ending that is not confirmed yet. */
export type RequestedEnding = { reservation: AdminReservation; status: 'completed' | 'cancelled' };

const TEXTS = {
  completed: {
    title: m.ending_dialog_complete_question(),
    confirm: m.ending_dialog_complete(),
    variant: 'primary',
  },
  cancelled: { title: m.reservation_cancel_question(), confirm: m.reservation_cancel(), variant: 'danger' },
} as const;

type EndingDialogProps = {
  ending: RequestedEnding | null;
  onClose: () => void;
  onEnded?: () => void;
};

export function EndingDialog({ ending, onClose, onEnded = onClose }: EndingDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ reservation, status }: RequestedEnding) => setReservationStatus(reservation.id, status),
    onSuccess: () => toast.success(m.admin_reservations_updated()),
    onError: (error) => toast.error(toErrorMessage(error)),
    onSettled: () => {
      onEnded();
      // All queries, also after a failure: the map and the spaces depend on it too, and somebody else may have been faster.
      return queryClient.invalidateQueries();
    },
  });
  if (ending === null) return null;
  const { reservation, status } = ending;
  const { title, confirm, variant } = TEXTS[status];
  const vehicle = formatVehicle(reservation);
  return (
    <QuestionDialog
      title={title}
      text={m.ending_dialog_text(nameReservation(reservation))}
      label={confirm}
      pendingLabel={m.ending_dialog_updating()}
      cancelLabel={m.reservation_keep()}
      variant={variant}
      isPending={isPending}
      onConfirm={() => mutate(ending)}
      onClose={onClose}
    >
      {vehicle === null ? null : (
        <dl>
          <SummaryRow label={m.reservation_vehicle()} value={vehicle} />
        </dl>
      )}
      {status === 'cancelled' && !showsSamples() ? <GivenBack reservationId={reservation.id} /> : null}
    </QuestionDialog>
  );
}

/** What the driver gets back into the wallet. */
function GivenBack({ reservationId }: { reservationId: string }) {
  const money = useReservationMoney(reservationId);
  return (
    <QueryState query={money} loading={<Skeleton className="h-6 w-full" />}>
      {({ charges }) => (
        <p className="font-semibold">
          {m.ending_gives_back({ amount: formatMoneyOf(summarizeCharges(charges).kept) })}
        </p>
      )}
    </QueryState>
  );
}

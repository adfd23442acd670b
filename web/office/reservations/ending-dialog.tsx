import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { formatVehicle, nameReservation } from './format-reservation.ts';
import type { RequestedEnding } from './reservation-columns.tsx';
import { useSetReservationStatus } from './use-admin-reservations.ts';

const TEXTS = {
  completed: {
    title: m.ending_dialog_complete_question(),
    confirm: m.ending_dialog_complete(),
    variant: 'primary',
  },
  cancelled: { title: m.reservation_cancel_question(), confirm: m.reservation_cancel(), variant: 'danger' },
} as const;

export function EndingDialog({ ending, onClose }: { ending: RequestedEnding | null; onClose: () => void }) {
  const { mutate, isPending } = useSetReservationStatus(onClose);
  if (ending === null) return null;
  const { reservation, status } = ending;
  const { title, confirm, variant } = TEXTS[status];
  const vehicle = formatVehicle(reservation);
  return (
    <Modal
      open
      isClosable={!isPending}
      onClose={onClose}
      title={title}
      description={m.ending_dialog_text(nameReservation(reservation))}
    >
      {vehicle === null ? null : (
        <dl>
          <SummaryRow label={m.reservation_vehicle()} value={vehicle} />
        </dl>
      )}
      <div className="mt-2 flex flex-col gap-2">
        <Button variant={variant} disabled={isPending} onClick={() => mutate({ id: reservation.id, status })}>
          {isPending ? m.ending_dialog_updating() : confirm}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          {m.reservation_keep()}
        </Button>
      </div>
    </Modal>
  );
}

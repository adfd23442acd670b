import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatReservation } from './format-reservation.ts';
import type { RequestedEnding } from './reservation-columns.tsx';
import { useSetReservationStatus } from './use-admin-reservations.ts';

const TEXTS = {
  completed: { title: 'Complete this reservation?', confirm: 'Complete reservation', variant: 'primary' },
  cancelled: { title: 'Cancel this reservation?', confirm: 'Cancel reservation', variant: 'danger' },
} as const;

export function EndingDialog({ ending, onClose }: { ending: RequestedEnding | null; onClose: () => void }) {
  const { mutate, isPending } = useSetReservationStatus(onClose);
  if (ending === null) return null;
  const { reservation, status } = ending;
  const { title, confirm, variant } = TEXTS[status];
  return (
    <Modal
      open
      isClosable={!isPending}
      onClose={onClose}
      title={title}
      description={`${formatReservation(reservation)}. This cannot be undone.`}
    >
      <div className="mt-2 flex flex-col gap-2">
        <Button variant={variant} disabled={isPending} onClick={() => mutate({ id: reservation.id, status })}>
          {isPending ? 'Updating...' : confirm}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Keep reservation
        </Button>
      </div>
    </Modal>
  );
}

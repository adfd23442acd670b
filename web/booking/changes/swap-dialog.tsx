import { CarFront, CircleCheck, Navigation } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import {
  formatAddress,
  formatPlace,
  formatSpaceName,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { swapSpace, useChangeOutcome } from './data.ts';

type SwapButtonProps = Omit<ButtonProps, 'onClick'> & {
  reservation: Reservation;
  userId: string | null;
  onSwapped: (reservation: Reservation) => void;
  onDirections: (reservation: Reservation) => void;
};

/** "My space is taken": gets the driver another space after a question. */
export function SwapButton({ reservation, userId, onSwapped, onDirections, ...button }: SwapButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  // As it was then: a list shows the new space while the dialog still says which one that is.
  const [asked, setAsked] = useState({ attempt: 0, reservation });
  return (
    <>
      <Button
        variant="secondary"
        {...button}
        onClick={() => {
          setAsked({ attempt: asked.attempt + 1, reservation });
          setIsOpen(true);
        }}
      >
        <CarFront aria-hidden="true" className="size-5 shrink-0" />
        {m.swap_my_space_is_taken()}
      </Button>
      <SwapDialog
        // Another try is another report.
        key={asked.attempt}
        reservation={asked.reservation}
        userId={userId}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onSwapped={onSwapped}
        onDirections={onDirections}
      />
    </>
  );
}

type SwapDialogProps = {
  reservation: Reservation;
  userId: string | null;
  open: boolean;
  onClose: () => void;
  /** Called with the reservation on its new space once the driver has read where that is. */
  onSwapped: (reservation: Reservation) => void;
  /** The same, for a driver who wants the way to a new space in another zone. */
  onDirections: (reservation: Reservation) => void;
};

/** Asks whether somebody else is on the space, then shows the one that the driver gets instead. */
export function SwapDialog({ reservation, userId, open, onClose, onSwapped, onDirections }: SwapDialogProps) {
  const [outcome, setOutcome] = useState<Reservation | null>(null);
  const { isBusy, error, mutate } = useSwapSpace(reservation, { userId, onChanged: setOutcome });
  const hasNewSpace = outcome !== null && outcome.parkingSpotId !== reservation.parkingSpotId;
  // The screen shows the new space as soon as the dialog is closed, however that is done.
  const close = () => {
    onClose();
    if (hasNewSpace) onSwapped(outcome);
  };
  return (
    <Modal
      open={open}
      isClosable={!isBusy || outcome !== null}
      onClose={close}
      title={outcome === null ? m.swap_title() : hasNewSpace ? m.swap_found() : m.swap_none()}
      description={outcome === null ? describeQuestion(reservation) : describeOutcome(reservation, outcome)}
    >
      {outcome === null ? (
        <>
          {error && !isBusy ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
          <DialogActions>
            <Button onClick={() => mutate()} disabled={isBusy}>
              {isBusy ? m.swap_busy() : m.swap_confirm()}
            </Button>
            <Button variant="secondary" onClick={close} disabled={isBusy}>
              {m.action_cancel()}
            </Button>
          </DialogActions>
        </>
      ) : hasNewSpace ? (
        <>
          <NewSpace reservation={outcome} />
          <DialogActions>
            {isSameZone(reservation, outcome) ? null : (
              <Button onClick={() => onDirections(outcome)}>
                <Navigation aria-hidden="true" className="size-5" />
                {m.swap_directions()}
              </Button>
            )}
            <Button variant={isSameZone(reservation, outcome) ? 'primary' : 'secondary'} onClick={close}>
              {m.swap_done()}
            </Button>
          </DialogActions>
        </>
      ) : (
        <>
          <SupportLinks />
          <DialogActions>
            <Button onClick={close}>{m.action_close()}</Button>
          </DialogActions>
        </>
      )}
    </Modal>
  );
}

function NewSpace({ reservation }: { reservation: Reservation }) {
  return (
    <div className="flex items-center gap-3 rounded-card bg-brand-wash p-4 text-brand-ink">
      <CircleCheck aria-hidden="true" className="size-8 shrink-0" />
      <p className="min-w-0">
        <span className="block text-2xl font-extrabold wrap-anywhere">{formatSpaceName(reservation)}</span>
        {reservation.zoneName ? <span className="block font-semibold">{reservation.zoneName}</span> : null}
        <span className="block text-sm">{formatAddress(reservation)}</span>
      </p>
    </div>
  );
}

function describeQuestion(reservation: Reservation): string {
  const space = formatSpaceName(reservation);
  return reservation.chargedTo ? m.swap_text_charged({ space }) : m.swap_text({ space });
}

function describeOutcome(before: Reservation, after: Reservation): string {
  if (after.parkingSpotId === before.parkingSpotId) return m.swap_none_text({ place: formatPlace(before) });
  return isSameZone(before, after) ? m.swap_found_text() : m.swap_found_elsewhere();
}

/** A reservation keeps only the name of its zone. */
const isSameZone = (one: Reservation, other: Reservation) =>
  one.zoneName === other.zoneName && one.lat === other.lat && one.lng === other.lng;

type Swap = { userId: string | null; onChanged: (reservation: Reservation) => void };

/** Reports the space of a reservation as taken, once. After a failure it can be tried again, as the same report. */
function useSwapSpace(seen: Reservation, { userId, onChanged }: Swap) {
  const [key] = useState(() => crypto.randomUUID());
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged });
  return useOnceMutation({
    mutationFn: () => swapSpace(seen, key),
    onSuccess,
    onError: (error) => {
      toast.error(toErrorMessage(error));
      return onError(error);
    },
  });
}

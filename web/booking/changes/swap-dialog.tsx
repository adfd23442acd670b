import { CarFront, CircleCheck, Navigation } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import {
  formatAddress,
  formatPlace,
  formatSpaceName,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { DialogActions, DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SupportLinks } from '../../ui/layout/support-links.tsx';
import { swapSpace, useChangeMutation } from './reservation-changes.ts';

type SwapProps = {
  reservation: Reservation;
  userId: string | null;
  /** Called with the reservation on its new space once the driver has read where that is. */
  onSwapped: (reservation: Reservation) => void;
  /** Called instead by a driver who wants the way to a new space in another zone. */
  onDirections: (reservation: Reservation) => void;
};

/** The dialog that gets the driver another space, and the function that opens it. */
export function useSwapDialog({ reservation, ...props }: SwapProps) {
  // The reservation at the time of asking: a list shows the new space while the dialog still says which one that is.
  const [asked, setAsked] = useState<Reservation | null>(null);
  return {
    open: () => setAsked(reservation),
    dialog: asked && <SwapDialog reservation={asked} {...props} onClose={() => setAsked(null)} />,
  };
}

/** "My space is taken": gets the driver another space after a question. */
export function SwapButton({ className, ...props }: SwapProps & { className?: string }) {
  const { open, dialog } = useSwapDialog(props);
  return (
    <>
      <Button icon={CarFront} variant="secondary" className={className} onClick={open}>
        {m.swap_my_space_is_taken()}
      </Button>
      {dialog}
    </>
  );
}

/** Asks whether somebody else is on the space, then shows the one that the driver gets instead. */
function SwapDialog({ reservation, userId, onClose, onSwapped, onDirections }: SwapProps & { onClose: () => void }) {
  const [outcome, setOutcome] = useState<Reservation | null>(null);
  // Each opening of the dialog is a report of its own.
  const [key] = useState(() => crypto.randomUUID());
  const { isBusy, error, mutate } = useChangeMutation({
    userId,
    seen: reservation,
    change: () => swapSpace(reservation, key),
    onChanged: setOutcome,
  });
  const hasNewSpace = outcome !== null && outcome.spaceId !== reservation.spaceId;
  // The screen shows the new space as soon as the dialog is closed, however that is done.
  const close = () => {
    onClose();
    if (hasNewSpace) onSwapped(outcome);
  };
  return (
    <Modal
      open
      isClosable={!isBusy || outcome !== null}
      onClose={close}
      title={outcome === null ? m.swap_title() : hasNewSpace ? m.swap_found() : m.swap_none()}
      description={outcome === null ? describeQuestion(reservation) : describeOutcome(reservation, outcome)}
    >
      {outcome === null ? (
        <>
          {error && !isBusy ? <ErrorNote error={error} /> : null}
          <DialogButtons
            label={m.swap_confirm()}
            pendingLabel={m.swap_busy()}
            isPending={isBusy}
            onConfirm={() => mutate()}
            onCancel={close}
          />
        </>
      ) : hasNewSpace ? (
        <>
          <NewSpace reservation={outcome} />
          <DialogActions>
            {isSameZone(reservation, outcome) ? null : (
              <Button
                icon={Navigation}
                onClick={() => {
                  onClose();
                  onDirections(outcome);
                }}
              >
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
  if (after.spaceId === before.spaceId) return m.swap_none_text({ place: formatPlace(before) });
  return isSameZone(before, after) ? m.swap_found_text() : m.swap_found_elsewhere();
}

/** A reservation keeps only the name of its zone. */
const isSameZone = (one: Reservation, other: Reservation) =>
  one.zoneName === other.zoneName && one.lat === other.lat && one.lng === other.lng;

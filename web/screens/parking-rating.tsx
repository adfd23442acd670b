import { ArrowUpFromLine, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { useIsGuest, useUser } from '../account/session/session-provider.tsx';
import { BarrierButton, useBarrierCommand } from '../booking/current/barrier-button.tsx';
import { OwnRateForm } from '../booking/ending/own-rate-form.tsx';
import { EndingNote, findRefusedEnd, usePendingEnds } from '../booking/ending/pending-ends.tsx';
import { RateForm } from '../booking/ending/rate-form.tsx';
import { type RatedReservation, ratingState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/layout/card.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

export function ParkingRatingScreen() {
  const navigate = useNavigate();
  const state = useNavigationState(ratingState);
  const ends = usePendingEnds();
  const isGuest = useIsGuest();
  if (state === null || (isGuest && !state.raisesBarrier)) return <Navigate to={paths.map} replace />;
  const end = ends.find(({ id }) => id === state.reservationId);
  const isJustEnded = state.returnTo === undefined;
  const refused = isJustEnded ? findRefusedEnd(state.reservationId)?.reservation : undefined;
  // The end can be tried again on the screen of the reservation.
  if (refused) return <Navigate to={paths.parkingStatus} replace state={{ reservation: refused }} />;

  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4">
      <ScreenHeader title={m.parking_rating_title()} />
      {/* The note above the stars changes once the server has the end; its least height keeps the stars in place. */}
      <div className="flex min-h-25 items-center gap-4 *:flex-1">
        {end === undefined ? <Question place={state.place} /> : <EndingNote end={end} />}
      </div>
      {state.raisesBarrier && state.reservationId ? (
        <RaiseBarrier reservationId={state.reservationId} isEnding={end !== undefined} />
      ) : null}
      <RatingForm reservation={state} onDone={() => void navigate(state.returnTo ?? paths.map)} />
    </div>
  );
}

function Question({ place }: { place: string }) {
  return (
    <div className="flex items-center gap-4">
      <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-positive-wash text-positive">
        <CircleCheck aria-hidden="true" className="size-7" />
      </span>
      <p className="text-lg font-semibold">{m.parking_rating_question({ place })}</p>
    </div>
  );
}

type RatingFormProps = { reservation: RatedReservation; onDone: () => void };

/** The rating form for a reservation of the signed-in driver; nothing is sent where nobody keeps ratings. */
function RatingForm({ reservation: { reservationId, isRated = false }, onDone }: RatingFormProps) {
  const user = useUser();
  if (!getInstallation().keepsRatings) return <RateForm onSubmit={onDone} onSkip={onDone} />;
  // A reservation that only the device knows cannot be rated.
  if (reservationId === undefined) return <Navigate to={paths.map} replace />;
  if (user === null || user.is_anonymous) return null;
  return (
    <OwnRateForm
      key={user.id}
      userId={user.id}
      reservationId={reservationId}
      isRated={isRated}
      onSent={() => {
        toast.success(m.rating_sent());
        onDone();
      }}
      onSkip={onDone}
    />
  );
}

type RaiseBarrierProps = {
  reservationId: string;
  /** Whether the server may not have the end of the reservation yet: until then it rejects the command. */
  isEnding: boolean;
};

/** Asks the driver who has just ended a reservation whether the space is empty, and then raises its barrier. */
function RaiseBarrier({ reservationId, isEnding }: RaiseBarrierProps) {
  const titleId = useId();
  const command = useBarrierCommand(reservationId, 'close');
  if (command.movedAt !== null) {
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-positive">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        {m.barrier_closed()}
      </p>
    );
  }
  return (
    <Card>
      <section aria-labelledby={titleId} className="flex flex-col gap-3">
        <div>
          <h2 id={titleId} className="text-lg font-bold">
            {m.barrier_close_question()}
          </h2>
          <p className="text-muted">{m.barrier_close_text()}</p>
        </div>
        <BarrierButton
          command={command}
          isDisabled={isEnding}
          icon={ArrowUpFromLine}
          label={m.barrier_close()}
          movingText={m.barrier_closing()}
          movedText={null}
          variant="secondary"
        />
      </section>
    </Card>
  );
}

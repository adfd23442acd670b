import { CircleCheck } from 'lucide-react';
import { Navigate, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { RaiseBarrier } from '../booking/barrier/raise-barrier.tsx';
import { EndingNotes } from '../booking/ending/ending-note.tsx';
import { useIsEnding } from '../booking/ending/pending-ends.ts';
import { OwnRateForm } from '../booking/rating/own-rate-form.tsx';
import { showsSamples } from '../data/connection.ts';
import { type RatedStay, ratingState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { SampleRateForm } from '../samples/ratings/sample-rate-form.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';

export function ParkingRatingScreen() {
  const navigate = useNavigate();
  const state = useNavigationState(ratingState);
  const isEnding = useIsEnding();
  if (state === null) return <Navigate to={paths.map} replace />;

  const Form = showsSamples() ? SampleRateForm : StayRateForm;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-4 px-4">
      <ScreenHeader title={m.parking_rating_title()} />
      <EndingNotes />
      <div className="flex items-center gap-4 pb-2">
        <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-positive-wash text-positive">
          <CircleCheck aria-hidden="true" className="size-7" />
        </span>
        <p className="text-lg font-semibold">{m.parking_rating_question({ place: state.parkingSpotName })}</p>
      </div>
      {state.raisesBarrier && state.reservationId ? (
        <RaiseBarrier reservationId={state.reservationId} isEnding={isEnding({ id: state.reservationId })} />
      ) : null}
      <Form stay={state} onDone={() => void navigate(state.returnTo ?? paths.map)} />
    </div>
  );
}

type StayRateFormProps = { stay: RatedStay; onDone: () => void };

/** The rating form for a stay of the signed-in driver. */
function StayRateForm({ stay: { reservationId, isRated = false }, onDone }: StayRateFormProps) {
  const user = useUser();
  // A stay that only the device knows cannot be rated.
  if (reservationId === undefined) return <Navigate to={paths.map} replace />;
  if (user === null) return null;
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

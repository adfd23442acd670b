import { Navigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { OwnRateForm } from '../booking/rating/own-rate-form.tsx';
import type { RatedStay } from '../navigation-state.ts';
import { paths } from '../paths.ts';

type StayRateFormProps = { stay: RatedStay; onDone: () => void };

/** The rating form for a stay of the signed-in driver. */
export function StayRateForm({ stay: { reservationId, isRated = false }, onDone }: StayRateFormProps) {
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

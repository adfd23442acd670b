import { CircleParkingOff, TriangleAlert, WifiOff } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { PROBLEMS, Problem, toErrorMessage } from '../../domain/problems.ts';
import { reserveState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ReserveForm } from '../reservations/reserve/reserve-form.tsx';
import { ReserveHeader } from '../reservations/reserve/reserve-header.tsx';
import { useReserveTarget } from '../reservations/reserve/use-reserve-target.ts';
import { useUser } from '../session/session-provider.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatePanel } from '../ui/state-panel.tsx';
import { readPreferredPayment } from '../wallet/preferred-payment.ts';

/** Reserves one space for a date, a time and some hours. */
export function ReserveScreen() {
  const { spotId = '' } = useParams();
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  const target = useReserveTarget(spotId, useNavigationState(reserveState));

  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title="Reserve a space" />
      {target.data ? (
        <div className="flex flex-1 flex-col gap-6 pt-1">
          <ReserveHeader target={target.data} />
          <ReserveForm
            key={spotId}
            target={target.data}
            paymentMethod={readPreferredPayment(userId)}
            onReserved={(reservation) => navigate(paths.directions, { state: { reservation } })}
          />
        </div>
      ) : (
        <WithoutTarget error={target.error} isOffline={target.isPaused} onRetry={() => target.refetch()} />
      )}
    </div>
  );
}

type WithoutTargetProps = { error: Error | null; isOffline: boolean; onRetry: () => void };

function WithoutTarget({ error, isOffline, onRetry }: WithoutTargetProps) {
  if (error instanceof Problem && error.key === 'space-information-missing') {
    return (
      <StatePanel
        urgent
        icon={CircleParkingOff}
        title={toErrorMessage(error)}
        text="It may have been removed. Choose another space on the map."
        action={
          <Link to={paths.map} className={buttonClass('primary')}>
            Back to the map
          </Link>
        }
      />
    );
  }
  const retry = <Button onClick={onRetry}>Try again</Button>;
  if (error) return <StatePanel urgent icon={TriangleAlert} title={toErrorMessage(error)} action={retry} />;
  if (isOffline) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} action={retry} />;
  return <Loading />;
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the parking space" className="flex flex-col gap-6 pt-1">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
    </div>
  );
}

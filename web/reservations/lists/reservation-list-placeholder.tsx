import { RotateCw, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';

type ListWithoutRowsProps = {
  list: { isError: boolean; isPaused: boolean; refetch: () => Promise<unknown> };
};

/** What stands in the place of a list that has never arrived: it is on its way, it failed, or there is no connection. */
export function ReservationListPlaceholder({ list }: ListWithoutRowsProps) {
  const retry = (
    <Button variant="secondary" onClick={() => void list.refetch()}>
      Try again
    </Button>
  );
  if (list.isPaused) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} action={retry} />;
  if (list.isError) {
    return <StatePanel urgent icon={RotateCw} title="Your reservations did not arrive" action={retry} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        Loading reservations...
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}

import { LocateOff, type LucideIcon, MapPinOff, RouteOff } from 'lucide-react';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import type { Trip } from './use-trip.ts';

/** The first request of a trip that failed, what the driver can do, and a retry. */
export function TripProblem({ trip: { destination, origin, route } }: { trip: Trip }) {
  if (destination.problem) {
    return <Notice icon={MapPinOff} part={destination} text={m.trip_problem_place_hint()} />;
  }
  if (origin.problem) {
    return <Notice icon={LocateOff} part={origin} text={m.trip_problem_location_hint()} />;
  }
  if (route.problem) {
    return <Notice icon={RouteOff} part={route} text={m.trip_problem_route_hint()} />;
  }
  return null;
}

type NoticeProps = {
  icon: LucideIcon;
  part: { problem: unknown; isBusy: boolean; retry: () => void };
  text: string;
};

function Notice({ icon: Icon, part, text }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div role="status" className="min-w-40 flex-1">
        <p className="font-semibold">{toErrorMessage(part.problem)}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {isFinal(part.problem) ? null : (
        <Button variant="secondary" onClick={part.retry} disabled={part.isBusy}>
          {part.isBusy ? m.status_loading() : m.action_try_again()}
        </Button>
      )}
    </div>
  );
}

/** Whether a retry would have the same result. */
function isFinal(problem: unknown): boolean {
  return problem instanceof Problem && problem.key === 'place-not-found';
}

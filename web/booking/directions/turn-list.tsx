import {
  ArrowUp,
  ArrowUpLeft,
  ArrowUpRight,
  CornerUpLeft,
  CornerUpRight,
  type LucideIcon,
  MapPin,
  Navigation,
  RotateCw,
  Undo2,
} from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import type { DrivingRoute, RouteStep } from '../../map/contract.ts';
import { formatDistance, formatDrivingTime } from './trip-summary.tsx';
import type { RouteProgress } from './use-trip.ts';

const BY_TYPE = new Map<string, LucideIcon>([
  ['depart', Navigation],
  ['arrive', MapPin],
  ['roundabout', RotateCw],
  ['rotary', RotateCw],
]);

const BY_MODIFIER = new Map<string, LucideIcon>([
  ['left', CornerUpLeft],
  ['sharp left', CornerUpLeft],
  ['slight left', ArrowUpLeft],
  ['right', CornerUpRight],
  ['sharp right', CornerUpRight],
  ['slight right', ArrowUpRight],
  ['uturn', Undo2],
]);

/** A maneuver is announced once more at this distance. */
const NEAR_KM = 0.15;

export function TurnList({ steps }: { steps: readonly RouteStep[] }) {
  return (
    <section aria-labelledby="turns" className="flex flex-col gap-2">
      <h2 id="turns" className="text-lg font-bold tracking-tight">
        {m.turn_list_title()}
      </h2>
      <ol className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
          <li key={index} className="flex items-center gap-3 py-3">
            <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-wash text-brand-ink">
              <ManeuverIcon step={step} />
            </span>
            <span className="min-w-0 flex-1 font-medium">{formatManeuver(step)}</span>
            {step.distanceKm > 0 ? (
              <span className="shrink-0 text-sm text-muted tabular-nums">{formatDistance(step.distanceKm)}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

type NextTurnProps = {
  next: NonNullable<RouteProgress['next']>;
  route: DrivingRoute;
  /** The part of the route that is left, from 1 to 0. */
  left: number;
};

/** The next maneuver, with the time and distance that are left. Screen readers hear it twice: at once, and again shortly before it. */
export function NextTurn({ next, route, left }: NextTurnProps) {
  const { index, step, inKm } = next;
  const maneuver = formatManeuver(step);
  const isNear = inKm <= NEAR_KM;
  // biome-ignore lint/correctness/useExhaustiveDependencies: not at every metre
  const spoken = useMemo(
    () => m.next_turn_spoken({ distance: formatDistance(inKm), maneuver }),
    [index, maneuver, isNear],
  );
  return (
    <section
      aria-label={m.next_turn_title()}
      className="shadow-float absolute inset-x-2 top-2 z-1 flex items-center gap-4 rounded-card bg-banner px-4 py-2.5 text-on-banner"
    >
      <span aria-hidden="true" className="*:size-9!">
        <ManeuverIcon step={step} />
      </span>
      <p aria-hidden="true" className="flex min-w-0 flex-1 flex-col">
        <span className="text-2xl font-extrabold tabular-nums">{formatDistance(inKm)}</span>
        <span className="text-lg leading-tight font-semibold wrap-anywhere">{maneuver}</span>
      </p>
      <p className="flex shrink-0 flex-col self-stretch border-l border-on-banner/40 pl-3 text-right tabular-nums">
        <span className="text-lg font-bold">{formatDrivingTime(route.durationMinutes * left)}</span>
        <span className="font-semibold">{formatDistance(route.distanceKm * left)}</span>
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </section>
  );
}

function ManeuverIcon({ step: { type, modifier = '' } }: { step: RouteStep }) {
  const Icon = BY_TYPE.get(type) ?? BY_MODIFIER.get(modifier) ?? ArrowUp;
  return <Icon aria-hidden="true" className="size-5" />;
}

/** Such as 'Turn left onto Av. Bolívar', by the type and the modifier of an OSRM maneuver; unknown types are 'Continue'. */
export function formatManeuver({ instruction, street, type, modifier = '' }: Omit<RouteStep, 'distanceKm'>): string {
  if (instruction) return instruction;
  return street === '' ? m.maneuver({ type, modifier }) : m.maneuver_onto_street({ type, modifier, street });
}

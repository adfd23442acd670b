import { useMemo } from 'react';
import { m } from '#messages';
import { formatDistance } from './format-trip.ts';
import { ManeuverIcon } from './maneuver-icon.tsx';
import { formatManeuver } from './maneuver-sentence.ts';
import type { RouteProgress } from './route-progress.ts';

/** Announced once more so far before a maneuver. */
const NEAR_KM = 0.15;

/** The next maneuver, which screen readers hear when it is the next one and again shortly before it. */
export function NextTurn({ next }: { next: NonNullable<RouteProgress['next']> }) {
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
      className="flex items-center gap-4 rounded-card bg-banner px-4 py-3 text-on-banner"
    >
      <span aria-hidden="true" className="*:size-9!">
        <ManeuverIcon step={step} />
      </span>
      <p aria-hidden="true" className="flex min-w-0 flex-1 flex-col">
        <span className="text-2xl font-extrabold tabular-nums">{formatDistance(inKm)}</span>
        <span className="text-lg font-semibold wrap-anywhere">{maneuver}</span>
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </section>
  );
}

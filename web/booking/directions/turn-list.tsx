import { m } from '#messages';
import type { RouteStep } from '../../map/contract.ts';
import { formatDistance } from './format-trip.ts';
import { ManeuverIcon } from './maneuver-icon.tsx';
import { formatManeuver } from './maneuver-sentence.ts';

export function TurnList({ steps }: { steps: readonly RouteStep[] }) {
  // The steps never change their order, so the index can be the key.
  const turns = steps.map((step, index) => ({ id: index, step }));
  return (
    <section aria-labelledby="turns" className="flex flex-col gap-2">
      <h2 id="turns" className="text-lg font-bold tracking-tight">
        {m.turn_list_title()}
      </h2>
      <ol className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {turns.map(({ id, step }) => (
          <li key={id} className="flex items-center gap-3 py-3">
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

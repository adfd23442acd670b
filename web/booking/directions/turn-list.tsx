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
import type { RouteStep } from '../../map/contract.ts';
import { formatDistance } from './trip-summary.tsx';
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

function ManeuverIcon({ step: { type, modifier = '' } }: { step: RouteStep }) {
  const Icon = BY_TYPE.get(type) ?? BY_MODIFIER.get(modifier) ?? ArrowUp;
  return <Icon aria-hidden="true" className="size-5" />;
}

/** For a street with a name and for one without. */
type Sentences = readonly [onto: (values: { street: string }) => string, alone: () => string];

/** By the type of an OSRM maneuver, or by type and modifier when these differ. */
const SENTENCES = new Map<string, Sentences>([
  ['depart', [m.maneuver_depart_street, m.maneuver_depart]],
  ['arrive', [m.maneuver_arrive_street, m.maneuver_arrive]],
  ['arrive left', [m.maneuver_arrive_left_street, m.maneuver_arrive_left]],
  ['arrive right', [m.maneuver_arrive_right_street, m.maneuver_arrive_right]],

  ['turn', [m.maneuver_turn_street, m.maneuver_turn]],
  ['turn left', [m.maneuver_turn_left_street, m.maneuver_turn_left]],
  ['turn right', [m.maneuver_turn_right_street, m.maneuver_turn_right]],
  ['turn sharp left', [m.maneuver_turn_sharp_left_street, m.maneuver_turn_sharp_left]],
  ['turn sharp right', [m.maneuver_turn_sharp_right_street, m.maneuver_turn_sharp_right]],
  ['turn slight left', [m.maneuver_turn_slight_left_street, m.maneuver_turn_slight_left]],
  ['turn slight right', [m.maneuver_turn_slight_right_street, m.maneuver_turn_slight_right]],
  ['turn straight', [m.maneuver_turn_straight_street, m.maneuver_turn_straight]],
  ['turn uturn', [m.maneuver_uturn_street, m.maneuver_uturn]],

  ['continue', [m.maneuver_continue_street, m.maneuver_continue]],
  ['continue left', [m.maneuver_continue_left_street, m.maneuver_turn_left]],
  ['continue right', [m.maneuver_continue_right_street, m.maneuver_turn_right]],
  ['continue sharp left', [m.maneuver_continue_sharp_left_street, m.maneuver_turn_sharp_left]],
  ['continue sharp right', [m.maneuver_continue_sharp_right_street, m.maneuver_turn_sharp_right]],
  ['continue slight left', [m.maneuver_continue_slight_left_street, m.maneuver_keep_left]],
  ['continue slight right', [m.maneuver_continue_slight_right_street, m.maneuver_keep_right]],
  ['continue uturn', [m.maneuver_continue_uturn_street, m.maneuver_uturn]],

  ['end of road', [m.maneuver_end_of_road_street, m.maneuver_end_of_road]],
  ['end of road left', [m.maneuver_end_of_road_left_street, m.maneuver_end_of_road_left]],
  ['end of road right', [m.maneuver_end_of_road_right_street, m.maneuver_end_of_road_right]],

  ['fork', [m.maneuver_fork_street, m.maneuver_fork]],
  ['fork left', [m.maneuver_fork_left_street, m.maneuver_fork_left]],
  ['fork right', [m.maneuver_fork_right_street, m.maneuver_fork_right]],
  ['fork slight left', [m.maneuver_fork_left_street, m.maneuver_fork_left]],
  ['fork slight right', [m.maneuver_fork_right_street, m.maneuver_fork_right]],

  ['merge', [m.maneuver_merge_street, m.maneuver_merge]],
  ['merge left', [m.maneuver_merge_left_street, m.maneuver_merge_left]],
  ['merge right', [m.maneuver_merge_right_street, m.maneuver_merge_right]],
  ['merge slight left', [m.maneuver_merge_left_street, m.maneuver_merge_left]],
  ['merge slight right', [m.maneuver_merge_right_street, m.maneuver_merge_right]],

  ['on ramp', [m.maneuver_on_ramp_street, m.maneuver_on_ramp]],
  ['on ramp left', [m.maneuver_on_ramp_left_street, m.maneuver_on_ramp_left]],
  ['on ramp right', [m.maneuver_on_ramp_right_street, m.maneuver_on_ramp_right]],
  ['off ramp', [m.maneuver_off_ramp_street, m.maneuver_off_ramp]],
  ['off ramp left', [m.maneuver_off_ramp_left_street, m.maneuver_off_ramp_left]],
  ['off ramp right', [m.maneuver_off_ramp_right_street, m.maneuver_off_ramp_right]],

  ['roundabout', [m.maneuver_roundabout_street, m.maneuver_roundabout]],
  ['rotary', [m.maneuver_roundabout_street, m.maneuver_roundabout]],
  ['roundabout turn', [m.maneuver_roundabout_turn_street, m.maneuver_roundabout_turn]],
  ['roundabout turn left', [m.maneuver_roundabout_turn_left_street, m.maneuver_roundabout_turn_left]],
  ['roundabout turn right', [m.maneuver_roundabout_turn_right_street, m.maneuver_roundabout_turn_right]],
  ['exit roundabout', [m.maneuver_exit_roundabout_street, m.maneuver_exit_roundabout]],
  ['exit rotary', [m.maneuver_exit_roundabout_street, m.maneuver_exit_roundabout]],
]);

const GO_ON: Sentences = [m.maneuver_go_on_street, m.maneuver_continue];

/** Such as 'Turn left onto Av. Bolívar'; unknown types are 'Continue'. */
export function formatManeuver({ type, modifier, street, instruction }: Omit<RouteStep, 'distanceKm'>): string {
  if (instruction) return instruction;
  const [onto, alone] = SENTENCES.get(`${type} ${modifier}`) ?? SENTENCES.get(type) ?? GO_ON;
  return street === '' ? alone() : onto({ street });
}

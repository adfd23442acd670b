import { getEndBearing, getStartBearing } from '../line-geometry.ts';
import type { LngLat } from '../position.ts';
import type { Stretch } from './find-route.ts';
import { calculateTurnAngle, getManeuverType, getModifier, type ManeuverType, type Modifier } from './maneuver.ts';
import type { Arm, StreetNetwork } from './street-network.ts';

/** A junction passed, as OSRM lists it: all arms, which of them may be entered, and where the route comes in and goes out. */
export type Intersection = { location: LngLat; bearings: number[]; entry: boolean[]; in?: number; out?: number };

/** One instruction and the way to the next one. */
export type Step = {
  name: string;
  type: ManeuverType;
  modifier?: Modifier;
  bearingBefore: number;
  bearingAfter: number;
  line: LngLat[];
  metres: number;
  /** Driving time in free flow. */
  seconds: number;
  intersections: Intersection[];
};

const whole = (bearing: number) => Math.round(bearing) % 360;

/** Turns the stretches of a leg (at least one) into instructions, from `depart` to `arrive`. */
export function buildSteps(network: StreetNetwork, stretches: readonly Stretch[], side?: Modifier): Step[] {
  const steps: Step[] = [];
  let previous: Stretch | undefined;
  for (const stretch of stretches) {
    const current = steps.at(-1);
    const begun = beginStep(network, previous, stretch);
    if (begun.type === undefined && current !== undefined) extend(current, stretch, begun.intersection);
    else steps.push(newStep(begun, stretch));
    previous = stretch;
  }
  return previous === undefined ? steps : [...steps, arrival(previous, side)];
}

type Beginning = {
  type: ManeuverType | undefined;
  modifier?: Modifier;
  bearingBefore: number;
  bearingAfter: number;
  intersection: Intersection;
};

function beginStep(network: StreetNetwork, previous: Stretch | undefined, stretch: Stretch): Beginning {
  const bearingAfter = getStartBearing(stretch.line);
  const location = startOf(stretch.line);
  if (previous === undefined) {
    const intersection = { location, bearings: [whole(bearingAfter)], entry: [true], out: 0 };
    return { type: 'depart', bearingBefore: 0, bearingAfter, intersection };
  }
  const bearingBefore = getEndBearing(previous.line);
  const arms = stretch.start === undefined ? [] : network.armsAt(stretch.start);
  const angle = calculateTurnAngle(bearingBefore, bearingAfter);
  const type = getManeuverType({
    angle,
    sameName: previous.street.name === stretch.street.name,
    hasChoice: arms.length > 2,
  });
  const intersection = toIntersection(location, arms, bearingBefore, bearingAfter);
  return { type, modifier: getModifier(angle), bearingBefore, bearingAfter, intersection };
}

function newStep({ type = 'continue', intersection, ...beginning }: Beginning, stretch: Stretch): Step {
  const { street, line, metres, seconds } = stretch;
  return { ...beginning, type, name: street.name, line: [...line], metres, seconds, intersections: [intersection] };
}

function extend(step: Step, stretch: Stretch, intersection: Intersection): void {
  step.line.push(...stretch.line.slice(1));
  step.metres += stretch.metres;
  step.seconds += stretch.seconds;
  step.intersections.push(intersection);
}

function arrival(last: Stretch, side: Modifier | undefined): Step {
  const location = startOf(last.line.toReversed());
  const bearingBefore = getEndBearing(last.line);
  return {
    name: last.street.name,
    type: 'arrive',
    ...(side === undefined ? {} : { modifier: side }),
    bearingBefore,
    bearingAfter: 0,
    line: [location, location],
    metres: 0,
    seconds: 0,
    intersections: [{ location, bearings: [whole(bearingBefore + 180)], entry: [true], in: 0 }],
  };
}

function toIntersection(location: LngLat, arms: readonly Arm[], before: number, after: number): Intersection {
  return {
    location,
    bearings: arms.map(({ bearing }) => whole(bearing)),
    entry: arms.map(({ mayEnter }) => mayEnter),
    in: closestArm(arms, before + 180),
    out: closestArm(arms, after),
  };
}

function closestArm(arms: readonly Arm[], bearing: number): number {
  const gaps = arms.map((arm) => Math.abs(calculateTurnAngle(arm.bearing, bearing)));
  return gaps.indexOf(Math.min(...gaps));
}

function startOf(line: readonly LngLat[]): LngLat {
  return line[0] ?? [0, 0];
}

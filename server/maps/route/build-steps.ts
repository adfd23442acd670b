import { getEndBearing, getStartBearing } from '../line-geometry.ts';
import type { LngLat } from '../position.ts';
import type { Stretch } from './find-route.ts';
import { calculateTurnAngle, getManeuverType, getModifier, type ManeuverType, type Modifier } from './maneuver.ts';
import type { Arm, StreetNetwork } from './street-network.ts';

/** An intersection of OSRM: all roads by bearing, which may be entered, and the indexes of the route's own. */
type Intersection = { location: LngLat; bearings: number[]; entry: boolean[]; in?: number; out?: number };

/** An instruction, and the way to the next one. */
export type Step = {
  name: string;
  type: ManeuverType;
  modifier?: Modifier;
  bearingBefore: number;
  bearingAfter: number;
  line: LngLat[];
  metres: number;
  /** Free-flow driving time. */
  seconds: number;
  intersections: Intersection[];
};

const roundBearing = (bearing: number) => Math.round(bearing) % 360;

/** Builds the instructions of a leg from `depart` to `arrive`. @param stretches at least one */
export function buildSteps(network: StreetNetwork, stretches: readonly Stretch[], side?: Modifier): Step[] {
  const steps: Step[] = [];
  let previous: Stretch | undefined;
  for (const stretch of stretches) {
    const current = steps.at(-1);
    const start = describeStart(network, previous, stretch);
    if (start.type === undefined && current !== undefined) extendStep(current, stretch, start.intersection);
    else steps.push(createStep(start, stretch));
    previous = stretch;
  }
  return previous === undefined ? steps : [...steps, createArrival(previous, side)];
}

type StepStart = {
  type: ManeuverType | undefined;
  modifier?: Modifier;
  bearingBefore: number;
  bearingAfter: number;
  intersection: Intersection;
};

function describeStart(network: StreetNetwork, previous: Stretch | undefined, stretch: Stretch): StepStart {
  const bearingAfter = getStartBearing(stretch.line);
  const location = getStart(stretch.line);
  if (previous === undefined) {
    const intersection = { location, bearings: [roundBearing(bearingAfter)], entry: [true], out: 0 };
    return { type: 'depart', bearingBefore: 0, bearingAfter, intersection };
  }
  const bearingBefore = getEndBearing(previous.line);
  const arms = stretch.start === undefined ? [] : network.getArms(stretch.start);
  const angle = calculateTurnAngle(bearingBefore, bearingAfter);
  const type = getManeuverType({
    angle,
    sameName: previous.street.name === stretch.street.name,
    hasChoice: arms.length > 2,
  });
  const intersection = toIntersection(location, arms, bearingBefore, bearingAfter);
  return { type, modifier: getModifier(angle), bearingBefore, bearingAfter, intersection };
}

function createStep({ type = 'continue', intersection, ...start }: StepStart, stretch: Stretch): Step {
  const { street, line, metres, seconds } = stretch;
  return { ...start, type, name: street.name, line: [...line], metres, seconds, intersections: [intersection] };
}

function extendStep(step: Step, stretch: Stretch, intersection: Intersection): void {
  step.line.push(...stretch.line.slice(1));
  step.metres += stretch.metres;
  step.seconds += stretch.seconds;
  step.intersections.push(intersection);
}

function createArrival(last: Stretch, side: Modifier | undefined): Step {
  const location = getStart(last.line.toReversed());
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
    intersections: [{ location, bearings: [roundBearing(bearingBefore + 180)], entry: [true], in: 0 }],
  };
}

function toIntersection(location: LngLat, arms: readonly Arm[], before: number, after: number): Intersection {
  return {
    location,
    bearings: arms.map(({ bearing }) => roundBearing(bearing)),
    entry: arms.map(({ mayEnter }) => mayEnter),
    in: findClosestArm(arms, before + 180),
    out: findClosestArm(arms, after),
  };
}

function findClosestArm(arms: readonly Arm[], bearing: number): number {
  const gaps = arms.map((arm) => Math.abs(calculateTurnAngle(arm.bearing, bearing)));
  return gaps.indexOf(Math.min(...gaps));
}

function getStart(line: readonly LngLat[]): LngLat {
  return line[0] ?? [0, 0];
}

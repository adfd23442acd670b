import CheapRuler from 'cheap-ruler';
import { getEndBearing, getStartBearing, type LngLat, normaliseBearing } from '../geometry.ts';
import type { Leg, Stretch } from './find-route.ts';
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

// A nearer destination is on the street rather than beside it.
const BESIDE_FROM_M = 5;
const AHEAD_WITHIN_DEGREES = 20;

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

/** The side of the street on which the destination is for the arriving driver; undefined when it is on the street. */
export function findArrivalSide({ stretches, to }: Leg): Modifier | undefined {
  const last = stretches.at(-1);
  if (last === undefined || to.snapped.distanceM < BESIDE_FROM_M) return undefined;
  const ruler = new CheapRuler(to.requested[1], 'meters');
  const angle = calculateTurnAngle(getEndBearing(last.line), ruler.bearing(to.snapped.point, to.requested));
  if (Math.abs(angle) <= AHEAD_WITHIN_DEGREES) return 'straight';
  return angle > 0 ? 'right' : 'left';
}

type Modifier = 'straight' | 'slight right' | 'right' | 'sharp right' | 'uturn' | 'sharp left' | 'left' | 'slight left';

type ManeuverType = 'depart' | 'turn' | 'new name' | 'continue' | 'arrive';

// OSRM's limits in degrees.
const STRAIGHT_BELOW = 20;
const SLIGHT_BELOW = 40;
const TURN_BELOW = 120;
const UTURN_FROM = 175;

/** The turn between two compass bearings in degrees, above -180 up to 180; right is positive. */
function calculateTurnAngle(before: number, after: number): number {
  const angle = normaliseBearing(after - before);
  return angle > 180 ? angle - 360 : angle;
}

function getModifier(angle: number): Modifier {
  const size = Math.abs(angle);
  if (size >= UTURN_FROM) return 'uturn';
  if (size <= STRAIGHT_BELOW) return 'straight';
  const side = angle > 0 ? 'right' : 'left';
  if (size <= SLIGHT_BELOW) return `slight ${side}`;
  return size <= TURN_BELOW ? side : `sharp ${side}`;
}

type Junction = { angle: number; sameName: boolean; hasChoice: boolean };

/** Undefined when a junction needs no instruction, because the street continues without a turn among several ways. */
export function getManeuverType({ angle, sameName, hasChoice }: Junction): ManeuverType | undefined {
  if (sameName) return hasChoice && Math.abs(angle) > SLIGHT_BELOW ? 'continue' : undefined;
  return hasChoice && Math.abs(angle) > STRAIGHT_BELOW ? 'turn' : 'new name';
}

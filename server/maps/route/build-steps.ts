import CheapRuler from 'cheap-ruler';
import { getEndBearing, getStartBearing, type LngLat } from '../geometry.ts';
import type { Plan, Stretch } from './find-route.ts';
import type { StreetNetwork } from './street-network.ts';

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
};

// A nearer destination is on the street rather than beside it.
const BESIDE_FROM_M = 5;
const AHEAD_WITHIN_DEGREES = 20;

/** Builds the instructions of a route from `depart` to `arrive`. @param stretches at least one */
export function buildSteps(network: StreetNetwork, stretches: readonly Stretch[], side?: Modifier): Step[] {
  const steps: Step[] = [];
  let previous: Stretch | undefined;
  for (const stretch of stretches) {
    const current = steps.at(-1);
    const start = describeStart(network, previous, stretch);
    if (start.type === undefined && current !== undefined) extendStep(current, stretch);
    else steps.push(createStep(start, stretch));
    previous = stretch;
  }
  return previous === undefined ? steps : [...steps, createArrival(previous, side)];
}

type StepStart = Pick<Step, 'modifier' | 'bearingBefore' | 'bearingAfter'> & { type: ManeuverType | undefined };

function describeStart(network: StreetNetwork, previous: Stretch | undefined, stretch: Stretch): StepStart {
  const bearingAfter = getStartBearing(stretch.line);
  if (previous === undefined) return { type: 'depart', bearingBefore: 0, bearingAfter };
  const bearingBefore = getEndBearing(previous.line);
  const angle = calculateTurnAngle(bearingBefore, bearingAfter);
  const type = getManeuverType({
    angle,
    sameName: previous.street.name === stretch.street.name,
    hasChoice: stretch.start !== undefined && network.countRoads(stretch.start) > 2,
  });
  return { type, modifier: getModifier(angle), bearingBefore, bearingAfter };
}

function createStep({ type = 'continue', ...start }: StepStart, stretch: Stretch): Step {
  const { street, line, metres, seconds } = stretch;
  return { ...start, type, name: street.name, line: [...line], metres, seconds };
}

function extendStep(step: Step, stretch: Stretch): void {
  step.line.push(...stretch.line.slice(1));
  step.metres += stretch.metres;
  step.seconds += stretch.seconds;
}

function createArrival(last: Stretch, side: Modifier | undefined): Step {
  const location = getStart(last.line.toReversed());
  return {
    name: last.street.name,
    type: 'arrive',
    ...(side === undefined ? {} : { modifier: side }),
    bearingBefore: getEndBearing(last.line),
    bearingAfter: 0,
    line: [location, location],
    metres: 0,
    seconds: 0,
  };
}

function getStart(line: readonly LngLat[]): LngLat {
  return line[0] ?? [0, 0];
}

/** The side of the street on which the destination is for the arriving driver; undefined when it is on the street. */
export function findArrivalSide({ stretches, to }: Plan): Modifier | undefined {
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
export function calculateTurnAngle(before: number, after: number): number {
  const angle = (((after - before) % 360) + 360) % 360;
  return angle > 180 ? angle - 360 : angle;
}

export function getModifier(angle: number): Modifier {
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

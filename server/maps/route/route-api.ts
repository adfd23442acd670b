import { Hono } from 'hono';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { LngLat } from '../geometry.ts';
import type { Street } from '../map-data.ts';
import { buildSteps, findArrivalSide, type Step } from './build-steps.ts';
import { type Plan, planRoute, sumSeconds, type Waypoint } from './find-route.ts';
import { buildStreetNetwork, RouteError, type StreetNetwork } from './street-network.ts';

const TIME_ZONE = 'America/Santo_Domingo';

// Bureau of Public Roads, Traffic Assignment Manual (1964): travel time = free flow x (1 + 0.15 (volume / capacity)^4).
const BPR_ALPHA = 0.15;

const BPR_BETA = 4;

/** Estimated volume over capacity for each hour from midnight; docs/maps.md names the sources. */
const WORKING_DAY = [
  0.3, 0.2, 0.2, 0.2, 0.3, 0.6, 1.1, 1.5, 1.5, 1.25, 1.15, 1.2, 1.35, 1.3, 1.2, 1.25, 1.4, 1.6, 1.6, 1.4, 1.1, 0.9, 0.7,
  0.5,
];

const SATURDAY = [
  0.45, 0.35, 0.3, 0.25, 0.25, 0.4, 0.6, 0.8, 1.0, 1.1, 1.2, 1.3, 1.3, 1.2, 1.1, 1.1, 1.15, 1.2, 1.2, 1.1, 1.0, 0.9,
  0.8, 0.6,
];

const SUNDAY = [
  0.5, 0.4, 0.3, 0.25, 0.2, 0.25, 0.35, 0.45, 0.6, 0.75, 0.85, 0.95, 1.0, 0.95, 0.9, 0.9, 0.95, 1.05, 1.1, 1.0, 0.85,
  0.7, 0.55, 0.4,
];

const localTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
});

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/**
 * `/route/v1/driving/{lng},{lat};{lng},{lat}`: driving directions in the format of OSRM's HTTP API. The response is always
 * that of `overview=full&geometries=geojson&steps=true`.
 */
export function createRouteApi({ streets, now }: { streets: readonly Street[]; now: () => Date }): Hono<AppEnv> {
  const network = buildStreetNetwork(streets);
  const api = new Hono<AppEnv>();
  api.get('/route/v1/driving/:coordinates', (c) => {
    const [start, goal] = parseCoordinates(c.req.param('coordinates'));
    const plan = planRoute(network, start, goal);
    return c.json(toRouteResponse(network, plan, getCongestionFactor(now())));
  });
  api.onError((error, c) => {
    if (!(error instanceof RouteError)) throw error;
    return c.json({ code: error.code, message: error.message }, 400);
  });
  return api;
}

function parseCoordinates(text: string): [start: LngLat, goal: LngLat] {
  const [start, goal, ...others] = text.split(';').map((pair): LngLat => {
    const [lng = '', lat = '', ...rest] = pair.split(',');
    if (rest.length > 0 || !NUMBER.test(lng) || !NUMBER.test(lat)) {
      throw new RouteError('InvalidQuery', `${JSON.stringify(pair)} is no longitude and latitude`);
    }
    if (Math.abs(Number(lng)) > 180 || Math.abs(Number(lat)) > 90) {
      throw new RouteError('InvalidValue', 'Invalid coordinate value.');
    }
    return [Number(lng), Number(lat)];
  });
  if (start === undefined || goal === undefined || others.length > 0) {
    throw new RouteError('InvalidOptions', 'A route has two coordinates.');
  }
  return [start, goal];
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const roundPosition = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];

/**
 * The response of OSRM's route service, with the additional property `free_flow_duration`: the driving time without traffic.
 * @param factor the ratio of the current to the free-flow driving time
 */
function toRouteResponse(network: StreetNetwork, plan: Plan, factor: number) {
  const { stretches, from, to } = plan;
  const steps = buildSteps(network, stretches, findArrivalSide(plan));
  const whole = {
    distance: roundToTenth(stretches.reduce((sum, { metres }) => sum + metres, 0)),
    ...toDurations(sumSeconds(stretches), factor),
  };
  const route = {
    geometry: toGeometry(removeRepeats(stretches.flatMap(({ line }) => line))),
    legs: [{ steps: steps.map((step) => toStep(step, factor)), summary: summariseStreets(steps), ...whole }],
    ...whole,
    weight_name: 'duration',
  };
  return { code: 'Ok', routes: [route], waypoints: [from, to].map(toWaypoint) };
}

function toDurations(seconds: number, factor: number) {
  const duration = roundToTenth(seconds * factor);
  return { duration, weight: duration, free_flow_duration: roundToTenth(seconds) };
}

function toStep(step: Step, factor: number) {
  return {
    geometry: toGeometry(step.line),
    maneuver: {
      type: step.type,
      ...(step.modifier === undefined ? {} : { modifier: step.modifier }),
      location: roundPosition(step.line[0] ?? [0, 0]),
      bearing_before: Math.round(step.bearingBefore) % 360,
      bearing_after: Math.round(step.bearingAfter) % 360,
    },
    mode: 'driving',
    driving_side: 'right',
    name: step.name,
    distance: roundToTenth(step.metres),
    ...toDurations(step.seconds, factor),
  };
}

function toWaypoint({ name, snapped }: Waypoint) {
  return { name, location: roundPosition(snapped.point), distance: roundToTenth(snapped.distanceM) };
}

const SUMMARY_STREETS = 2;

/** The names of the longest streets, in the order of the route. */
function summariseStreets(steps: readonly Step[]): string {
  const metres = new Map<string, number>();
  for (const { name, metres: length } of steps) if (name !== '') metres.set(name, (metres.get(name) ?? 0) + length);
  const longest = [...metres].sort((a, b) => b[1] - a[1]).slice(0, SUMMARY_STREETS);
  return [...metres.keys()].filter((name) => longest.some(([long]) => long === name)).join(', ');
}

function removeRepeats(line: readonly LngLat[]): LngLat[] {
  const distinct = line.filter((vertex, i) => i === 0 || String(vertex) !== String(line[i - 1]));
  return distinct.length > 1 ? distinct : line.slice(0, 2);
}

const toGeometry = (line: readonly LngLat[]) => ({ type: 'LineString', coordinates: line.map(roundPosition) });

/**
 * The ratio of the driving time at `now` in Santo Domingo to the free-flow time: at least 1, estimated by hour and kind of
 * day.
 */
export function getCongestionFactor(now: Date): number {
  const parts = new Map(localTimeFormat.formatToParts(now).map(({ type, value }) => [type, value]));
  const hour = Number(parts.get('hour'));
  const hourFraction = Number(parts.get('minute')) / 60;
  const profile = getDayProfile(parts.get('weekday'));
  const load = (profile[hour] ?? 0) * (1 - hourFraction) + (profile[(hour + 1) % profile.length] ?? 0) * hourFraction;
  return 1 + BPR_ALPHA * load ** BPR_BETA;
}

function getDayProfile(weekday: string | undefined): readonly number[] {
  if (weekday === 'Sat') return SATURDAY;
  if (weekday === 'Sun') return SUNDAY;
  return WORKING_DAY;
}

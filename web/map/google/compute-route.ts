import { getLocale } from '#language';
import { METRES_PER_KM, type Position } from '../../../domain/zones/distance.ts';
import type { DrivingRoute, RouteStep } from '../contract.ts';
import { loadGoogleLibrary } from './load-google-maps.ts';

const MINUTES_PER_MS = 1 / 60_000;

/** Google's driving route in current traffic. @throws when there is none or Google fails */
export async function computeGoogleRoute(origin: Position, destination: Position): Promise<DrivingRoute> {
  const { Route, TrafficModel } = await loadGoogleLibrary('routes');
  const { routes } = await Route.computeRoutes({
    origin,
    destination,
    travelMode: 'DRIVING',
    routingPreference: 'TRAFFIC_AWARE_OPTIMAL',
    trafficModel: TrafficModel.BEST_GUESS,
    // No departureTime: Google rejects a time in the past, which a slow device clock would send. The default is now.
    language: getLocale(),
    fields: ['path', 'distanceMeters', 'durationMillis', 'staticDurationMillis', 'legs'],
  });
  const [route] = routes ?? [];
  if (route === undefined) throw new Error('Google knows no route');
  return toDrivingRoute(route);
}

/** Prefers the duration in traffic. @throws when the route lacks a path, a length or a duration */
export function toDrivingRoute(
  route: Pick<google.maps.routes.Route, 'path' | 'distanceMeters' | 'durationMillis' | 'staticDurationMillis' | 'legs'>,
): DrivingRoute {
  const durationMs = route.durationMillis ?? route.staticDurationMillis;
  if (!route.path?.length || durationMs === null || durationMs === undefined || route.distanceMeters === undefined) {
    throw new Error('Google answered a route without a way, a length or a time');
  }
  const steps = (route.legs ?? []).flatMap((leg) => leg.steps.map(toRouteStep));
  return {
    path: route.path.map(({ lat, lng }) => ({ lat, lng })),
    distanceKm: route.distanceMeters / METRES_PER_KM,
    durationMinutes: durationMs * MINUTES_PER_MS,
    steps: [...steps, { type: 'arrive', street: '', distanceKm: 0 }],
  };
}

/** OSRM's terms for Google's maneuvers. */
const MANEUVERS = new Map<string, Pick<RouteStep, 'type' | 'modifier'>>([
  ['DEPART', { type: 'depart' }],
  ['STRAIGHT', { type: 'continue', modifier: 'straight' }],
  ['NAME_CHANGE', { type: 'new name', modifier: 'straight' }],
  ['TURN_LEFT', { type: 'turn', modifier: 'left' }],
  ['TURN_RIGHT', { type: 'turn', modifier: 'right' }],
  ['TURN_SLIGHT_LEFT', { type: 'turn', modifier: 'slight left' }],
  ['TURN_SLIGHT_RIGHT', { type: 'turn', modifier: 'slight right' }],
  ['TURN_SHARP_LEFT', { type: 'turn', modifier: 'sharp left' }],
  ['TURN_SHARP_RIGHT', { type: 'turn', modifier: 'sharp right' }],
  ['UTURN_LEFT', { type: 'turn', modifier: 'uturn' }],
  ['UTURN_RIGHT', { type: 'turn', modifier: 'uturn' }],
  ['RAMP_LEFT', { type: 'on ramp', modifier: 'left' }],
  ['RAMP_RIGHT', { type: 'on ramp', modifier: 'right' }],
  ['FORK_LEFT', { type: 'fork', modifier: 'left' }],
  ['FORK_RIGHT', { type: 'fork', modifier: 'right' }],
  ['MERGE', { type: 'merge' }],
  ['ROUNDABOUT_LEFT', { type: 'roundabout', modifier: 'left' }],
  ['ROUNDABOUT_RIGHT', { type: 'roundabout', modifier: 'right' }],
]);
const CONTINUE = { type: 'continue' };

/** Keeps Google's own sentence, as Google does not name the street separately. */
export function toRouteStep({
  maneuver,
  instructions,
  distanceMeters,
}: Pick<google.maps.routes.RouteLegStep, 'maneuver' | 'instructions' | 'distanceMeters'>): RouteStep {
  // Notes such as tolls follow on lines of their own.
  const instruction = instructions
    ?.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('. ');
  return {
    ...(MANEUVERS.get(maneuver ?? '') ?? CONTINUE),
    street: '',
    distanceKm: distanceMeters / METRES_PER_KM,
    ...(instruction ? { instruction } : {}),
  };
}

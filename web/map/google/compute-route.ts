import { getLocale } from '#language';
import type { Position } from '../../../domain/zones/distance.ts';
import type { DrivingRoute } from '../contract.ts';
import { loadGoogleLibrary } from './load-google-maps.ts';
import { toRouteStep } from './route-step.ts';

const KM_PER_METRE = 0.001;
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
    distanceKm: route.distanceMeters * KM_PER_METRE,
    durationMinutes: durationMs * MINUTES_PER_MS,
    steps: [...steps, { type: 'arrive', street: '', distanceKm: 0 }],
  };
}

import type { Position } from '../../../../domain/zones/distance.ts';
import type { DrivingRoute } from '../../route/request-route.ts';
import { googleLibrary } from './load-google-maps.ts';
import { stepOf } from './route-step.ts';

const KM_PER_METRE = 0.001;
const MINUTES_PER_MS = 1 / 60_000;

/**
 * Asks Google for the driving route between two places, leaving now in the traffic that is.
 * @throws when there is none or Google fails
 */
export async function computeGoogleRoute(origin: Position, destination: Position): Promise<DrivingRoute> {
  const { Route, TrafficModel } = await googleLibrary('routes');
  const { routes } = await Route.computeRoutes({
    origin,
    destination,
    travelMode: 'DRIVING',
    routingPreference: 'TRAFFIC_AWARE_OPTIMAL',
    trafficModel: TrafficModel.BEST_GUESS,
    // No departureTime: that is the moment of the request, by Google's clock. The time of a device that is a little slow
    // would be in the past, which is refused for driving.
    language: 'en',
    fields: ['path', 'distanceMeters', 'durationMillis', 'staticDurationMillis', 'legs'],
  });
  const [route] = routes ?? [];
  if (route === undefined) throw new Error('Google knows no route');
  return drivingRouteOf(route);
}

/** What the product reads of a route of Google's; the time in traffic where it is known. @throws when it has no way or time */
export function drivingRouteOf(
  route: Pick<google.maps.routes.Route, 'path' | 'distanceMeters' | 'durationMillis' | 'staticDurationMillis' | 'legs'>,
): DrivingRoute {
  const durationMs = route.durationMillis ?? route.staticDurationMillis;
  if (!route.path?.length || durationMs === null || durationMs === undefined || route.distanceMeters === undefined) {
    throw new Error('Google answered a route without a way, a length or a time');
  }
  const steps = (route.legs ?? []).flatMap((leg) => leg.steps.map(stepOf));
  return {
    path: route.path.map(({ lat, lng }) => ({ lat, lng })),
    distanceKm: route.distanceMeters * KM_PER_METRE,
    durationMinutes: durationMs * MINUTES_PER_MS,
    steps: [...steps, { type: 'arrive', street: '', distanceKm: 0 }],
  };
}

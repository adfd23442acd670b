import { useQuery } from '@tanstack/react-query';
import pTimeout from 'p-timeout';
import { useEffect } from 'react';
import * as z from 'zod';
import { Problem } from '../../domain/problems.ts';
import { METRES_PER_KM, type Position, positionSchema } from '../../domain/zones/distance.ts';
import { connection } from '../data/connection.ts';
import { logWarning } from '../ui/platform/log.ts';
import type { DrivingRoute } from './contract.ts';
import { mapKeys } from './keys.ts';
import { usesGoogle } from './map-service.ts';

const MINUTES_PER_SECOND = 1 / 60;
const TIMEOUT_MS = 10_000;

const lngLat = z
  .tuple([z.number(), z.number()])
  .transform(([lng, lat]) => ({ lat, lng }))
  .pipe(positionSchema);

/** The fields that are read of an OSRM response (v1, `geometries=geojson`, `steps=true`). */
const routeSchema = z.object({
  distance: z.number(),
  duration: z.number(),
  geometry: z.object({ coordinates: z.array(lngLat) }),
  legs: z.array(
    z.object({
      steps: z.array(
        z.object({
          name: z.string(),
          distance: z.number(),
          maneuver: z.object({ type: z.string(), modifier: z.string().optional() }),
        }),
      ),
    }),
  ),
});
const statusSchema = z.object({ code: z.string() });
const responseSchema = z.object({ routes: z.tuple([routeSchema], routeSchema) });

/**
 * Requests the driving route between two places.
 * @throws Problem `directions-failed` when there is none, the router fails, or it takes longer than 10 s; the cause has the
 * status
 */
export async function requestRoute(origin: Position, destination: Position): Promise<DrivingRoute> {
  try {
    if (!usesGoogle()) return await requestOsrmRoute(origin, destination);
    const { computeGoogleRoute } = await import('./google/compute-route.ts');
    return await pTimeout(computeGoogleRoute(origin, destination), { milliseconds: TIMEOUT_MS });
  } catch (cause) {
    throw new Problem('directions-failed', { cause });
  }
}

async function requestOsrmRoute(origin: Position, destination: Position): Promise<DrivingRoute> {
  const coordinates = [origin, destination].map(({ lat, lng }) => `${lng},${lat}`).join(';');
  const url = `${connection().config.maps.routerUrl}/route/v1/driving/${coordinates}?overview=full&geometries=geojson&steps=true`;
  const route = await readFirstRoute(await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
  return {
    path: route.geometry.coordinates,
    distanceKm: route.distance / METRES_PER_KM,
    durationMinutes: route.duration * MINUTES_PER_SECOND,
    steps: route.legs.flatMap(({ steps }) =>
      steps.map(({ name, distance, maneuver }) => ({
        type: maneuver.type,
        modifier: maneuver.modifier,
        street: name,
        distanceKm: distance / METRES_PER_KM,
      })),
    ),
  };
}

/** @throws Error with the router's status, or with that of HTTP */
async function readFirstRoute(response: Response) {
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new Error(`HTTP ${response.status} without an answer`, { cause });
  });
  const status = statusSchema.safeParse(body).data?.code ?? `HTTP ${response.status}`;
  if (!response.ok || status !== 'Ok') throw new Error(status);
  const { data, error } = responseSchema.safeParse(body);
  if (error) throw new Error('Ok without a route', { cause: error });
  return data.routes[0];
}

/** The driving route to show on the map, or null; failures are only logged. */
export function useMapRoute(origin: Position | null, destination: Position | null): Position[] | null {
  const isEnabled = origin !== null && destination !== null;
  const route = useQuery({
    queryKey: mapKeys.route(origin, destination),
    queryFn: () => (isEnabled ? requestRoute(origin, destination) : null),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  useEffect(() => {
    if (!route.error) return;
    const { cause } = route.error;
    const status = cause instanceof Error ? cause.message : 'an unknown status';
    logWarning(`Directions request failed due to ${status}`, cause);
  }, [route.error]);
  return isEnabled ? (route.data?.path ?? null) : null;
}

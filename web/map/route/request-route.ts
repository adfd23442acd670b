import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { type Position, positionSchema } from '../../../domain/zones/distance.ts';
import { connection } from '../../data/connection.ts';
import { usesGoogle } from '../map-service.ts';
import { within } from '../within.ts';

const KM_PER_METRE = 0.001;
const MINUTES_PER_SECOND = 1 / 60;
const TIMEOUT_MS = 10_000;

const lngLat = z
  .tuple([z.number(), z.number()])
  .transform(([lng, lat]) => ({ lat, lng }))
  .pipe(positionSchema);

/** The part of an answer of the OSRM protocol (v1, `geometries=geojson`, `steps=true`) that the product reads. */
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
const answerSchema = z.object({ routes: z.tuple([routeSchema], routeSchema) });

/** One turn of a route: OSRM's maneuver, the street it leads onto and how far that one is followed. */
export type RouteStep = {
  type: string;
  modifier?: string | undefined;
  street: string;
  distanceKm: number;
  /** The whole sentence, where the router says one itself. */
  instruction?: string;
};

/** A driving route, leaving now. */
export type DrivingRoute = { path: Position[]; distanceKm: number; durationMinutes: number; steps: RouteStep[] };

/**
 * Asks the router for the driving route between two places.
 * @throws Problem `directions-failed` when there is none, the router fails, or it takes longer than 10 s; its cause says
 * with which status
 */
export async function requestRoute(origin: Position, destination: Position): Promise<DrivingRoute> {
  try {
    if (!usesGoogle()) return await askOsrm(origin, destination);
    const { computeGoogleRoute } = await import('../google/services/compute-route.ts');
    return await within(TIMEOUT_MS, computeGoogleRoute(origin, destination));
  } catch (cause) {
    throw new Problem('directions-failed', { cause });
  }
}

async function askOsrm(origin: Position, destination: Position): Promise<DrivingRoute> {
  const coordinates = [origin, destination].map(({ lat, lng }) => `${lng},${lat}`).join(';');
  const url = `${connection().config.maps.routerUrl}/route/v1/driving/${coordinates}?overview=full&geometries=geojson&steps=true`;
  const route = await firstRouteOf(await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
  return {
    path: route.geometry.coordinates,
    distanceKm: route.distance * KM_PER_METRE,
    durationMinutes: route.duration * MINUTES_PER_SECOND,
    steps: route.legs.flatMap(({ steps }) =>
      steps.map(({ name, distance, maneuver }) => ({
        type: maneuver.type,
        modifier: maneuver.modifier,
        street: name,
        distanceKm: distance * KM_PER_METRE,
      })),
    ),
  };
}

/** @throws Error with the status that came in place of a route: the router's own, or that of HTTP */
async function firstRouteOf(answer: Response) {
  const body: unknown = await answer.json().catch((cause: unknown) => {
    throw new Error(`HTTP ${answer.status} without an answer`, { cause });
  });
  const status = statusSchema.safeParse(body).data?.code ?? `HTTP ${answer.status}`;
  if (!answer.ok || status !== 'Ok') throw new Error(status);
  const { data, error } = answerSchema.safeParse(body);
  if (error) throw new Error('Ok without a route', { cause: error });
  return data.routes[0];
}

import * as z from 'zod';
import { BUILT_IN_MAP, readMapData } from '../maps/map-data.ts';
import { createMapsApi } from '../maps/maps-api.ts';
import type { LngLat } from '../maps/position.ts';

const NIGHT = new Date('2026-03-04T03:00:00-04:00');
const app = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' }, now: () => NIGHT });
export const { places } = readMapData(BUILT_IN_MAP);

export const routeSchema = z.object({
  code: z.literal('Ok'),
  routes: z.tuple([z.object({ distance: z.number(), free_flow_duration: z.number() })]),
  waypoints: z.array(z.object({ name: z.string(), location: z.tuple([z.number(), z.number()]) })),
});
export const errorSchema = z.object({ code: z.enum(['NoRoute', 'NoSegment']), message: z.string() });

/** Requests a route at night, when there is no traffic. */
export async function requestRoute(...stops: LngLat[]): Promise<unknown> {
  return (await app.request(`/route/v1/driving/${stops.join(';')}`)).json();
}

/** Requests an existing route; returns its length, the streets at both ends, and the straight distance in metres. */
export async function drive(...stops: LngLat[]) {
  const { routes, waypoints } = routeSchema.parse(await requestRoute(...stops));
  const [start, end] = [waypoints.at(0), waypoints.at(-1)];
  return {
    ...routes[0],
    names: [start?.name, end?.name],
    crow: metres([start, end].flatMap((at) => at?.location ?? [])),
  };
}

export function findPosition(id: string): LngLat {
  const place = places.find((known) => known.id === id);
  if (place === undefined) throw new Error(`There is no place ${id}`);
  return [place.lng, place.lat];
}

/** Length in metres of a chain of positions (longitude, latitude, longitude, …) on a plane that is true at 18.48 degrees north. */
export function metres(chain: readonly number[]): number {
  const points = chain.flatMap((lng, i) =>
    i % 2 === 0 ? [[lng * 105_580, (chain[i + 1] ?? 0) * 110_574] as const] : [],
  );
  return points
    .slice(1)
    .reduce((sum, [x, y], i) => sum + Math.hypot(x - (points[i]?.[0] ?? x), y - (points[i]?.[1] ?? y)), 0);
}

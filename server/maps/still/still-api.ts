import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { MapData } from '../map-data.ts';
import { toMapLayers } from '../style/map-layers.ts';
import { createMapStyle } from '../style/map-style.ts';
import type { Theme } from '../style/palette.ts';
import { FeatureSource } from './feature-source.ts';
import type { StillMap } from './still-map.ts';

const number = (name: string, min: number, max: number) => {
  const message = `parameter '${name}' takes a number from ${min} to ${max}`;
  return z
    .string(message)
    .regex(/^[-+]?\d{1,3}(\.\d{1,15})?$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

const pixels = (name: string) => {
  const message = `parameter '${name}' takes a whole number from 1 to 1600`;
  return z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1600, message);
};

/** What to draw, in MapLibre's terms. Web mercator ends at 85 degrees. Unknown parameters are ignored. */
const stillRequest = z.object({
  lat: number('lat', -85, 85),
  lng: number('lng', -180, 180),
  zoom: number('zoom', 5, 18),
  width: pixels('width'),
  height: pixels('height'),
  theme: z.enum(['light', 'dark'], "parameter 'theme' takes light or dark").default('light'),
});

/** About a hundred first views. */
const MAX_CACHE_BYTES = 4_000_000;

/** With `cross-origin`, pages of other origins may show a picture in an `<img>`. */
const EMBEDDING = 'cross-origin-resource-policy';

/** `/still.svg`: a picture of the map, which looks like MapLibre's at the same place. */
export function createStillApi(data: MapData): Hono<AppEnv> {
  const getMap = createMapCache(data);
  const pictures = new LRUCache<string, string>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });
  const api = new Hono<AppEnv>();
  api.get('/still.svg', etag({ retainedHeaders: [...RETAINED_304_HEADERS, EMBEDDING] }), async (c) => {
    const query = stillRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: query.error.issues[0]?.message ?? 'invalid request' }, 400);
    const { theme, ...view } = query.data;
    const key = JSON.stringify(query.data);
    const picture = pictures.get(key) ?? (await getMap(theme)).draw(view);
    pictures.set(key, picture);
    c.header(EMBEDDING, 'cross-origin');
    c.header('cache-control', 'public, no-cache');
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });
  return api;
}

const toSources = (data: MapData): ReadonlyMap<string, FeatureSource> =>
  new Map(Object.entries(toMapLayers(data)).map(([name, layer]) => [name, new FeatureSource(layer)]));

/** Loads libraries and the built-in map with the first picture, which keeps the start of the server short. */
function createMapCache(data: MapData): (theme: Theme) => Promise<StillMap> {
  const maps = new Map<Theme, StillMap>();
  // A large map takes seconds to prepare.
  let sources = data.source === 'imported' ? toSources(data) : undefined;
  return async (theme) => {
    const { StillMap } = await import('./still-map.ts');
    sources ??= toSources(data);
    const map = maps.get(theme) ?? new StillMap(createMapStyle(theme, '').layers, sources);
    maps.set(theme, map);
    return map;
  };
}

import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import type { MapData } from '../map-data.ts';
import { toMapLayers } from '../style/map-layers.ts';
import { createMapStyle } from '../style/map-style.ts';
import type { Theme } from '../style/palette.ts';
import { FeatureSource } from './feature-source.ts';
import { stillRequest } from './parse-still-request.ts';
import type { StillMap } from './still-map.ts';

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

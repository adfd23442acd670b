import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import { createMapStyle } from '../style/map-style.ts';
import type { Theme } from '../style/palette.ts';
import type { MapTiles } from '../tiles.ts';
import { StillMap } from './still-map.ts';

const NUMBER = { what: 'a number', pattern: /^[-+]?\d{1,3}(\.\d{1,15})?$/ };
const PIXELS = { what: 'a whole number', pattern: /^\d{1,4}$/ };

const number = (name: string, min: number, max: number, { what, pattern } = NUMBER) => {
  const message = `parameter '${name}' takes ${what} from ${min} to ${max}`;
  return z
    .string(message)
    .regex(pattern, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

/** What to draw, in MapLibre's terms. Web mercator ends at 85 degrees. Unknown parameters are ignored. */
const stillRequest = z.object({
  lat: number('lat', -85, 85),
  lng: number('lng', -180, 180),
  zoom: number('zoom', 5, 18),
  width: number('width', 1, 1600, PIXELS),
  height: number('height', 1, 1600, PIXELS),
  theme: z.enum(['light', 'dark'], "parameter 'theme' takes light or dark").default('light'),
});

/** About a hundred first views. */
const MAX_CACHE_BYTES = 4_000_000;

/** With `cross-origin`, pages of other origins may show a picture in an `<img>`. */
const EMBEDDING = 'cross-origin-resource-policy';

/** `/still.svg`: a picture of the map, which looks like MapLibre's at the same place. */
export function createStillApi(tiles: MapTiles): Hono<AppEnv> {
  const createMap = (theme: Theme) => new StillMap(createMapStyle(theme, '').layers, tiles);
  const maps = { light: createMap('light'), dark: createMap('dark') };
  const pictures = new LRUCache<string, string>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });
  const api = new Hono<AppEnv>();
  api.get('/still.svg', etag({ retainedHeaders: [...RETAINED_304_HEADERS, EMBEDDING] }), (c) => {
    const query = stillRequest.safeParse(c.req.query());
    if (!query.success) return c.json({ message: query.error.issues[0]?.message ?? 'invalid request' }, 400);
    const { theme, ...view } = query.data;
    const key = JSON.stringify(query.data);
    const picture = pictures.get(key) ?? maps[theme].draw(view);
    pictures.set(key, picture);
    c.header(EMBEDDING, 'cross-origin');
    c.header('cache-control', 'public, no-cache');
    return c.body(picture, 200, { 'content-type': 'image/svg+xml' });
  });
  return api;
}

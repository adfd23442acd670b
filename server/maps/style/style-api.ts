import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { AppEnv } from '../../caller.ts';
import type { MapData } from '../map-data.ts';
import { toMapLayers } from './map-layers.ts';
import { createMapStyle } from './map-style.ts';

const A_YEAR = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';

/** `/style.json?theme=light|dark` and the GeoJSON that the style draws. */
export function createStyleApi({ data, publicUrl }: { data: MapData; publicUrl: string }): Hono<AppEnv> {
  const files = new Map(
    Object.entries(toMapLayers(data)).map(([name, layer]) => {
      const body = JSON.stringify(layer);
      return [name, { body, version: createHash('sha256').update(body).digest('hex').slice(0, 12) }];
    }),
  );
  const api = new Hono<AppEnv>();
  api.get('/style.json', etag(), (c) => {
    const theme = c.req.query('theme') ?? 'light';
    if (theme !== 'light' && theme !== 'dark') return c.json({ message: 'theme takes light or dark' }, 400);
    const base = baseFor(c, publicUrl);
    c.header('cache-control', ASK_AGAIN);
    c.header('vary', 'Origin', { append: true });
    return c.json(
      createMapStyle(theme, (name) => `${base}/maps/data/${name}.geojson?v=${files.get(name)?.version ?? ''}`),
    );
  });
  api.get('/data/:file{[a-z]+\\.geojson}', etag(), (c) => {
    const file = files.get(c.req.param('file').replace('.geojson', ''));
    if (file === undefined) return c.notFound();
    // The style names the version, so such an answer never changes.
    c.header('cache-control', c.req.query('v') === file.version ? A_YEAR : ASK_AGAIN);
    return c.body(file.body, 200, { 'content-type': 'application/geo+json' });
  });
  return api;
}

/**
 * MapLibre resolves addresses of data against the page, not against the style. A page of another origin (the browser then
 * sends `Origin`) therefore needs whole addresses; our own page must not get them, since it may be open under another name.
 */
function baseFor(c: Context, publicUrl: string): string {
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin ? '' : publicUrl;
}

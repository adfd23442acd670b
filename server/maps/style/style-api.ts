import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { extractLocaleFromRequest } from '#language';
import type { AppEnv } from '../../caller.ts';
import type { MapData } from '../map-data.ts';
import { toMapLayers } from './map-layers.ts';
import { createMapStyle } from './map-style.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, no-cache';

/** `/style.json?theme=light|dark` and the GeoJSON of its sources. */
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
    const base = getBaseUrl(c, publicUrl);
    c.header('cache-control', REVALIDATE);
    for (const name of ['Origin', 'Cookie', 'Accept-Language']) c.header('vary', name, { append: true });
    const toUrl = (name: string) => `${base}/maps/data/${name}.geojson?v=${files.get(name)?.version ?? ''}`;
    return c.json(createMapStyle(theme, toUrl, extractLocaleFromRequest(c.req.raw)));
  });
  api.get('/data/:file{[a-z]+\\.geojson}', etag(), (c) => {
    const file = files.get(c.req.param('file').replace('.geojson', ''));
    if (file === undefined) return c.notFound();
    // The style's URLs contain the version, so their responses never change.
    c.header('cache-control', c.req.query('v') === file.version ? ONE_YEAR : REVALIDATE);
    return c.body(file.body, 200, { 'content-type': 'application/geo+json' });
  });
  return api;
}

/**
 * MapLibre resolves data URLs against the page instead of the style. So a page of another origin, which sends `Origin`,
 * needs absolute URLs. Our own page needs relative ones, since it may be open under another name.
 */
function getBaseUrl(c: Context, publicUrl: string): string {
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin ? '' : publicUrl;
}

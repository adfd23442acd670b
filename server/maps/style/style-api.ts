import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { extractLocaleFromRequest } from '#language';
import type { AppEnv } from '../../../supabase-server/caller.ts';
import { createMapStyle } from './map-style.ts';

/** `/style.json?theme=light|dark`. @param version of the map, which is part of the addresses of its tiles */
export function createStyleApi({ version, publicUrl }: { version: string; publicUrl: string }): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.get('/style.json', etag(), (c) => {
    const theme = c.req.query('theme') ?? 'light';
    if (theme !== 'light' && theme !== 'dark') return c.json({ message: 'theme takes light or dark' }, 400);
    c.header('cache-control', 'public, no-cache');
    for (const name of ['Origin', 'Cookie', 'Accept-Language']) c.header('vary', name, { append: true });
    const tilesUrl = `${getBaseUrl(c, publicUrl)}/maps/tiles/${version}/{z}/{x}/{y}.mvt`;
    return c.json(createMapStyle(theme, tilesUrl, extractLocaleFromRequest(c.req.raw)));
  });
  return api;
}

/**
 * MapLibre resolves the addresses of tiles against the page instead of the style. So a page of another origin, which sends
 * `Origin`, needs absolute ones. Our own page needs relative ones, since it may be open under another name.
 */
function getBaseUrl(c: Context, publicUrl: string): string {
  const origin = c.req.header('origin');
  return origin === undefined || origin === new URL(c.req.url).origin ? '' : publicUrl;
}

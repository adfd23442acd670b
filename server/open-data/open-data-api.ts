import { readFileSync } from 'node:fs';
import type { FeatureCollection, Point } from 'geojson';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import type { Sql } from 'postgres';
import type { AppEnv } from '../caller.ts';
import { createOpenZonesReader, MAX_AGE_SECONDS, type OpenZone } from './read-open-zones.ts';

const DESCRIPTION = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');

/** `/open`: the zones as open data for any site, without keys and personal data; `/open/openapi.json` describes it. */
export function createOpenDataApi(sql: Sql): Hono<AppEnv> {
  const readZones = createOpenZonesReader(sql);
  const api = new Hono<AppEnv>();
  api.use(cors({ origin: '*', allowMethods: ['GET'] }));
  api.use(etag());
  api.get('/zones.json', async (c) => respond(c, 'application/json', { zones: await readZones() }));
  api.get('/zones.geojson', async (c) => respond(c, 'application/geo+json', toFeatures(await readZones())));
  api.get('/openapi.json', (c) => c.body(DESCRIPTION, 200, { ...CACHED, 'content-type': 'application/json' }));
  return api;
}

const CACHED = { 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` };

const respond = (c: Context<AppEnv>, type: string, body: unknown) =>
  c.body(JSON.stringify(body), 200, { ...CACHED, 'content-type': type });

/** Zones without a position are not on a map. */
function toFeatures(zones: readonly OpenZone[]): FeatureCollection<Point, Omit<OpenZone, 'latitude' | 'longitude'>> {
  return {
    type: 'FeatureCollection',
    features: zones.flatMap(({ latitude, longitude, ...properties }) =>
      latitude === null || longitude === null
        ? []
        : {
            type: 'Feature',
            id: properties.id,
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties,
          },
    ),
  };
}

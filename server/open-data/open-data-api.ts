import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import type { Sql } from 'postgres';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { PreferReplica } from '../../supabase-server/postgrest/execute/run-stale.ts';
import { createOpenZonesCache, MAX_AGE_SECONDS } from './open-zones-cache.ts';
import { readOpenZones } from './read-open-zones.ts';

const DESCRIPTION = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
const CACHED = { 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` };

/** `/open`: the zones as open data for any site, without keys and personal data; `/open/openapi.json` describes it. */
export function createOpenDataApi(sql: Sql, preferReplica?: PreferReplica): Hono<AppEnv> {
  const readZones = () => readOpenZones(sql);
  const readBodies = createOpenZonesCache(
    preferReplica ? () => preferReplica((replica) => readOpenZones(replica.sql), readZones) : readZones,
  );
  const api = new Hono<AppEnv>();
  api.use(cors({ origin: '*', allowMethods: ['GET'] }));
  api.use(etag());
  api.get('/zones.json', async (c) => {
    const { json } = await readBodies();
    return c.body(json.bytes, 200, { ...CACHED, 'content-type': 'application/json', etag: json.etag });
  });
  api.get('/zones.geojson', async (c) => {
    const { geoJson } = await readBodies();
    return c.body(geoJson.bytes, 200, { ...CACHED, 'content-type': 'application/geo+json', etag: geoJson.etag });
  });
  api.get('/openapi.json', (c) => c.body(DESCRIPTION, 200, { ...CACHED, 'content-type': 'application/json' }));
  return api;
}

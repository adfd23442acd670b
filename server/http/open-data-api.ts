import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { PreferReplica } from '../../supabase-server/postgrest/execute/run-stale.ts';
import { DESCRIPTION, MAX_AGE_SECONDS, MAX_ZONES, type OpenFeatures, type OpenZone } from './open-data-description.ts';

/** Zones without a position are not on a map. */
function toFeatures(zones: readonly OpenZone[]): OpenFeatures {
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

const CACHED = { 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` };

/** `/open`: the zones as open data for any site, without keys and personal data; `/open/openapi.json` describes it. */
export function createOpenDataApi(sql: Sql, preferReplica?: PreferReplica): Hono<AppEnv> {
  const readZones = () => readOpenZones(sql);
  /** Reads the zones at most every 30 seconds and once for all who ask meanwhile. */
  const cache = new LRUCache<'zones', OpenZone[]>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: () =>
      preferReplica ? preferReplica((replica) => readOpenZones(replica.sql), readZones) : readZones(),
  });
  const api = new Hono<AppEnv>();
  api.use(cors({ origin: '*', allowMethods: ['GET'] }));
  api.use(etag());
  api.get('/zones.json', async (c) => c.json({ zones: await cache.forceFetch('zones') }, 200, CACHED));
  api.get('/zones.geojson', async (c) => {
    const features = toFeatures(await cache.forceFetch('zones'));
    return c.json(features, 200, { ...CACHED, 'content-type': 'application/geo+json' });
  });
  api.get('/openapi.json', (c) => c.json(DESCRIPTION, 200, CACHED));
  return api;
}

/** The zones by name. */
async function readOpenZones(sql: Sql): Promise<OpenZone[]> {
  const zones = await sql<(Omit<OpenZone, 'updated_at'> & { updated_at: Date })[]>`
    select id, name, address, latitude, longitude, spaces, free,
      price_from::float8, price_to::float8, currency, updated_at
    from public.open_zones
    order by name, id
    limit ${MAX_ZONES}`;
  return zones.map((zone) => ({ ...zone, updated_at: zone.updated_at.toISOString() }));
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FeatureCollection, Point } from 'geojson';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import type { AppEnv } from '../supabase-server/caller.ts';
import type { PreferReplica } from '../supabase-server/postgrest/execute/run-stale.ts';

const MAX_ZONES = 10_000;

const MAX_AGE_SECONDS = 30;

type Body = { bytes: Uint8Array<ArrayBuffer>; etag: string };

type Bodies = { json: Body; geoJson: Body };

/** Reads the zones at most every 30 seconds and once for all who ask meanwhile; the bodies of responses are kept. */
function createOpenZonesCache(readZones: () => Promise<OpenZone[]>): () => Promise<Bodies> {
  const cache = new LRUCache<'zones', Bodies>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    async fetchMethod() {
      const zones = await readZones();
      return { json: toBody({ zones }), geoJson: toBody(toFeatures(zones)) };
    },
  });
  return () => cache.forceFetch('zones');
}

function toBody(content: object): Body {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

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

/** A zone as anybody may reuse it; degrees, and prices of an hour in `currency`. */
export type OpenZone = {
  id: string;
  name: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  spaces: number;
  free: number;
  price_from: number;
  price_to: number;
  currency: string;
  /** When the spaces were counted, ISO 8601. */
  updated_at: string;
};

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

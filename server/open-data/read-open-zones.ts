import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';

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

export const MAX_AGE_SECONDS = 30;
const MAX_ZONES = 10_000;

/** Reads the zones by name, at most every 30 seconds and once for all who ask meanwhile. */
export function createOpenZonesReader(sql: Sql): () => Promise<OpenZone[]> {
  const cache = new LRUCache<'zones', OpenZone[]>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: () => selectZones(sql),
  });
  return () => cache.forceFetch('zones');
}

async function selectZones(sql: Sql): Promise<OpenZone[]> {
  const zones = await sql<(Omit<OpenZone, 'updated_at'> & { updated_at: Date })[]>`
    select id, name, address, latitude, longitude, spaces, free,
      price_from::float8, price_to::float8, currency, updated_at
    from public.open_zones
    order by name, id
    limit ${MAX_ZONES}`;
  return zones.map((zone) => ({ ...zone, updated_at: zone.updated_at.toISOString() }));
}

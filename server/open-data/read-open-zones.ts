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

const MAX_ZONES = 10_000;

/** The zones by name. */
export async function readOpenZones(sql: Sql): Promise<OpenZone[]> {
  const zones = await sql<(Omit<OpenZone, 'updated_at'> & { updated_at: Date })[]>`
    select id, name, address, latitude, longitude, spaces, free,
      price_from::float8, price_to::float8, currency, updated_at
    from public.open_zones
    order by name, id
    limit ${MAX_ZONES}`;
  return zones.map((zone) => ({ ...zone, updated_at: zone.updated_at.toISOString() }));
}

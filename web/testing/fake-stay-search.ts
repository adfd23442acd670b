import { calculateDistanceKm } from '../../domain/zones/distance.ts';
import { type Row, respondFromTable } from './fake-tables.ts';

const BOUNDS = ['west', 'south', 'east', 'north'];
const ARGUMENTS = ['starts', 'ends', 'near_latitude', 'near_longitude', 'near_km', 'wanted_amenities', ...BOUNDS];
const SHEET_ZONES = 5;

type Tables = Record<string, Row[]>;
type Call = { url: URL; method: string; headers: Headers };

/** Responds as the function `find_spaces`: what somebody holds in the time is reserved. */
export function respondWithSpaces(tables: Tables, call: Call): Response {
  const taken = findTakenSpaces(tables, call.url);
  const spaces = (tables.parking_spaces ?? []).map((space) => ({
    ...space,
    status: findStatus(String(space.status), taken?.has(space.id)),
  }));
  return respond(spaces, call);
}

const findStatus = (own: string, isTaken: boolean | undefined) => {
  if (isTaken === undefined || own === 'maintenance') return own;
  return isTaken ? 'reserved' : 'available';
};

/** Responds as the function `find_zones`. */
export function respondWithZones(tables: Tables, call: Call): Response {
  return respond(countZones(tables, call.url), call);
}

/** Responds as the function `find_map_zones`. */
export function respondWithMapZones(tables: Tables, call: Call): Response {
  const { searchParams } = call.url;
  const wanted = JSON.parse(searchParams.get('wanted_amenities') ?? '{}') as Row;
  const zones = countZones(tables, call.url);
  const fitting = zones.filter(({ amenities }) => Object.keys(wanted).every((flag) => (amenities as Row)?.[flag]));
  const near = fitting.filter(
    ({ distance_km }) => distance_km !== null && distance_km <= Number(searchParams.get('near_km')),
  );
  const sheet = (near.length > 0 ? near : fitting)
    .toSorted(
      (a, b) =>
        Number(a.available <= 0) - Number(b.available <= 0) ||
        Number(a.lowest_rate) - Number(b.lowest_rate) ||
        (String(a.name) < String(b.name) ? -1 : 1),
    )
    .slice(0, SHEET_ZONES);
  const isInBounds = createBoundsFilter(searchParams);
  const rows = zones.map((zone) => ({ ...zone, sheet_place: sheet.indexOf(zone) + 1 || null }));
  return respond(
    rows.filter((zone) => zone.sheet_place !== null || isInBounds(zone)),
    call,
  );
}

/** The zones with their available spaces, less those that are taken, and the distance to the place of the call. */
function countZones(tables: Tables, url: URL) {
  const { searchParams } = url;
  const taken = findTakenSpaces(tables, url);
  const near = { lat: Number(searchParams.get('near_latitude')), lng: Number(searchParams.get('near_longitude')) };
  return (tables.parking_zones ?? []).map((zone): Row & { available: number; distance_km: number | null } => {
    const ofZone = (tables.parking_spaces ?? []).filter(({ zone_id }) => zone_id === zone.id);
    const available = readCount(zone.available) - ofZone.filter(({ id }) => taken?.has(id)).length;
    const hasDistance = searchParams.has('near_latitude') && zone.latitude !== null;
    const position = { lat: Number(zone.latitude), lng: Number(zone.longitude) };
    return {
      ...zone,
      spaces: readCount(zone.spaces),
      available,
      available_count: available,
      distance_km: hasDistance ? calculateDistanceKm(near, position) : null,
    };
  });
}

function createBoundsFilter(searchParams: URLSearchParams): (zone: Row) => boolean {
  if (!searchParams.has('west')) return () => false;
  const [west, south, east, north] = BOUNDS.map((name) => Number(searchParams.get(name))) as [
    number,
    number,
    number,
    number,
  ];
  return ({ latitude, longitude }) =>
    latitude !== null &&
    Number(latitude) >= south &&
    Number(latitude) <= north &&
    Number(longitude) >= west &&
    Number(longitude) <= east;
}

const readCount = (embedded: unknown) => (embedded as [{ count: number }])[0].count;

/** Undefined without a time. */
function findTakenSpaces(tables: Tables, { searchParams }: URL): Set<unknown> | undefined {
  const [starts, ends] = [searchParams.get('starts'), searchParams.get('ends')].map((time) => Date.parse(time ?? ''));
  if (!starts || !ends) return undefined;
  const overlapping = (tables.space_occupancy ?? []).filter(
    ({ start_time, end_time }) => Date.parse(String(start_time)) < ends && Date.parse(String(end_time)) > starts,
  );
  return new Set(overlapping.map(({ parking_space_id }) => parking_space_id));
}

function respond(rows: Row[], { url, method, headers }: Call): Response {
  const filters = new URL(url);
  for (const name of ARGUMENTS) filters.searchParams.delete(name);
  return respondFromTable(rows, new Request(filters, { method, headers }), null);
}

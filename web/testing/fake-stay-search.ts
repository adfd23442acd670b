import { calculateDistanceKm } from '../../domain/zones/distance.ts';
import { type Row, respondFromTable } from './fake-tables.ts';

const BOUNDS = ['west', 'south', 'east', 'north'];
const ARGUMENTS = ['starts', 'ends', 'near_latitude', 'near_longitude', ...BOUNDS];

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

/** Responds as the functions `find_zones` and `find_zones_in`: the available spaces of a row, less those that are taken, and the distance. */
export function respondWithZones(tables: Tables, call: Call): Response {
  const { searchParams } = call.url;
  const taken = findTakenSpaces(tables, call.url);
  const near = { lat: Number(searchParams.get('near_latitude')), lng: Number(searchParams.get('near_longitude')) };
  const zones = (tables.parking_zones ?? []).map((zone) => {
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
  return respond(zones.filter(createBoundsFilter(searchParams)), call);
}

function createBoundsFilter(searchParams: URLSearchParams): (zone: Row) => boolean {
  if (!searchParams.has('west')) return () => true;
  const [west, south, east, north] = BOUNDS.map((name) => Number(searchParams.get(name))) as [
    number,
    number,
    number,
    number,
  ];
  return ({ latitude, longitude }) =>
    Number(latitude) >= south && Number(latitude) <= north && Number(longitude) >= west && Number(longitude) <= east;
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

import * as z from 'zod';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { FALLBACK_HOURLY_RATE } from '../../../domain/money/money.ts';
import { toSearchWords } from '../../../domain/plain-text.ts';
import { Problem } from '../../../domain/problems.ts';
import type { Bounds, Position } from '../../../domain/zones/distance.ts';
import { NEAREST_LIMIT } from '../../../domain/zones/nearest.ts';
import { NEARBY_KM, type Space, ZONE_IMAGE, type Zone } from '../../../domain/zones/zone.ts';
import { dataClient } from '../../data/connection.ts';
import { isFreeForNextHour } from '../../data/occupancy.ts';
import { listSpaces, toReservationArguments } from '../../data/space.ts';
import { ROWS_LIMIT } from '../../data/table-page.ts';
import { toDescription, toPosition, ZONE_SELECT, zoneRowSchema } from '../../data/zone.ts';
import { mapRows, type ParsedRows, readRows } from '../../ui/table/parse-rows.ts';

export const ZONES_REFRESH_MS = 30_000;

const UNNAMED_ZONE = m.zone_unnamed();
const UNKNOWN_ADDRESS = m.zone_unknown_address();
const FEWEST_SPACES = 1;
const SYSTEM_OWNER_ID = 'system';

const FOUND_ZONE_SELECT =
  `${ZONE_SELECT}, rating_count, lowest_rate, highest_rate, has_rates, spaces:space_count, available:available_count` as const;

export const countedZoneRowSchema = zoneRowSchema.extend({
  rating_count: z.int().default(0),
  lowest_rate: z.number(),
  highest_rate: z.number(),
  has_rates: z.boolean().optional(),
  spaces: z.int(),
  available: z.int(),
});

/** A zone as drivers see it, with a default for everything its operator left out. */
export function toZone(row: z.infer<typeof countedZoneRowSchema>): Zone {
  const { spaces, available } = row;
  return {
    id: row.id,
    name: row.name || UNNAMED_ZONE,
    description: toDescription(row) || m.zone_default_description({ count: spaces }),
    address: row.location || UNKNOWN_ADDRESS,
    position: toPosition(row),
    rating: row.rating ?? 0,
    numberOfRatings: row.rating_count,
    availableSpaces: available,
    totalSpaces: spaces || FEWEST_SPACES,
    hasSpaces: spaces > 0,
    pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
    lowestRate: row.lowest_rate,
    highestRate: row.highest_rate,
    hasRates: row.has_rates,
    overstay: row.overstay,
    amenities: Object.entries(row.amenities ?? {}).flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
    images: [ZONE_IMAGE],
    ownerId: SYSTEM_OWNER_ID,
    ownerName: '',
  };
}

/** More pins than this cannot be told apart. */
const MAP_ZONES_LIMIT = 10_000;
const ZONE_LIST_PAGE = 50;

/** When and where somebody wants to park; without a period it is now. */
type ZoneSearch = { period: Period | null; near?: Position | null };

export type ZoneOrder = 'name' | 'near' | 'price' | 'free';

/** A zone matches when it has every amenity, and the words in its name or address. */
export type ZoneFilter = ZoneSearch & {
  amenities: readonly string[];
  words?: string;
  /** Only zones with one of these ids; null for all. */
  ids?: readonly string[] | null;
  order?: ZoneOrder;
};

type QueryResponse = { data: unknown; error: unknown };

function parseZones(response: QueryResponse): ParsedRows<Zone> {
  return mapRows(readRows(response, countedZoneRowSchema, 'zones-not-loaded'), toZone);
}

/** For a map or a short choice, where a row that cannot be parsed has no place to be shown. */
function readZones(response: QueryResponse): Zone[] {
  const { rows, invalid } = parseZones(response);
  if (rows.length === 0 && invalid.length > 0) throw new Problem('zones-not-loaded');
  return rows;
}

const toSearchArguments = ({ period, near = null }: ZoneSearch) => ({
  ...(period === null ? {} : toReservationArguments(period)),
  ...(near === null ? {} : { near_latitude: near.lat, near_longitude: near.lng }),
});

/** Zones with their counts of all spaces and of those that are available for the period. */
const selectZones = (search: ZoneSearch) =>
  dataClient().rpc('find_zones', toSearchArguments(search), { get: true }).select(FOUND_ZONE_SELECT);

/** With a count of its rows, `find_zones` would count the spaces of every zone there is. */
const countZones = () => dataClient().from('parking_zones').select('id', { count: 'exact' }).limit(1);

const toFlags = (amenities: readonly string[]) => Object.fromEntries(amenities.map((flag) => [flag, true]));

type NameFilter = Omit<ZoneFilter, 'period' | 'near' | 'order'>;

type Filterable<Query> = {
  contains(column: string, value: Record<string, unknown>): Query;
  in(column: string, values: readonly unknown[]): Query;
  like(column: string, pattern: string): Query;
};

function narrow<Query extends Filterable<Query>>(query: Query, filter: NameFilter): Query {
  const { amenities, words = '', ids = null } = filter;
  let narrowed = query;
  if (amenities.length > 0) narrowed = narrowed.contains('amenities', toFlags(amenities));
  if (ids !== null) narrowed = narrowed.in('id', ids);
  const patterns = toSearchWords(words).map((word) => `*${word.replace(/[\\%_]/g, '\\$&')}*`);
  return patterns.reduce((found, pattern) => found.like('search_text', pattern), narrowed);
}

/** The zones of the map, and those of its sheet in their order. A zone of the sheet may be outside the bounds. */
export type MapZones = { zones: Zone[]; sheet: Zone[] };

const mapZoneRowSchema = countedZoneRowSchema.extend({ sheet_place: z.int().nullable() });

function selectMapZones(bounds: Bounds, { amenities, ...search }: ZoneFilter) {
  const wanted = amenities.length === 0 ? {} : { wanted_amenities: JSON.stringify(toFlags(amenities)) };
  const km = search.near ? { near_km: NEARBY_KM } : {};
  return dataClient()
    .rpc('find_map_zones', { ...bounds, ...toSearchArguments(search), ...km, ...wanted }, { get: true })
    .select(`${FOUND_ZONE_SELECT}, sheet_place`)
    .limit(ROWS_LIMIT);
}

/**
 * All zones within the bounds, for the pins, and the zones of the sheet: those with the amenities, with available spaces first, then
 * the cheapest. With a place the sheet has the zones near it, the nearest first, or all where none is near.
 */
export async function listMapZones(bounds: Bounds, filter: ZoneFilter, signal: AbortSignal): Promise<MapZones> {
  const select = () => selectMapZones(bounds, filter).abortSignal(signal);
  // However many zones there are, the first page has those of the sheet.
  let response: QueryResponse = await select().order('sheet_place').order('id');
  const first = readRows(response, mapZoneRowSchema, 'zones-not-loaded');
  if (first.rows.length === 0 && first.invalid.length > 0) throw new Problem('zones-not-loaded');
  const zones = new Map(first.rows.map((row) => [row.id, toZone(row)]));
  const sheet = first.rows.flatMap(({ id, sheet_place }) => (sheet_place === null ? [] : (zones.get(id) ?? [])));
  for (
    let last = findNextPage(response);
    last !== null && zones.size < MAP_ZONES_LIMIT;
    last = findNextPage(response)
  ) {
    response = await select().gt('id', last).order('id');
    for (const zone of parseZones(response).rows) zones.set(zone.id, zone);
  }
  // The order of pins does not change with the sheet.
  return { zones: [...zones.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)), sheet };
}

/** The id after which the next page begins; null after the last page. */
function findNextPage({ data }: QueryResponse): string | null {
  const rows = z.array(z.unknown()).length(ROWS_LIMIT).safeParse(data);
  return z.object({ id: z.guid() }).safeParse(rows.data?.at(-1)).data?.id ?? null;
}

/** The nearest zones with a space that is free for the whole period. */
export async function listNearestFreeZones(near: Position, period: Period): Promise<Zone[]> {
  const query = selectZones({ near, period }).gt('available_count', 0);
  return readZones(await query.order('distance_km').order('id').limit(NEAREST_LIMIT));
}

/** Null when there is no such zone. */
export async function findZone(id: string, period: Period | null): Promise<Zone | null> {
  if (!z.guid().safeParse(id).success) return null;
  const zones = readZones(await selectZones({ period }).eq('id', id));
  return zones.find((zone) => zone.id === id) ?? null;
}

/** A page of the zones that match, in the wanted order and then by name, and how many match. Without a place, `near` is by name. */
export async function listZonePage(
  filter: ZoneFilter,
  from: number,
): Promise<{ zones: ParsedRows<Zone>; total: number }> {
  const { period, near = null, order = 'name', ...names } = filter;
  const found = narrow(selectZones({ period, near }), names);
  const first = order === 'near' && near === null ? null : ORDERED_BY[order];
  const page = (first === null ? found : found.order(first.column, { ascending: first.ascending }))
    .order('sort_name')
    .order('id')
    .range(from, from + ZONE_LIST_PAGE - 1);
  const [response, counted] = await Promise.all([page, narrow(countZones(), names)]);
  const zones = parseZones(response);
  return { zones, total: counted.count ?? zones.count };
}

const ORDERED_BY = {
  name: null,
  near: { column: 'distance_km', ascending: true },
  price: { column: 'lowest_rate', ascending: true },
  free: { column: 'available_count', ascending: false },
};

/** The first space of a zone, by name, that is free for the period, or without one for the next hour; null when there is none. */
export async function findFreeSpace(zoneId: string, period: Period | null, now: Date): Promise<Space | null> {
  for (const space of (await listSpaces(zoneId, period)).rows) {
    if (space.status === 'available' && (period !== null || (await isFreeForNextHour(space.id, now)))) return space;
  }
  return null;
}

import * as z from 'zod';
import { foldText } from '../../domain/language/fold-text.ts';
import { Problem } from '../../domain/problems.ts';
import type { Bounds, Position } from '../../domain/zones/distance.ts';
import { NEAREST_LIMIT } from '../../domain/zones/nearest.ts';
import type { Period } from '../../domain/zones/occupancy.ts';
import { NEARBY_KM, SHEET_ZONES_LIMIT, type Space, selectSheetZones, type Zone } from '../../domain/zones/zone.ts';
import { dataClient } from '../data/connection.ts';
import { isFreeForNextHour } from '../data/occupancy.ts';
import { mapRows, type ParsedRows, readRows } from '../data/parse-rows.ts';
import { listSpaces, toStayArguments } from '../data/space.ts';
import { COUNTED_ZONE_COLUMNS, countedZoneRowSchema, FOUND_ZONE_COLUMNS, toZone } from './zone-row.ts';

/** The most rows in one response, unless the operator of the backend sets another limit. */
const ROWS_LIMIT = 1000;
/** More pins than this cannot be told apart. */
const ZONES_IN_VIEW_LIMIT = 10_000;
export const ZONE_LIST_PAGE = 50;

/** When and where somebody wants to park; without a period it is now. */
export type ZoneSearch = { period: Period | null; near?: Position | null };

/** A zone matches when it has every amenity, and the words in its name or address. */
export type ZoneFilter = ZoneSearch & { amenities: readonly string[]; words?: string };

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

type SelectOptions = { count?: 'exact'; isAvailableOnly?: boolean };

/** Zones with their counts of all spaces and of the available ones. */
function selectCountedZones(
  { period, near = null }: ZoneSearch,
  { isAvailableOnly = false, ...count }: SelectOptions = {},
) {
  if (period !== null || near !== null) {
    const stay = period === null ? {} : toStayArguments(period);
    const place = near === null ? {} : { near_latitude: near.lat, near_longitude: near.lng };
    const query = dataClient()
      .rpc('find_zones', { ...stay, ...place }, { get: true, ...count })
      .select(FOUND_ZONE_COLUMNS);
    return isAvailableOnly ? query.gt('available_count', 0) : query;
  }
  const columns = isAvailableOnly ? `${COUNTED_ZONE_COLUMNS}, free:parking_spaces!inner(id)` : COUNTED_ZONE_COLUMNS;
  const query = dataClient().from('parking_zones').select(columns, count).eq('available.status', 'available');
  return isAvailableOnly ? query.eq('free.status', 'available').limit(1, { referencedTable: 'free' }) : query;
}

function selectZones({ amenities, words = '', ...search }: ZoneFilter, options?: SelectOptions) {
  let query = selectCountedZones(search, options);
  if (amenities.length > 0)
    query = query.contains('amenities', Object.fromEntries(amenities.map((flag) => [flag, true])));
  if (words.trim() !== '') {
    const escaped = foldText(words.trim()).replace(/[\\%_]/g, '\\$&');
    query = query.like('search_text', `*${escaped}*`);
  }
  return query;
}

/**
 * The zones of the map's sheet, of all zones with the amenities: those with available spaces first, then the cheapest. When
 * there is a place, they are all near it, unless no zone is.
 * @throws Problem `zones-not-loaded`
 */
export async function listSheetZones(filter: ZoneFilter): Promise<Zone[]> {
  const { near = null, ...anywhere } = filter;
  const nearby = near === null ? [] : await listCheapestZones(filter, NEARBY_KM);
  return nearby.length > 0 ? nearby : listCheapestZones(anywhere);
}

async function listCheapestZones(filter: ZoneFilter, withinKm: number | null = null): Promise<Zone[]> {
  const select = (options: SelectOptions, limit: number) => {
    const query = selectZones(filter, options);
    const candidates = withinKm === null ? query : query.lte('distance_km', withinKm);
    return candidates.order('lowest_rate').order('sort_name').limit(limit);
  };
  const free = readZones(await select({ isAvailableOnly: true }, SHEET_ZONES_LIMIT));
  if (free.length >= SHEET_ZONES_LIMIT) return selectSheetZones(free);
  // These may include the zones just found, so that many more are loaded to fill the sheet.
  const cheapest = readZones(await select({}, SHEET_ZONES_LIMIT + free.length));
  return selectSheetZones([...new Map([...free, ...cheapest].map((zone) => [zone.id, zone])).values()]);
}

function selectZonesIn({ west, south, east, north }: Bounds, period: Period | null) {
  if (period !== null) {
    const bounds = { west, south, east, north };
    return dataClient()
      .rpc('find_zones_in', { ...bounds, ...toStayArguments(period) }, { get: true })
      .select(FOUND_ZONE_COLUMNS);
  }
  return selectCountedZones({ period })
    .gte('latitude', south)
    .lte('latitude', north)
    .gte('longitude', west)
    .lte('longitude', east);
}

/** The zones within these bounds, ten thousand at most. @throws Problem `zones-not-loaded` */
export async function listZonesIn(bounds: Bounds, period: Period | null, signal: AbortSignal): Promise<Zone[]> {
  const zones: Zone[] = [];
  let last: string | null = null;
  while (zones.length < ZONES_IN_VIEW_LIMIT) {
    const query = selectZonesIn(bounds, period).order('id').limit(ROWS_LIMIT).abortSignal(signal);
    const page = parseZones(await (last === null ? query : query.gt('id', last)));
    zones.push(...page.rows);
    // Pages are ordered by id, which rows that cannot be parsed have as well.
    const ids = [...page.rows, ...page.invalid].map(({ id }) => id).filter((id) => z.guid().safeParse(id).success);
    last = ids.toSorted().at(-1) ?? null;
    if (page.count !== ROWS_LIMIT || last === null) break;
  }
  return zones;
}

/** The nearest zones with a space that is free for the whole period. @throws Problem `zones-not-loaded` */
export async function listNearestFreeZones(near: Position, period: Period): Promise<Zone[]> {
  const query = selectZones({ near, period, amenities: [] }, { isAvailableOnly: true });
  return readZones(await query.order('distance_km').order('id').limit(NEAREST_LIMIT));
}

/** Null when there is no such zone. @throws Problem `zones-not-loaded` */
export async function findZone(id: string, period: Period | null): Promise<Zone | null> {
  if (!z.guid().safeParse(id).success) return null;
  const zones = readZones(await selectCountedZones({ period }).eq('id', id));
  return zones.find((zone) => zone.id === id) ?? null;
}

/**
 * A page of zones, and how many match in all: by name, and when there is a place, the nearest first.
 * @throws Problem `zones-not-loaded`
 */
export async function listZonePage(
  filter: ZoneFilter,
  from: number,
): Promise<{ zones: ParsedRows<Zone>; total: number }> {
  const { period, near = null, ...names } = filter;
  const isPlainList = period === null && near === null;
  const query = selectZones(filter, isPlainList ? { count: 'exact' } : {});
  const sorted = near === null ? query : query.order('distance_km');
  const page = sorted
    .order('sort_name')
    .order('id')
    .range(from, from + ZONE_LIST_PAGE - 1);
  // With a count of its rows, `find_zones` would count the spaces of every zone there is.
  const all = isPlainList ? null : selectZones({ ...names, period: null }, { count: 'exact' }).limit(1);
  const [response, counted] = await Promise.all([page, all]);
  const zones = parseZones(response);
  return { zones, total: (counted ?? response).count ?? zones.count };
}

/**
 * The first space of a zone, by name, that is available for the period; without one, that nobody holds for the next hour.
 * Null when there is none.
 * @throws Problem `spaces-not-loaded` or `availability-unknown`
 */
export async function findFreeSpace(zoneId: string, period: Period | null, now: Date): Promise<Space | null> {
  for (const space of (await listSpaces(zoneId, period)).rows) {
    if (space.status === 'available' && (period !== null || (await isFreeForNextHour(space.id, now)))) return space;
  }
  return null;
}

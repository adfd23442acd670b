import * as z from 'zod';
import { Problem } from '../../domain/problems.ts';
import type { Bounds } from '../../domain/zones/distance.ts';
import { SHEET_ZONES_LIMIT, type Space, selectSheetZones, type Zone } from '../../domain/zones/zone.ts';
import { dataClient } from '../data/connection.ts';
import { isFreeForNextHour } from '../data/occupancy.ts';
import { mapRows, type ParsedRows, readRows } from '../data/parse-rows.ts';
import { SPACE_COLUMNS, spaceRowSchema, toSpace } from '../data/space.ts';
import { COUNTED_ZONE_COLUMNS, countedZoneRowSchema, toZone } from './zone-row.ts';

/** The most rows in one response, unless the operator of the backend sets another limit. */
const ROWS_LIMIT = 1000;
/** More pins than this cannot be told apart. */
const ZONES_IN_VIEW_LIMIT = 10_000;
export const ZONE_LIST_PAGE = 50;

/** A zone matches when it has every amenity, and the words in its name or address. */
export type ZoneFilter = { amenities: readonly string[]; words?: string };

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

function selectCountedZones(moreColumns = '', options?: { count: 'exact' }) {
  return dataClient()
    .from('parking_zones')
    .select(`${COUNTED_ZONE_COLUMNS}${moreColumns}`, options)
    .eq('available.status', 'available');
}

function selectZones({ amenities, words = '' }: ZoneFilter, moreColumns = '', options?: { count: 'exact' }) {
  let query = selectCountedZones(moreColumns, options);
  if (amenities.length > 0)
    query = query.contains('amenities', Object.fromEntries(amenities.map((flag) => [flag, true])));
  if (words.trim() !== '') {
    const pattern = `"*${words
      .trim()
      .replace(/[\\"%_]/g, '\\$&')
      .replace(/[\\"]/g, '\\$&')}*"`;
    query = query.or(`name.ilike.${pattern},location.ilike.${pattern}`);
  }
  return query;
}

/**
 * The zones of the map's sheet, of all zones with the amenities: those with free spaces first, then the cheapest.
 * @throws Problem `zones-not-loaded`
 */
export async function listSheetZones(amenities: readonly string[]): Promise<Zone[]> {
  const free = readZones(
    await selectZones({ amenities }, ', free:parking_spaces!inner(id)')
      .eq('free.status', 'available')
      .limit(1, { referencedTable: 'free' })
      .order('lowest_rate')
      .order('name')
      .limit(SHEET_ZONES_LIMIT),
  );
  if (free.length >= SHEET_ZONES_LIMIT) return selectSheetZones(free);
  // These may include the zones just found, so that many more are loaded to fill the sheet.
  const cheapest = readZones(
    await selectZones({ amenities })
      .order('lowest_rate')
      .order('name')
      .limit(SHEET_ZONES_LIMIT + free.length),
  );
  return selectSheetZones([...new Map([...free, ...cheapest].map((zone) => [zone.id, zone])).values()]);
}

/** The zones within these bounds, ten thousand at most. @throws Problem `zones-not-loaded` */
export async function listZonesIn({ west, south, east, north }: Bounds, signal: AbortSignal): Promise<Zone[]> {
  const zones: Zone[] = [];
  let last: string | null = null;
  while (zones.length < ZONES_IN_VIEW_LIMIT) {
    const query = selectCountedZones()
      .gte('latitude', south)
      .lte('latitude', north)
      .gte('longitude', west)
      .lte('longitude', east)
      .order('id')
      .limit(ROWS_LIMIT)
      .abortSignal(signal);
    const page = parseZones(await (last === null ? query : query.gt('id', last)));
    zones.push(...page.rows);
    // Pages are ordered by id, which rows that cannot be parsed have as well.
    const ids = [...page.rows, ...page.invalid].map(({ id }) => id).filter((id) => z.guid().safeParse(id).success);
    last = ids.toSorted().at(-1) ?? null;
    if (page.count !== ROWS_LIMIT || last === null) break;
  }
  return zones;
}

/** Null when there is no such zone. @throws Problem `zones-not-loaded` */
export async function findZone(id: string): Promise<Zone | null> {
  if (!z.guid().safeParse(id).success) return null;
  const zones = readZones(await selectCountedZones().eq('id', id));
  return zones.find((zone) => zone.id === id) ?? null;
}

/** A page of zones by name, and how many match in all. @throws Problem `zones-not-loaded` */
export async function listZonePage(
  filter: ZoneFilter,
  from: number,
): Promise<{ zones: ParsedRows<Zone>; total: number }> {
  const response = await selectZones(filter, '', { count: 'exact' })
    .order('name')
    .order('id')
    .range(from, from + ZONE_LIST_PAGE - 1);
  const zones = parseZones(response);
  return { zones, total: response.count ?? zones.count };
}

/** By name. @throws Problem `spaces-not-loaded` */
export async function listSpaces(zoneId: string): Promise<ParsedRows<Space>> {
  const response = await dataClient().from('parking_spaces').select(SPACE_COLUMNS).eq('zone_id', zoneId).order('name');
  return mapRows(readRows(response, spaceRowSchema, 'spaces-not-loaded'), toSpace);
}

/**
 * The first available space of a zone, by name, that nobody holds for the next hour; null when there is none.
 * @throws Problem `spaces-not-loaded` or `availability-unknown`
 */
export async function findFreeSpace(zoneId: string, now: Date): Promise<Space | null> {
  for (const space of (await listSpaces(zoneId)).rows) {
    if (space.status === 'available' && (await isFreeForNextHour(space.id, now))) return space;
  }
  return null;
}

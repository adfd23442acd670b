import * as z from 'zod';
import { Problem } from '../../domain/problems.ts';
import type { Bounds } from '../../domain/zones/distance.ts';
import type { TakenTime } from '../../domain/zones/occupancy.ts';
import { SHEET_ZONES_LIMIT, type Space, selectSheetZones, type Zone } from '../../domain/zones/zone.ts';
import { dataClient } from '../data/connection.ts';
import { mapRows, type ParsedRows, readRows } from '../data/parse-rows.ts';
import { SPACE_COLUMNS, spaceOf, spaceRowSchema, takenRowSchema, ZONE_COLUMNS, zoneOf, zoneRowSchema } from './row.ts';

const MS_PER_HOUR = 3_600_000;
/** How many rows a backend of this kind answers at most, unless its operator says otherwise. */
const ROWS_LIMIT = 1000;
/** Nobody tells more pins apart than this, gathered or not. */
const ZONES_IN_VIEW_LIMIT = 10_000;
/** As many zones as one page of the list shows. */
export const ZONE_LIST_PAGE = 50;
/** Addresses have to stay short enough for every server between here and the database. */
const SPACES_PER_REQUEST = 100;

/** What the zones of a list have in common: every one of the amenities, and the words in their name or address. */
export type ZoneFilter = { amenities: readonly string[]; words?: string };

type Answer = { data: unknown; error: unknown };

function parseZones(answer: Answer): ParsedRows<Zone> {
  return mapRows(readRows(answer, zoneRowSchema, 'zones-not-loaded'), zoneOf);
}

/** The zones that can be shown on a map or in a choice of a few, where an invalid one has no place. */
function zonesOf(answer: Answer): Zone[] {
  const { rows, invalid } = parseZones(answer);
  if (rows.length === 0 && invalid.length > 0) throw new Problem('zones-not-loaded');
  return rows;
}

/** Zones with the numbers of their spaces; `more` is what else is read of them. */
function zoneRows(more = '', options?: { count: 'exact' }) {
  return dataClient()
    .from('parking_zones')
    .select(`${ZONE_COLUMNS}${more}`, options)
    .eq('available.status', 'available');
}

function selectZones({ amenities, words = '' }: ZoneFilter, more = '', options?: { count: 'exact' }) {
  let query = zoneRows(more, options);
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
  const free = zonesOf(
    await selectZones({ amenities }, ', free:parking_spaces!inner(id)')
      .eq('free.status', 'available')
      .limit(1, { referencedTable: 'free' })
      .order('price_per_hour')
      .order('name')
      .limit(SHEET_ZONES_LIMIT),
  );
  if (free.length >= SHEET_ZONES_LIMIT) return selectSheetZones(free);
  // Of the cheapest zones at most those just found have free spaces, so that the others fill the sheet.
  const cheapest = zonesOf(
    await selectZones({ amenities })
      .order('price_per_hour')
      .order('name')
      .limit(SHEET_ZONES_LIMIT + free.length),
  );
  return selectSheetZones([...new Map([...free, ...cheapest].map((zone) => [zone.id, zone])).values()]);
}

/** Every zone with a position in a part of the map, ten thousand at most. @throws Problem `zones-not-loaded` */
export async function listZonesIn({ west, south, east, north }: Bounds, signal: AbortSignal): Promise<Zone[]> {
  const zones: Zone[] = [];
  let last: string | null = null;
  while (zones.length < ZONES_IN_VIEW_LIMIT) {
    const query = zoneRows()
      .gte('latitude', south)
      .lte('latitude', north)
      .gte('longitude', west)
      .lte('longitude', east)
      .order('id')
      .limit(ROWS_LIMIT)
      .abortSignal(signal);
    const page = parseZones(await (last === null ? query : query.gt('id', last)));
    zones.push(...page.rows);
    // Pages are in the order of their ids, which invalid rows have as well.
    const ids = [...page.rows, ...page.invalid].map(({ id }) => id).filter((id) => z.guid().safeParse(id).success);
    last = ids.toSorted().at(-1) ?? null;
    if (page.count !== ROWS_LIMIT || last === null) break;
  }
  return zones;
}

/** One zone, or null when there is none of this id. @throws Problem `zones-not-loaded` */
export async function findZone(id: string): Promise<Zone | null> {
  if (!z.guid().safeParse(id).success) return null;
  const zones = zonesOf(await zoneRows().eq('id', id));
  return zones.find((zone) => zone.id === id) ?? null;
}

/** A page of the list of all zones, by name, and how many there are in all. @throws Problem `zones-not-loaded` */
export async function listZonePage(
  filter: ZoneFilter,
  from: number,
): Promise<{ zones: ParsedRows<Zone>; total: number }> {
  const answer = await selectZones(filter, '', { count: 'exact' })
    .order('name')
    .order('id')
    .range(from, from + ZONE_LIST_PAGE - 1);
  const zones = parseZones(answer);
  return { zones, total: answer.count ?? zones.count };
}

/** The spaces of a zone, by name. @throws Problem `spaces-not-loaded` */
export async function listSpaces(zoneId: string): Promise<ParsedRows<Space>> {
  const answer = await dataClient().from('parking_spaces').select(SPACE_COLUMNS).eq('zone_id', zoneId).order('name');
  return mapRows(readRows(answer, spaceRowSchema, 'spaces-not-loaded'), spaceOf);
}

/**
 * When each of the spaces is taken between two moments, by the space's id; spaces that are never taken are left out.
 * @throws Problem `availability-unknown`
 */
export async function listTakenTimes(
  spaceIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, TakenTime[]>> {
  const times = new Map<string, TakenTime[]>();
  for (let start = 0; start < spaceIds.length; start += SPACES_PER_REQUEST) {
    const answer = await dataClient()
      .from('space_occupancy')
      .select('parking_space_id, start_time, end_time')
      .in('parking_space_id', spaceIds.slice(start, start + SPACES_PER_REQUEST))
      .gt('end_time', from.toISOString())
      .lt('start_time', to.toISOString());
    const { rows } = readRows(answer, takenRowSchema, 'availability-unknown');
    for (const { parking_space_id: id, start_time, end_time } of rows) {
      times.set(id, [...(times.get(id) ?? []), { start: new Date(start_time), end: new Date(end_time) }]);
    }
  }
  return times;
}

/** Whether nobody holds the space at any moment from now to an hour later. @throws Problem `availability-unknown` */
export async function isFreeForNextHour(spaceId: string, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + MS_PER_HOUR);
  // The view, because row level security hides the reservations of others from the table.
  const { data, error } = await dataClient()
    .from('space_occupancy')
    .select('start_time')
    .eq('parking_space_id', spaceId)
    .lt('start_time', end.toISOString())
    .gt('end_time', now.toISOString())
    .limit(1);
  if (error) throw new Problem('availability-unknown', { cause: error });
  return data.length === 0;
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

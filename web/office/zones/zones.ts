import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toProblem } from '../../data/database-problem.ts';
import { selectAfter, toTablePage } from '../../data/table-page.ts';
import { tableRow } from '../../data/table-row.ts';
import { readNewer, updateVersioned } from '../../data/update-versioned.ts';
import { type ParsedRows, readRow, readRows, type TablePage } from '../../ui/table/parse-rows.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';
import { ADMIN_ZONE_COLUMNS, type AdminZone, adminZoneSchema, toZoneRow, type ZoneValues } from './admin-zone.ts';

/** The state of the table in the URL. Columns have the names that the server knows. */
export const ZONES_URL = {
  filters: {},
  sortable: ['name', 'space_count', 'price_per_hour', 'rating', 'location'],
  defaultSort: { id: 'name', desc: false },
} as const;

const time = z.iso.datetime({ offset: true });

const ratingRow = tableRow({
  id: z.string(),
  overall: z.int(),
  cleanness: z.int(),
  communication: z.int(),
  accessibility: z.int(),
  comment: z.string().nullable(),
  /** Null while the comment is shown. */
  hidden_reason: z.string().nullable(),
  created_at: time,
  updated_at: time,
});

const zoneRatingSchema = ratingRow.schema.transform(({ updatedAt: version, ...rating }) => ({ ...rating, version }));

const PAGE_SIZE = 20;

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = tableRow({ id: z.guid(), created_at: time }).schema;

export const ADMIN_ZONES_PAGE_SIZE = 25;

/** What the database sorts by instead, as people do. */
const SORT_COLUMNS = new Map([
  ['name', 'sort_name'],
  ['location', 'location_sort_name'],
]);

/** A page of all zones, by name unless sorted. */
export async function listAdminZones(
  { sort, page }: AdminZonesQuery,
  signal: AbortSignal,
): Promise<TablePage<AdminZone>> {
  const from = (page - 1) * ADMIN_ZONES_PAGE_SIZE;
  const { id, desc } = sort ?? { id: 'name', desc: false };
  const response = await dataClient()
    .from('admin_zones')
    .select(ADMIN_ZONE_COLUMNS, { count: 'exact' })
    .order(SORT_COLUMNS.get(id) ?? id, { ascending: !desc, nullsFirst: false })
    // Makes the order of equal zones the same on every page.
    .order('id')
    .range(from, from + ADMIN_ZONES_PAGE_SIZE - 1)
    .abortSignal(signal);
  return toTablePage(response, from, (page) => readRows(page, adminZoneSchema, 'admin-zones-not-loaded'));
}

export async function findZone(id: string, signal: AbortSignal): Promise<AdminZone> {
  const response = await dataClient()
    .from('admin_zones')
    .select(ADMIN_ZONE_COLUMNS)
    .eq('id', id)
    .abortSignal(signal)
    .single();
  return readRow(response, adminZoneSchema, 'admin-zones-not-loaded');
}

export const createZone = (zone: ZoneValues): Promise<void> =>
  save(dataClient().from('parking_zones').insert(toZoneRow(zone)).select('id').single(), 'zone-not-created');

/**
 * Updates a zone, together with the rates of the spaces that take its new price over, and returns null. If somebody else has
 * changed the zone since it was loaded, nothing is written and the stored zone is returned.
 */
export async function updateZone(loaded: AdminZone, values: ZoneValues, rates: RateScope): Promise<AdminZone | null> {
  const { id: zone, version } = loaded;
  const changes = toZoneRow(values);
  const { data, error } = await dataClient().rpc('update_zone', { zone, version, changes, rates });
  if (error) throw toProblem(error, 'zone-not-updated');
  if (data === true) return null;
  const stored = { table: 'admin_zones', columns: ADMIN_ZONE_COLUMNS, schema: adminZoneSchema };
  const newer = await readNewer(loaded, stored, 'zone-not-updated');
  // Nothing of the form is newer where only the opening hours are.
  const isSame = newer && JSON.stringify(toZoneRow(newer)) === JSON.stringify(toZoneRow(loaded));
  return isSame && newer.version !== loaded.version ? updateZone(newer, values, rates) : newer;
}

/** Deletes a zone; its spaces stay without one. */
export const deleteZone = (id: string): Promise<void> =>
  // Row level security hides rows instead of failing: no row back means that nothing was deleted.
  save(dataClient().from('parking_zones').delete().eq('id', id).select('id').single(), 'zone-not-deleted');

const COUNTING = { count: 'exact', head: true } as const;

async function readCount(query: PromiseLike<{ count: number | null; error: unknown }>): Promise<number> {
  const { count, error } = await query;
  if (count === null) throw new Problem('zone-use-not-counted', { cause: error });
  return count;
}

const selectSpaces = (zoneId: string) =>
  dataClient().from('parking_spaces').select('id', COUNTING).eq('zone_id', zoneId);

/** What depends on a zone: its spaces, and their active reservations that are not over. */
export async function countZoneUse(id: string, now: Date) {
  const reserved = dataClient()
    .from('reservations')
    .select('id, parking_spaces!inner(zone_id)', COUNTING)
    .eq('parking_spaces.zone_id', id)
    .eq('status', 'active')
    .gt('end_time', now.toISOString());
  const [spaces, reservations] = await Promise.all([readCount(selectSpaces(id)), readCount(reserved)]);
  return { spaces, reservations };
}

/** The spaces that take the new price of their zone over. */
export type RateScope = 'all' | 'old-price' | 'none';

/**
 * How many spaces of the zone have the old price as their rate, and how many neither the old nor the new one. Spaces without
 * a rate are in neither number: they cost what the zone does.
 */
export async function countRates({ id, from, to }: { id: string; from: number; to: number }) {
  const [atOldPrice, others] = await Promise.all([
    readCount(selectSpaces(id).eq('hourly_rate', from)),
    readCount(selectSpaces(id).neq('hourly_rate', from).neq('hourly_rate', to)),
  ]);
  return { atOldPrice, others };
}

/** The last rating of a page. */
export type RatingCursor = z.infer<typeof cursorSchema>;

/** `next` is null on the last page. */
type RatingPage = ParsedRows<ZoneRating> & { next: RatingCursor | null };

/** A page of the ratings of a zone, the newest first. */
export async function listZoneRatings(
  zoneId: string,
  after: RatingCursor | null,
  signal: AbortSignal,
): Promise<RatingPage> {
  const all = dataClient().from('ratings').select(ratingRow.columns).eq('zone_id', zoneId);
  const response = await selectAfter(all, 'created_at', after && { time: after.createdAt, id: after.id }, 'descending')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal);
  const page = readRows(response, zoneRatingSchema, 'ratings-not-loaded');
  const last = cursorSchema.safeParse(response.data?.at(-1)).data ?? null;
  return { ...page, next: page.count < PAGE_SIZE ? null : last };
}

/**
 * Hides the comment of a rating for this reason, or shows it again for null. Returns null, or the stored rating when it was
 * changed since it was loaded.
 */
export function hideComment(rating: ZoneRating, reason: string | null): Promise<ZoneRating | null> {
  const stored = { table: 'ratings', columns: ratingRow.columns, schema: zoneRatingSchema };
  const problem = reason === null ? 'comment-not-shown' : 'comment-not-hidden';
  return updateVersioned(rating, { hidden_reason: reason }, stored, problem);
}

/** A rating as operators see it. */
export type ZoneRating = z.infer<typeof zoneRatingSchema>;

type AdminZonesQuery = TableQuery<typeof ZONES_URL.filters>;

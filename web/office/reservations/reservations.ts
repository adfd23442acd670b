import { subHours } from 'date-fns/subHours';
import * as z from 'zod';
import { getTimesOfDays, parseDayRange } from '../../../domain/days/day-range.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { Problem } from '../../../domain/problems.ts';
import {
  type AdminReservation,
  adminReservationRowSchema,
  adminReservationSchema,
  paidSchema,
} from '../../booking/desk/admin-reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { PAGE_OUT_OF_RANGE } from '../../data/database-problem.ts';
import { MISSING_PAGE, selectAfter } from '../../data/table-page.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { EXPORT_PAGE_ROWS } from '../../ui/table/csv.ts';
import { type ParsedRows, readRow, readRows, type TablePage } from '../../ui/table/parse-rows.ts';
import { findDay, NO_ZONE } from '../filter-fields.tsx';
import {
  findMoment,
  KEPT_STATUSES,
  NO_FILTERS,
  type ReservationFilter,
  type ReservationsQuery,
} from './reservation-filter.ts';

const COLUMNS = Object.keys(adminReservationRowSchema.shape).join();

export const RESERVATIONS_PAGE_SIZE = 25;

/** What the database sorts by instead, as people do. */
const SORT_COLUMNS = new Map([
  ['space_name', 'space_sort_name'],
  ['user_name', 'user_sort_name'],
]);

/** No reservation is longer, with the day after which a reservation that nobody ended expires. */
const LONGEST_RESERVATION_HOURS = 768;

function selectAll({ search, filters }: ReservationFilter, counting: { count?: 'exact' }) {
  const words = search.trim();
  const charged = parseDayRange(filters.charged);
  if (charged !== null) {
    const parameters = { first_day: charged.first, last_day: charged.last, words };
    return dataClient().rpc('charged_reservations', parameters, counting).select(COLUMNS);
  }
  // The search is a database function, which searches people and spaces before reservations.
  return words === ''
    ? dataClient().from('admin_reservations').select(COLUMNS, counting)
    : dataClient().rpc('search_admin_reservations', { words }, counting).select(COLUMNS);
}

function select(filter: ReservationFilter, counting: { count?: 'exact' } = {}) {
  const { filters } = filter;
  let query = selectAll(filter, counting);
  if (filters.status === 'kept') query = query.in('status', KEPT_STATUSES);
  else if (filters.status !== 'all') query = query.eq('status', filters.status);
  if (filters.time !== 'all') query = query.eq('time_state', filters.time);
  // Follows from the state, and lets the database skip all future ones. It parses 'now' itself.
  if (filters.time === 'current') query = query.lte('start_time', 'now');
  if (z.guid().safeParse(filters.zone).success) query = query.eq('zone_id', filters.zone);
  if (filters.zone === NO_ZONE) query = query.is('zone_id', null);
  if (filters.ending === 'late') query = query.is('ended_late', true);
  const days = parseDayRange(filters.days);
  if (days !== null) {
    const { from, to } = getTimesOfDays(days);
    query = query.gte('start_time', from).lt('start_time', to);
  }
  const moment = findMoment(filters.at);
  if (moment !== null) {
    query = query
      .lte('start_time', moment.toISOString())
      .gt('left_at', moment.toISOString())
      // It follows from the length of a reservation, and lets the database skip older ones.
      .gt('start_time', subHours(moment, LONGEST_RESERVATION_HOURS).toISOString());
  }
  const day = findDay(filters.date, getNow());
  if (day !== null)
    query = query.gte('start_time', day.startsAt.toISOString()).lt('start_time', day.endsAt.toISOString());
  return query;
}

function parseReservations(response: { data: unknown; error: unknown }): ParsedRows<AdminReservation> {
  return readRows(response, adminReservationSchema, 'all-reservations-not-loaded');
}

/** The rows with what was paid for them, where drivers pay. */
async function addPaid({ rows, ...page }: ParsedRows<AdminReservation>, signal: AbortSignal) {
  if (!getInstallation().keepsBooks || rows.length === 0) return { ...page, rows };
  const response = await dataClient()
    .rpc('list_paid', { reservations: rows.map(({ id }) => id) })
    .abortSignal(signal);
  const paid = readRow(response, z.array(paidSchema), 'all-reservations-not-loaded');
  const payments = new Map(paid.map((payment) => [payment.id, payment]));
  return {
    ...page,
    rows: rows.map((row) => {
      const payment = payments.get(row.id);
      return payment === undefined ? row : { ...row, payment };
    }),
  };
}

type Range = { from: number; to: number };
type Sort = NonNullable<ReservationsQuery['sort']>;

function selectSorted(filter: ReservationFilter, { id, desc }: Sort, { from, to }: Range, signal: AbortSignal) {
  // A search reads all matching rows anyway, so counting them costs nothing more.
  return (
    select(filter, filter.search.trim() === '' ? {} : { count: 'exact' })
      .order(SORT_COLUMNS.get(id) ?? id, { ascending: !desc })
      // Makes the order of equal rows the same on every page.
      .order('id')
      .range(from, to)
      .abortSignal(signal)
  );
}

const NOTHING = { data: [], error: null };

/** Of reservations that are not over, also of those whose driver has not left after the end. */
const OPEN_STATUSES = ['active', 'held'] as const;
const OVER_STATUSES = ['completed', 'cancelled', 'expired', 'lapsed'] as const;

/** What is not over by its start, and after it what is over with the newest first. */
async function selectByUrgency(filter: ReservationFilter, { from, to }: Range, signal: AbortSignal) {
  const selectOpen = (counting: { count?: 'exact' } = {}) => select(filter, counting).in('status', OPEN_STATUSES);
  const { count, error } = await selectOpen({ count: 'exact' }).limit(1).abortSignal(signal);
  if (error || count === null) return { data: null, error, count: null };
  const [open, past] = await Promise.all([
    from < count ? selectOpen().order('start_time').order('id').range(from, to).abortSignal(signal) : NOTHING,
    to < count
      ? NOTHING
      : select(filter)
          .in('status', OVER_STATUSES)
          .order('start_time', { ascending: false })
          .order('id')
          .range(Math.max(0, from - count), to - count)
          .abortSignal(signal),
  ]);
  return { data: [open.data ?? [], past.data ?? []].flat(), error: open.error ?? past.error, count: null };
}

/** A page of everybody's reservations; its total is null when only `countReservations` can tell. */
export async function listReservations(
  query: ReservationsQuery,
  signal: AbortSignal,
): Promise<TablePage<AdminReservation>> {
  const from = (query.page - 1) * RESERVATIONS_PAGE_SIZE;
  // One more row than a page has, to see whether there is another page.
  const range: Range = { from, to: from + RESERVATIONS_PAGE_SIZE };
  const response = await (query.sort === null
    ? selectByUrgency(query, range, signal)
    : selectSorted(query, query.sort, range, signal));
  if (response.error?.code === PAGE_OUT_OF_RANGE) return MISSING_PAGE;
  const { rows, invalid, count } = await addPaid(parseReservations(response), signal);
  const hasNext = count > RESERVATIONS_PAGE_SIZE;
  return {
    rows: rows.slice(0, RESERVATIONS_PAGE_SIZE - invalid.length),
    invalid,
    count: Math.min(count, RESERVATIONS_PAGE_SIZE),
    hasNext,
    // On the last page the position tells the total.
    total: response.count ?? (hasNext ? null : from + count),
    isPastTheEnd: count === 0 && query.page > 1,
  };
}

/** More than people read of a search. */
const MOST_FOUND = 25;

/** What starts today in a zone, or in any for '', and has these words, by its start. */
export async function searchToday(words: string, zone: string, signal: AbortSignal): Promise<AdminReservation[]> {
  const filters = { ...NO_FILTERS, status: 'kept', date: 'today', zone } as const;
  const found = select({ search: words, filters }).order('start_time').order('id').limit(MOST_FOUND);
  return parseReservations(await found.abortSignal(signal)).rows;
}

const selectReservations = () => dataClient().from('admin_reservations').select(COLUMNS);

export async function findReservation(id: string, signal: AbortSignal): Promise<AdminReservation> {
  const response = await selectReservations().eq('id', id).abortSignal(signal).single();
  const row = readRow(response, adminReservationSchema, 'all-reservations-not-loaded');
  const { rows } = await addPaid({ rows: [row], invalid: [], count: 1 }, signal);
  return rows[0] ?? row;
}

export async function findReservations(ids: readonly string[], signal: AbortSignal): Promise<AdminReservation[]> {
  const response = await selectReservations().in('id', ids).abortSignal(signal);
  return readRow(response, z.array(adminReservationSchema), 'all-reservations-not-loaded');
}

/** The active reservations of a person, by start; also those that are over and were not ended. */
export async function listActiveReservations(userId: string, signal: AbortSignal): Promise<AdminReservation[]> {
  const query = selectReservations().eq('user_id', userId).eq('status', 'active').order('start_time');
  return readRow(await query.abortSignal(signal), z.array(adminReservationSchema), 'reservations-of-user-unknown');
}

export async function countReservations(filter: ReservationFilter, signal: AbortSignal): Promise<number> {
  const { count, error } = await select(filter, { count: 'exact' }).limit(1).abortSignal(signal);
  if (error || count === null) throw new Problem('all-reservations-not-loaded', { cause: error });
  return count;
}

/** The next reservations for an export, newest first, after the last one. */
export async function readReservationsAfter(
  last: AdminReservation | null,
  filter: ReservationFilter,
  signal: AbortSignal,
): Promise<ParsedRows<AdminReservation>> {
  const place = last && { time: last.startsAt.toISOString(), id: last.id };
  const query = selectAfter(select(filter), 'start_time', place, 'ascending');
  const response = await query
    .order('start_time', { ascending: false })
    .order('id')
    .limit(EXPORT_PAGE_ROWS)
    .abortSignal(signal);
  return addPaid(parseReservations(response), signal);
}

import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { type InvalidRow, type ParsedRows, readRows } from '../../data/parse-rows.ts';
import { EXPORT_PAGE_ROWS } from '../../platform/csv.ts';
import { ADMIN_RESERVATION_COLUMNS, type AdminReservation, adminReservationSchema } from './admin-reservation.ts';
import type { ReservationFilter, ReservationsQuery } from './reservation-filter.ts';

export const RESERVATIONS_PAGE_SIZE = 25;

/** What the server says of a page that begins after the last row, when it has counted them. */
const PAST_THE_END = 'PGRST103';

type Counting = { count?: 'exact' };

function select({ search, filters }: ReservationFilter, counting: Counting = {}) {
  const words = search.trim();
  // The search is a function, as it looks through people and spaces before reservations.
  const all =
    words === ''
      ? dataClient().from('admin_reservations').select(ADMIN_RESERVATION_COLUMNS, counting)
      : dataClient().rpc('search_admin_reservations', { words }, counting).select(ADMIN_RESERVATION_COLUMNS);
  let query = all;
  if (filters.status !== 'all') query = query.eq('status', filters.status);
  if (filters.time !== 'all') query = query.eq('time_state', filters.time);
  // Follows from the state, and spares looking through all of the future; 'now' is the database's own.
  if (filters.time === 'current') query = query.lte('start_time', 'now');
  return query;
}

function parseReservations(answer: { data: unknown; error: unknown }): ParsedRows<AdminReservation> {
  return readRows(answer, adminReservationSchema, 'all-reservations-not-loaded');
}

export type ReservationsPage = {
  reservations: AdminReservation[];
  invalid: readonly InvalidRow[];
  hasNext: boolean;
  /** Of all pages; null when it takes `countReservations` to know. */
  total: number | null;
  /** Rows went away while their pages were being read; there is no such page any more. */
  isPastTheEnd: boolean;
};

/**
 * A page of everybody's reservations.
 * @throws Problem `all-reservations-not-loaded`
 */
export async function listReservations(query: ReservationsQuery, signal: AbortSignal): Promise<ReservationsPage> {
  const from = (query.page - 1) * RESERVATIONS_PAGE_SIZE;
  const sort = query.sort ?? { id: 'start_time', desc: true };
  // A search looks through everything anyway, so that it counts by the way; otherwise nobody waits for the number.
  const answer = await select(query, query.search.trim() === '' ? {} : { count: 'exact' })
    .order(sort.id, { ascending: !sort.desc })
    // Rows that are equal in the order keep their places from page to page.
    .order('id')
    // One more than is shown tells whether there is another page.
    .range(from, from + RESERVATIONS_PAGE_SIZE)
    .abortSignal(signal);
  if (answer.error?.code === PAST_THE_END) {
    return { reservations: [], invalid: [], hasNext: false, total: 0, isPastTheEnd: true };
  }
  const { rows, invalid, count } = parseReservations(answer);
  const hasNext = count > RESERVATIONS_PAGE_SIZE;
  return {
    reservations: rows.slice(0, RESERVATIONS_PAGE_SIZE - invalid.length),
    invalid,
    hasNext,
    // On the last page the rows themselves tell how many there are.
    total: answer.count ?? (hasNext ? null : from + count),
    isPastTheEnd: count === 0 && query.page > 1,
  };
}

/** How many reservations there are of those that are filtered. @throws Problem `all-reservations-not-loaded` */
export async function countReservations(filter: ReservationFilter, signal: AbortSignal): Promise<number> {
  const { count, error } = await select(filter, { count: 'exact' }).limit(1).abortSignal(signal);
  if (error || count === null) throw new Problem('all-reservations-not-loaded', { cause: error });
  return count;
}

/**
 * The next reservations for an export, newest first, after the last one that was read. It goes on from that row and not
 * from a number of rows, so that none is missed when others change meanwhile.
 * @throws Problem `all-reservations-not-loaded`
 */
export async function readReservationsAfter(
  last: AdminReservation | null,
  filter: ReservationFilter,
  signal: AbortSignal,
): Promise<ParsedRows<AdminReservation>> {
  const query = select(filter);
  const rest =
    last === null
      ? query
      : query
          .lte('start_time', last.startTime)
          .or(`start_time.lt."${last.startTime}",and(start_time.eq."${last.startTime}",id.gt.${last.id})`);
  return parseReservations(
    await rest.order('start_time', { ascending: false }).order('id').limit(EXPORT_PAGE_ROWS).abortSignal(signal),
  );
}

/**
 * Completes or cancels an active reservation of anybody.
 * @throws Problem `reservation-changed-meanwhile` when it is no longer active, `reservation-status-not-updated`
 */
export async function setReservationStatus(id: string, status: 'completed' | 'cancelled'): Promise<void> {
  // An active reservation has one way to change, which is to end: that it still is active is its version.
  const { data, error } = await dataClient()
    .from('reservations')
    .update({ status })
    .eq('id', id)
    .eq('status', 'active')
    .select('id');
  if (error) throw new Problem('reservation-status-not-updated', { cause: error });
  if (data.length === 0) throw new Problem('reservation-changed-meanwhile');
}

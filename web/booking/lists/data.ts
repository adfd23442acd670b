import { subHours } from 'date-fns';
import * as z from 'zod';
import { EXPIRY_HOURS } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { joinRows, type ParsedRows } from '../../ui/data-table/parse-rows.ts';
import { LISTED_COLUMNS, type ListedReservation, PAST_COLUMNS, parseListedReservations } from './listed-reservation.ts';

const PAST_PAGE_SIZE = 20;

/** The last reservation of a page. */
export type PageCursor = { id: string; startTime: string };

/** `next` is null on the last page. */
export type PastPage = ParsedRows<ListedReservation> & { next: PageCursor | null };

/**
 * The active reservations of a person: those under way or still to be ended, then the upcoming ones, each in the order of
 * their start.
 * @throws Problem `reservations-not-loaded`
 */
export async function listOpenReservations(userId: string, now: Date): Promise<ParsedRows<ListedReservation>> {
  const [current, upcoming] = await Promise.all([
    selectActive(userId)
      .lt('start_time', now.toISOString())
      .gte('end_time', subHours(now, EXPIRY_HOURS).toISOString())
      .order('start_time')
      .order('id'),
    selectActive(userId).gte('start_time', now.toISOString()).order('start_time').order('id'),
  ]);
  return joinRows([parseListedReservations(current), parseListedReservations(upcoming)]);
}

/**
 * A page of the reservations of a person that are over or were completed or cancelled, the latest start first.
 * @param after null for the first page
 * @throws Problem `reservations-not-loaded`
 */
export async function listPastReservations(userId: string, now: Date, after: PageCursor | null): Promise<PastPage> {
  const past = selectOfPerson(userId, PAST_COLUMNS)
    .or(`end_time.lt."${now.toISOString()}",status.in.(completed,cancelled)`)
    // They never became a reservation.
    .not('status', 'in', '(held,lapsed)');
  const rest = after
    ? // The index can use the first condition; the second is for those that start at the same moment.
      past.lte('start_time', after.startTime).or(`start_time.lt."${after.startTime}",id.lt.${after.id}`)
    : past;
  const response = await rest
    .order('start_time', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAST_PAGE_SIZE);
  const page = parseListedReservations(response);
  return { ...page, next: page.count < PAST_PAGE_SIZE ? null : parseCursor(response.data?.at(-1)) };
}

function selectOfPerson(userId: string, columns: string = LISTED_COLUMNS) {
  return dataClient().from('reservations').select(columns).eq('user_id', userId);
}

function selectActive(userId: string) {
  return selectOfPerson(userId).eq('status', 'active');
}

// Only these two fields, so that the next page can be loaded after a row that is invalid otherwise.
const cursorSchema = z
  .object({ id: z.string(), start_time: z.string() })
  .transform(({ id, start_time: startTime }): PageCursor => ({ id, startTime }));

function parseCursor(row: unknown): PageCursor | null {
  return cursorSchema.safeParse(row).data ?? null;
}

import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { joinRows, type ParsedRows } from '../../data/parse-rows.ts';
import { LISTED_COLUMNS, type ListedReservation, parseListedReservations } from './listed-reservation.ts';

/** As many past reservations as are shown at a time. */
export const PAST_PAGE = 20;

/** Where a list is read on: behind this reservation. */
export type PageCursor = { id: string; startTime: string };

/** A page, and where the next one begins; null when this is the last. */
export type PastPage = ParsedRows<ListedReservation> & { next: PageCursor | null };

/**
 * The active reservations of a person that are not over: those under way, then those that start now or later, each the
 * earliest first.
 * @throws Problem `reservations-not-loaded`
 */
export async function listOpenReservations(userId: string, now: Date): Promise<ParsedRows<ListedReservation>> {
  const [current, upcoming] = await Promise.all([
    active(userId)
      .lt('start_time', now.toISOString())
      .gte('end_time', now.toISOString())
      .order('start_time')
      .order('id'),
    active(userId).gte('start_time', now.toISOString()).order('start_time').order('id'),
  ]);
  return joinRows([readListedReservations(current), readListedReservations(upcoming)]);
}

/**
 * A page of the reservations of a person that are over or were completed or cancelled, the latest start first.
 * @param after the last one of the page before; null for the first page
 * @throws Problem `reservations-not-loaded`
 */
export async function listPastReservations(userId: string, now: Date, after: PageCursor | null): Promise<PastPage> {
  const past = ofPerson(userId).or(`end_time.lt."${now.toISOString()}",status.in.(completed,cancelled)`);
  const rest = after
    ? // The first condition is what the index can use; the second is for those that start in the same moment.
      past.lte('start_time', after.startTime).or(`start_time.lt."${after.startTime}",id.lt.${after.id}`)
    : past;
  const answer = await rest
    .order('start_time', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAST_PAGE);
  const page = readListedReservations(answer);
  return { ...page, next: page.count < PAST_PAGE ? null : parseCursor(answer.data?.at(-1)) };
}

function ofPerson(userId: string) {
  return dataClient().from('reservations').select(LISTED_COLUMNS).eq('user_id', userId);
}

function active(userId: string) {
  return ofPerson(userId).eq('status', 'active');
}

// Only the texts of the row: the list is read on behind an invalid one too.
const placeSchema = z
  .object({ id: z.string(), start_time: z.string() })
  .transform(({ id, start_time: startTime }): PageCursor => ({ id, startTime }));

function parseCursor(row: unknown): PageCursor | null {
  return placeSchema.safeParse(row).data ?? null;
}

function readListedReservations({ data, error }: { data: unknown; error: unknown }): ParsedRows<ListedReservation> {
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  try {
    return parseListedReservations(data);
  } catch (cause) {
    throw new Problem('reservations-not-loaded', { cause });
  }
}

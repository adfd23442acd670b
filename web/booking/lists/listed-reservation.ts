import { useQuery } from '@tanstack/react-query';
import { subHours } from 'date-fns';
import * as z from 'zod';
import { isAwaitingEnd, isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { EXPIRY_HOURS, getReservationEnd } from '../../../domain/reservations/times.ts';
import { ZONE_IMAGE } from '../../../domain/zones/zone.ts';
import { dataClient } from '../../data/connection.ts';
import { joinRows, mapRows, NO_ROWS, type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { addSavedDetails, readSavedSession } from '../current/use-parking-session.ts';
import { type ListedRating, listedRatingSchema } from '../rating/own-rate-form.tsx';
import { STORED_COLUMNS, type StoredReservation, storedRowSchema, toStoredReservation } from '../reservation-row.ts';

export type ListedReservation = StoredReservation & {
  rating?: ListedRating | null;
  receiptId?: string | null;
};

/** With the driver's rating and the receipts, for reservations that may have them. */
const PAST_COLUMNS = `${STORED_COLUMNS}, ratings(overall, created_at), receipts(id, number)` as const;

const listedRowSchema = storedRowSchema.extend({
  ratings: listedRatingSchema.nullable().default(null),
  receipts: z.array(z.object({ id: z.string(), number: z.number() })).default([]),
});

/** The reservations of a response; a space of a zone has the zone's picture. @throws Problem `reservations-not-loaded` */
export function parseListedReservations(response: { data: unknown; error: unknown }): ParsedRows<ListedReservation> {
  return mapRows(readRows(response, listedRowSchema, 'reservations-not-loaded'), (row) => ({
    ...toStoredReservation(row),
    ...(row.parking_spaces?.parking_zones ? { image: ZONE_IMAGE } : {}),
    rating: row.ratings,
    // The later ones are reached from the first.
    receiptId: row.receipts.toSorted((a, b) => a.number - b.number)[0]?.id ?? null,
  }));
}

export function groupOpenReservations(reservations: readonly ListedReservation[], now: Date) {
  const isUpcoming = ({ startTime }: Reservation) => Date.parse(startTime) >= now.getTime();
  return {
    overdue: reservations.filter((reservation) => isAwaitingEnd(reservation, now)),
    parked: reservations.filter((reservation) => !isUpcoming(reservation) && now < getReservationEnd(reservation)),
    upcoming: reservations.filter(isUpcoming),
  };
}

/** Adds what only this device stores: the vehicle and payment method of the saved session, or a whole local reservation. */
export function mergeSavedSession(
  reservations: readonly ListedReservation[],
  saved: Reservation | null,
): ListedReservation[] {
  if (saved === null) return [...reservations];
  if (isLocalReservation(saved)) return [{ ...saved, status: 'active' }, ...reservations];
  return reservations.map((listed) => (listed.id === saved.id ? addSavedDetails(listed, saved) : listed));
}

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

function selectOfPerson(userId: string, columns: string = STORED_COLUMNS) {
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

const REFRESH_MS = 30_000;

export const openReservationsKey = (userId: string | null) => ['reservations', userId, 'open'] as const;

/** The reservations of a person that are not over; none for a guest but the saved session. */
export function useOpenReservations(userId: string | null) {
  const open = useQuery({
    queryKey: openReservationsKey(userId),
    queryFn: async () => {
      const now = new Date();
      const listed = userId === null ? NO_ROWS : await listOpenReservations(userId, now);
      return { ...listed, rows: mergeSavedSession(listed.rows, readSavedSession(userId, now)) };
    },
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(open.error);
  return open;
}

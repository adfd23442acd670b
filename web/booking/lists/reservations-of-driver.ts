import { useQuery } from '@tanstack/react-query';
import { subHours } from 'date-fns/subHours';
import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { momentSchema } from '../../../domain/days/period.ts';
import { isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { EXPIRY_HOURS, isAwaitingEnd } from '../../../domain/reservations/times.ts';
import { overstayChargeSchema } from '../../../domain/zones/overstay.ts';
import { ZONE_IMAGE } from '../../../domain/zones/zone.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { mapRows, NO_ROWS, type ParsedRows, readRows } from '../../ui/table/parse-rows.ts';
import { readSavedReservation } from '../current/saved-reservation.ts';
import { bookingKeys } from '../keys.ts';
import { addSavedDetails, STORED_COLUMNS, storedRowSchema, toReservation } from '../reservation-row.ts';

const listedRatingSchema = z
  .object({ overall: z.int().min(1).max(5), created_at: momentSchema })
  .transform((row) => toCamelCase(row));

/** With the driver's rating and the receipts, for reservations that may have them. */
const PAST_COLUMNS =
  `${STORED_COLUMNS}, ratings(overall, created_at), receipts(id, number), overstays(amount, state)` as const;

const listedRowSchema = storedRowSchema.extend({
  ratings: listedRatingSchema.nullable().default(null),
  overstays: overstayChargeSchema.nullable().default(null),
  receipts: z.array(z.object({ id: z.string(), number: z.number() })).default([]),
});

/** The reservations of a response; a space of a zone has the zone's picture. */
export function parseListedReservations(response: { data: unknown; error: unknown }): ParsedRows<Reservation> {
  return mapRows(readRows(response, listedRowSchema, 'reservations-not-loaded'), (row) => ({
    ...toReservation(row),
    image: row.parking_spaces?.parking_zones ? ZONE_IMAGE : undefined,
    rating: row.ratings ?? undefined,
    overstayCharge: row.overstays ?? undefined,
    // Its screen leads to the later ones.
    receiptId: row.receipts.toSorted((a, b) => a.number - b.number)[0]?.id,
  }));
}

export function groupOpenReservations(reservations: readonly Reservation[], now: Date) {
  const isUpcoming = ({ startsAt }: Reservation) => startsAt >= now;
  return {
    overdue: reservations.filter((reservation) => isAwaitingEnd(reservation, now)),
    parked: reservations.filter((reservation) => !isUpcoming(reservation) && now < reservation.endsAt),
    upcoming: reservations.filter(isUpcoming),
  };
}

/** Adds what only this device stores: the vehicle and payment method of the saved reservation, or a whole local one. */
export function mergeSavedReservation(reservations: readonly Reservation[], saved: Reservation | null): Reservation[] {
  if (saved === null) return [...reservations];
  if (isLocalReservation(saved)) return [saved, ...reservations];
  return reservations.map((listed) => (listed.id === saved.id ? addSavedDetails(listed, saved) : listed));
}

const selectReservations = (userId: string, columns: string = STORED_COLUMNS) =>
  dataClient().from('reservations').select(columns).eq('user_id', userId);

/** The active reservations of a person in the order of their start: those under way or still to be ended, and the upcoming ones. */
export async function listOpenReservations(
  userId: string,
  now: Date,
  { retries = true } = {},
): Promise<ParsedRows<Reservation>> {
  const response = await selectReservations(userId)
    .eq('status', 'active')
    .gte('end_time', subHours(now, EXPIRY_HOURS).toISOString())
    .order('start_time')
    .order('id')
    .retry(retries);
  return parseListedReservations(response);
}

/** The reservations of a driver that wait for their payment. */
export async function listHeldReservations(userId: string, now: Date): Promise<ParsedRows<Reservation>> {
  const held = selectReservations(userId).eq('status', 'held').gt('held_until', now.toISOString());
  return parseListedReservations(await held.order('held_until'));
}

/** Gives up a reservation that waits for its payment, so that its space is free again. */
export const releaseHold = (reservation: string): Promise<void> =>
  save(dataClient().rpc('release_hold', { reservation }), 'hold-not-released');

export const PAST_PAGE_SIZE = 20;

/** A page of the reservations of a person that are over or were completed or cancelled, the latest start first. */
export async function listPastReservations(userId: string, now: Date, from: number): Promise<ParsedRows<Reservation>> {
  const response = await selectReservations(userId, PAST_COLUMNS)
    .or(`end_time.lt."${now.toISOString()}",status.in.(completed,cancelled)`)
    // Holds that nobody paid never became a reservation.
    .not('status', 'in', '(held,lapsed)')
    .order('start_time', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + PAST_PAGE_SIZE - 1);
  return parseListedReservations(response);
}

const REFRESH_MS = 30_000;

/** The reservations of a person that are not over; a guest has only the saved one. */
export function useOpenReservations(userId: string | null) {
  const open = useQuery({
    queryKey: bookingKeys.reservations(userId, 'open'),
    queryFn: async () => {
      const now = getNow();
      const listed = userId === null ? NO_ROWS : await listOpenReservations(userId, now);
      return { ...listed, rows: mergeSavedReservation(listed.rows, readSavedReservation(userId, now)) };
    },
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(open.error);
  return open;
}

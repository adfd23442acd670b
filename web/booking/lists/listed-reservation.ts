import * as z from 'zod';
import { isAwaitingEnd, isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import {
  RESERVATION_STATUSES,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { getReservationEnd } from '../../../domain/reservations/times.ts';
import { ZONE_IMAGE } from '../../../domain/zones/zone.ts';
import { mapRows, type ParsedRows, readRows } from '../../ui/data-table/parse-rows.ts';
import { addSavedDetails } from '../current/saved-session.ts';
import { type ListedRating, listedRatingSchema } from '../rating/data.ts';
import { RESERVATION_WITH_SPACE_COLUMNS, reservationWithSpaceSchema, toReservation } from '../reservation-row.ts';

export type ListedReservation = Reservation & {
  status: ReservationStatus;
  rating?: ListedRating | null;
  receiptId?: string | null;
};

/** To be parsed by `parseListedReservations`. */
export const LISTED_COLUMNS = `status, ${RESERVATION_WITH_SPACE_COLUMNS}` as const;

/** The same with the driver's rating and the receipts, for reservations that may have them. */
export const PAST_COLUMNS = `${LISTED_COLUMNS}, ratings(overall, created_at), receipts(id, number)` as const;

const receiptsSchema = z.array(z.object({ id: z.string(), number: z.number() }));

const listedRowSchema = reservationWithSpaceSchema.extend({
  status: z.enum(RESERVATION_STATUSES),
  ratings: listedRatingSchema.nullable().default(null),
  receipts: receiptsSchema.default([]),
});

/** The reservations of a response; a space of a zone has the zone's picture. @throws Problem `reservations-not-loaded` */
export function parseListedReservations(response: { data: unknown; error: unknown }): ParsedRows<ListedReservation> {
  return mapRows(readRows(response, listedRowSchema, 'reservations-not-loaded'), (row) => ({
    ...toReservation(row, { space: row.parking_spaces }),
    ...(row.parking_spaces?.parking_zones ? { image: ZONE_IMAGE } : {}),
    status: row.status,
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

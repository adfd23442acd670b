import * as z from 'zod';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import {
  RESERVATION_STATUSES,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import { ZONE_IMAGE } from '../../../domain/zones/zone.ts';
import { mapRows, type ParsedRows, parseRows } from '../../data/parse-rows.ts';
import {
  RESERVATION_COLUMNS,
  reservationRowSchema,
  SPACE_COLUMNS,
  spaceRowSchema,
  toReservation,
} from '../reservation-row.ts';

/** A reservation as the lists show it. */
export type ListedReservation = Reservation & { status: ReservationStatus; zoneName: string | null };

/** What the lists read of a reservation and its space, to be parsed by `listedReservationsOf`. */
export const LISTED_COLUMNS = `${RESERVATION_COLUMNS}, status, parking_spaces(${SPACE_COLUMNS})` as const;

const listedRowSchema = reservationRowSchema.extend({
  status: z.enum(RESERVATION_STATUSES),
  parking_spaces: spaceRowSchema.nullable(),
});

/** Rows as the lists show them, in their order; a space of a zone has the zone's picture. @throws z.ZodError */
export function parseListedReservations(rows: unknown): ParsedRows<ListedReservation> {
  return mapRows(parseRows(listedRowSchema, rows), (row) => ({
    ...toReservation(row, { space: row.parking_spaces }),
    ...(row.parking_spaces?.parking_zones ? { image: ZONE_IMAGE } : {}),
    status: row.status,
    zoneName: row.parking_spaces?.zone_name ?? null,
  }));
}

/** Reservations that are not over: those under way, and those that start now or later. */
export function groupOpenReservations(reservations: readonly ListedReservation[], now: Date) {
  const isAhead = ({ startTime }: Reservation) => Date.parse(startTime) >= now.getTime();
  return {
    parked: reservations.filter((reservation) => !isAhead(reservation) && now < getStayEnd(reservation)),
    upcoming: reservations.filter(isAhead),
  };
}

/**
 * Adds what only this device knows: the vehicle and the payment of the session saved on it, or a whole stay that the
 * server has never heard of.
 */
export function mergeSavedSession(
  reservations: readonly ListedReservation[],
  saved: Reservation | null,
): ListedReservation[] {
  if (saved === null) return [...reservations];
  if (isLocalReservation(saved)) return [{ ...saved, status: 'active', zoneName: null }, ...reservations];
  const { vehicle, paymentMethod } = saved;
  return reservations.map((listed) => (listed.id === saved.id ? { ...listed, vehicle, paymentMethod } : listed));
}

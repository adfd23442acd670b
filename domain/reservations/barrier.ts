import { addMinutes } from 'date-fns/addMinutes';
import { isLocalReservation } from './local-reservation.ts';
import { type HandedOverReservation, isClosed } from './reservation.ts';
import { getReservationEnd, isOverdue, type ReservationTimes } from './times.ts';

/** A driver may open the barrier from this time before the start on; private.check_opening in the database has it too. */
export const BARRIER_EARLY_MINUTES = 10;

/** Whether the driver of this reservation may open a barrier, at its time. */
export function hasBarrier(reservation: HandedOverReservation): boolean {
  return reservation.hasBarrier === true && !isClosed(reservation) && !isLocalReservation(reservation);
}

export function getBarrierOpening({ startTime }: ReservationTimes): Date {
  return addMinutes(new Date(startTime), -BARRIER_EARLY_MINUTES);
}

/** Until the reservation expires, as a car that is late must get out. */
export function isBarrierTime(reservation: ReservationTimes, now: Date): boolean {
  return (
    now >= getBarrierOpening(reservation) && (now <= getReservationEnd(reservation) || isOverdue(reservation, now))
  );
}

/** How long before the start of a reservation its driver may arrive; the database has the same rule. */
export const EARLIEST_ARRIVAL_MS = 30 * 60_000;

import { addMinutes } from 'date-fns/addMinutes';
import type { Period } from '../days/period.ts';
import { isLocalReservation } from './local-reservation.ts';
import { isClosed, type Reservation } from './reservation.ts';
import { isOverdue } from './times.ts';

/** A driver may open the barrier from this time before the start on; private.check_opening in the database has it too. */
export const BARRIER_EARLY_MINUTES = 10;

/** Whether the driver of this reservation may open a barrier, at its time. */
export function hasBarrier(reservation: Reservation): boolean {
  return reservation.hasBarrier === true && !isClosed(reservation) && !isLocalReservation(reservation);
}

export function getBarrierOpening({ startsAt }: Period): Date {
  return addMinutes(startsAt, -BARRIER_EARLY_MINUTES);
}

/** Until the reservation expires, as a car that is late must get out. */
export function isBarrierTime(reservation: Period, now: Date): boolean {
  return now >= getBarrierOpening(reservation) && (now <= reservation.endsAt || isOverdue(reservation, now));
}

/** How long before the start of a reservation its driver may arrive; the database has the same rule. */
export const EARLIEST_ARRIVAL_MS = 30 * 60_000;

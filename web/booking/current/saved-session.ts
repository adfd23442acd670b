import * as z from 'zod';
import { isAwaitingEnd } from '../../../domain/reservations/local-reservation.ts';
import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { isDuringReservation, type ReservationTimes } from '../../../domain/reservations/times.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';

/** The current session of a person, or of a guest: several people may use a device. */
export function getSavedSession(userId: string | null): StoredValue<Reservation> {
  return createStoredValue(`parqueo.current-session.${userId ?? 'guest'}`, reservationSchema);
}

/** Removes a session that is not under way, unless it is still to be ended. */
export function readSavedSession(userId: string | null, now: Date): Reservation | null {
  const saved = getSavedSession(userId);
  const reservation = saved.read();
  if (reservation === null || isDuringReservation(reservation, now) || isAwaitingEnd(reservation, now))
    return reservation;
  saved.remove();
  return null;
}

/** A reservation of the server with what only this device stores: of a sample, the payment method and the vehicle. */
export function addSavedDetails<Listed extends Reservation>(reservation: Listed, saved: Reservation): Listed {
  const vehicle = reservation.vehicle.isStored ? reservation.vehicle : saved.vehicle;
  const paymentMethod = reservation.chargedTo ? reservation.paymentMethod : saved.paymentMethod;
  return { ...reservation, vehicle, paymentMethod };
}

/** The reservation that was ended or cancelled last on this device, as the browser's history may still contain it. */
const closed = createStoredValue('parqueo.ended-session', z.object({ id: z.string(), at: z.iso.datetime() }));

/** Forgets the saved session of a reservation that was ended or cancelled here. */
export function closeSession(userId: string | null, { id }: Pick<Reservation, 'id'>, now: Date): void {
  const saved = getSavedSession(userId);
  if (saved.read()?.id === id) saved.remove();
  closed.write({ id, at: now.toISOString() });
}

/** Takes a close back that the server did not accept. */
export function reopenSession(reservation: Pick<Reservation, 'id'>): void {
  if (wasClosedHere(reservation)) closed.remove();
}

export function wasClosedHere({ id }: Pick<Reservation, 'id'>): boolean {
  return closed.read()?.id === id;
}

/** The moment in which a reservation was ended here, as a reservation; null without one. */
export function getEndedReservation(): ReservationTimes | null {
  const last = closed.read();
  return last && { startTime: last.at, durationHours: 0 };
}

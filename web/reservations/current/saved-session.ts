import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { isDuringStay } from '../../../domain/reservations/stay.ts';
import { createStoredValue, type StoredValue } from '../../platform/stored-value.ts';

/**
 * Where this device keeps the current session of a person.
 * @param userId null for somebody who is not signed in; each has a place of their own, as devices are shared
 */
export function getSavedSession(userId: string | null): StoredValue<Reservation> {
  return createStoredValue(`parqueo.current-session.${userId ?? 'guest'}`, reservationSchema);
}

/** The saved session if it is under way; one that is not is forgotten. */
export function readSavedSession(userId: string | null, now: Date): Reservation | null {
  const saved = getSavedSession(userId);
  const reservation = saved.read();
  if (reservation === null || isDuringStay(reservation, now)) return reservation;
  saved.remove();
  return null;
}

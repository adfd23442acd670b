import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { isDuringStay } from '../../../domain/reservations/stay.ts';
import { createStoredValue, type StoredValue } from '../../platform/stored-value.ts';

/** The current session of a person, or of a guest: several people may use a device. */
export function getSavedSession(userId: string | null): StoredValue<Reservation> {
  return createStoredValue(`parqueo.current-session.${userId ?? 'guest'}`, reservationSchema);
}

/** Removes a session that is not under way. */
export function readSavedSession(userId: string | null, now: Date): Reservation | null {
  const saved = getSavedSession(userId);
  const reservation = saved.read();
  if (reservation === null || isDuringStay(reservation, now)) return reservation;
  saved.remove();
  return null;
}

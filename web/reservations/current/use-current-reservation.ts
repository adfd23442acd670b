import { useQuery } from '@tanstack/react-query';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { logWarning } from '../../platform/log.ts';
import { getSignedInUserId, loadCurrentReservation } from '../reserve/data.ts';
import { readSavedSession } from './saved-session.ts';

export const CURRENT_RESERVATION_POLL_MS = 30_000;
export const CURRENT_RESERVATION_KEY = ['current-reservation'];

/** The stay under way of whoever uses this device, or null; asked for every 30 s. */
export function useCurrentReservation(): Reservation | null {
  const current = useQuery({
    queryKey: CURRENT_RESERVATION_KEY,
    queryFn: () => loadCurrent(new Date()),
    refetchInterval: CURRENT_RESERVATION_POLL_MS,
    networkMode: 'always',
    retry: false,
    // Somebody else may be signed in when the screen opens again.
    gcTime: 0,
  });
  return current.data ?? null;
}

async function loadCurrent(now: Date): Promise<Reservation | null> {
  const saved = readSavedSession(await getSignedInUserId(), now);
  try {
    return chooseReservation(saved, await loadCurrentReservation(now));
  } catch (error) {
    if (saved === null) throw error;
    // In a garage without a signal, what the device knows is the best answer there is.
    logWarning('The current reservation was not loaded', error);
    return saved;
  }
}

/** Which stay to show: the one saved on this device, or the one the server knows, each null when there is none. */
function chooseReservation(saved: Reservation | null, current: Reservation | null): Reservation | null {
  if (saved === null) return current;
  // The saved copy knows the vehicle and the payment, which the backend does not.
  if (saved.id === current?.id) return saved;
  // Any other that the server does not know any more was ended elsewhere.
  if (!isLocalReservation(saved)) return current;
  return current === null || Date.parse(saved.startTime) > Date.parse(current.startTime) ? saved : current;
}

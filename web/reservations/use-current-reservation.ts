import { useQuery } from '@tanstack/react-query';
import type { Reservation } from '../../domain/reservation.ts';
import { logWarning } from '../platform/log.ts';
import { currentReservation, signedInUserId } from './data.ts';
import { savedSessionAt } from './saved-session.ts';

export const CURRENT_RESERVATION_POLL_MS = 30_000;
export const CURRENT_RESERVATION_KEY = ['current-reservation'];

/** The stay of the signed-in driver that is under way, or null; asked for every 30 s. */
export function useCurrentReservation(): Reservation | null {
  const current = useQuery({
    queryKey: CURRENT_RESERVATION_KEY,
    queryFn: () => findCurrent(new Date()),
    refetchInterval: CURRENT_RESERVATION_POLL_MS,
    networkMode: 'always',
    retry: false,
    // Somebody else may be signed in when the screen opens again.
    gcTime: 0,
  });
  return current.data ?? null;
}

async function findCurrent(now: Date): Promise<Reservation | null> {
  const saved = savedSessionAt(await signedInUserId(), now);
  try {
    const current = await currentReservation(now);
    // The saved copy knows the vehicle and the payment, which the backend does not.
    return current !== null && current.id === saved?.id ? saved : current;
  } catch (error) {
    if (saved === null) throw error;
    // In a garage without a signal, what the device knows is the best answer there is.
    logWarning('The current reservation was not loaded', error);
    return saved;
  }
}

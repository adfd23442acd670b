import { useQuery } from '@tanstack/react-query';
import { isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { hasBegun, isAwaitingEnd } from '../../../domain/reservations/times.ts';
import { getSignedInUserId } from '../../data/stored-session.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { isEnding } from '../ending/pending-ends.tsx';
import { bookingKeys } from '../keys.ts';
import { listOpenReservations } from '../lists/reservations-of-driver.ts';
import { addSavedDetails } from '../reservation-row.ts';
import {
  findTicketReservation,
  getSavedReservation,
  readSavedReservation,
  wasClosedHere,
} from './saved-reservation.ts';

export const CURRENT_RESERVATION_POLL_MS = 30_000;

/** The driver's reservation under way; otherwise one that is over and must still be ended; otherwise null. */
export function useCurrentReservation(): Reservation | null {
  const current = useQuery({
    queryKey: bookingKeys.current(),
    queryFn: () => loadCurrent(getNow()),
    // The device's copy shows at once, so that nothing moves when the server confirms it.
    placeholderData: readStoredReservation,
    refetchInterval: CURRENT_RESERVATION_POLL_MS,
    networkMode: 'always',
    retry: false,
    // Somebody else may be signed in when the screen opens again.
    gcTime: 0,
  });
  return current.data ?? null;
}

/** It stands outside the hook, as the query calls a new function at each render. */
function readStoredReservation(): Reservation | null {
  const now = getNow();
  const stored = readSavedReservation(getSignedInUserId(), now) ?? findTicketReservation(now);
  return stored === null || isEnding(stored) || wasClosedHere(stored) ? null : stored;
}

async function loadCurrent(now: Date): Promise<Reservation | null> {
  const userId = getSignedInUserId();
  const saved = readSavedReservation(userId, now);
  try {
    const current = userId === null ? null : await loadCurrentReservation(userId, now);
    const shown = chooseReservation(saved, current, now);
    if (shown !== null && isEnding(shown)) return null;
    // Another device or the operator may have extended it or moved it to another space.
    if (saved !== null && shown?.id === saved.id) getSavedReservation(userId).write(shown);
    return shown;
  } catch (error) {
    if (saved === null) throw error;
    // A garage without a signal still has the saved reservation.
    logWarning('The current reservation was not loaded', error);
    return saved;
  }
}

/** The reservation under way; of several, the one that started last. Without one, the one that ended last and was not ended. */
async function loadCurrentReservation(userId: string, now: Date): Promise<Reservation | null> {
  // The next poll is the retry.
  const { rows } = await listOpenReservations(userId, now, { retries: false });
  const begun = rows.filter((reservation) => hasBegun(reservation, now));
  const [lastToEnd = null] = begun.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime());
  return begun.findLast(({ endsAt }) => endsAt > now) ?? lastToEnd;
}

/** Which reservation to show: the one saved on this device or the one of the server; each is null when there is none. */
function chooseReservation(saved: Reservation | null, current: Reservation | null, now: Date): Reservation | null {
  if (saved === null) return current;
  if (saved.id === current?.id) return addSavedDetails(current, saved);
  // A saved one that the server does not list any more was ended elsewhere.
  if (!isLocalReservation(saved)) return current;
  if (current === null || isAwaitingEnd(current, now)) return saved;
  return saved.startsAt > current.startsAt ? saved : current;
}

import { useCallback, useEffect, useMemo, useState } from 'react';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import { type HandedOverReservation, isClosed, type Reservation } from '../../../domain/reservations/reservation.ts';
import { hasBegun, isDuringReservation } from '../../../domain/reservations/times.ts';
import { listPendingEnds } from '../ending/pending-ends.ts';
import { listSavedTickets } from '../ticket/saved-tickets.ts';
import { closeSession, getSavedSession, readSavedSession, wasClosedHere } from './saved-session.ts';

/**
 * The reservation of the status screen: the one from the navigation state, which is saved, else the saved one, else the one of a saved
 * ticket. Null without any, and for one that is closed or was ended on this device.
 */
export function useParkingSession(userId: string | null, handedOver: HandedOverReservation | null) {
  // The person who opened the screen, also after somebody signs out on it.
  const [ownerId] = useState(userId);
  const reservation = useMemo(() => {
    const now = new Date();
    const wanted: HandedOverReservation | null =
      handedOver ?? readSavedSession(ownerId, now) ?? findTicketReservation(now);
    return wanted === null || isClosed(wanted) || wasClosedHere(wanted) ? null : wanted;
  }, [ownerId, handedOver]);
  useEffect(() => {
    if (handedOver !== null && reservation !== null) saveSession(ownerId, reservation, new Date());
  }, [ownerId, handedOver, reservation]);
  const forget = useCallback(() => {
    if (reservation !== null) closeSession(ownerId, reservation, new Date());
  }, [ownerId, reservation]);
  return { reservation, forget };
}

/** The reservation under way whose ticket this device keeps; without a connection also the next one. Ends that wait come first. */
export function findTicketReservation(now: Date): Reservation | null {
  if (listPendingEnds().length > 0) return null;
  const reservation = listSavedTickets(now).find(({ reservation }) => !wasClosedHere(reservation))?.reservation ?? null;
  return reservation !== null && (hasBegun(reservation, now) || !navigator.onLine) ? reservation : null;
}

/** Saves a session, unless another one is under way that only this device knows, or that begins before this one. */
export function saveSession(userId: string | null, reservation: Reservation, now: Date): void {
  const stored = readSavedSession(userId, now);
  const isOtherUnderWay = stored !== null && stored.id !== reservation.id && isDuringReservation(stored, now);
  const keepsOther = isOtherUnderWay && (isLocalReservation(stored) || !hasBegun(reservation, now));
  if (keepsOther && !isLocalReservation(reservation)) return;
  getSavedSession(userId).write(reservation);
}

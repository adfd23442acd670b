import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { closeSession, getSavedSession, readSavedSession, wasClosedHere } from './saved-session.ts';

/**
 * The stay of the status screen: the one from the navigation state, which gets stored, else the stored one, else
 * null. One that was ended on this device stays ended.
 */
export function useParkingSession(userId: string | null, handedOver: Reservation | null) {
  // The person who opened the screen, also after somebody signs out on it.
  const [ownerId] = useState(userId);
  const reservation = useMemo(() => {
    const wanted = handedOver ?? readSavedSession(ownerId, new Date());
    return wanted === null || wasClosedHere(wanted) ? null : wanted;
  }, [ownerId, handedOver]);
  useEffect(() => {
    if (handedOver !== null && reservation !== null) getSavedSession(ownerId).write(reservation);
  }, [ownerId, handedOver, reservation]);
  const forget = useCallback(() => {
    if (reservation !== null) closeSession(ownerId, reservation, new Date());
  }, [ownerId, reservation]);
  return { reservation, forget };
}

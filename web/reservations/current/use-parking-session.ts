import { useCallback, useEffect, useMemo, useState } from 'react';
import * as z from 'zod';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { getSavedSession, readSavedSession } from './saved-session.ts';

/** The stay that ended last on this device, as the browser's history may still contain it. */
const ended = createStoredValue('parqueo.ended-session', z.string());

/**
 * The stay of the status screen: the one from the navigation state, which gets stored, else the stored one, else
 * null. One that was ended on this device stays ended.
 */
export function useParkingSession(userId: string | null, handedOver: Reservation | null) {
  // The person who opened the screen, also after somebody signs out on it.
  const [ownerId] = useState(userId);
  const reservation = useMemo(() => {
    const wanted = handedOver ?? readSavedSession(ownerId, new Date());
    return wanted?.id === ended.read() ? null : wanted;
  }, [ownerId, handedOver]);
  useEffect(() => {
    if (handedOver !== null && reservation !== null) getSavedSession(ownerId).write(reservation);
  }, [ownerId, handedOver, reservation]);
  const forget = useCallback(() => {
    getSavedSession(ownerId).remove();
    if (reservation !== null) ended.write(reservation.id);
  }, [ownerId, reservation]);
  return { reservation, forget };
}

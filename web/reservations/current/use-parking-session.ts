import { useCallback, useEffect, useMemo, useState } from 'react';
import * as z from 'zod';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { createStoredValue } from '../../platform/stored-value.ts';
import { getSavedSession, readSavedSession } from './saved-session.ts';

/** The id of the stay that was ended last on this device; the browser's history may still hand it over. */
const ended = createStoredValue('parqueo.ended-session', z.string());

/**
 * The stay that the status screen shows: the one handed over, which is saved on the device, else the saved one while it
 * is under way, else null. One that was ended on this device stays ended.
 */
export function useParkingSession(userId: string | null, handedOver: Reservation | null) {
  // Whoever opened the screen: somebody who signs out on it leaves nothing behind under another name.
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

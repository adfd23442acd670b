import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Reservation } from '../../domain/reservation.ts';
import { savedSession, savedSessionAt } from './saved-session.ts';

/**
 * The stay that the status screen shows: the one handed over, which is saved on the device, else the saved one while it
 * is under way, else null.
 */
export function useParkingSession(userId: string | null, handedOver: Reservation | null) {
  // Whoever opened the screen: somebody who signs out on it leaves nothing behind under another name.
  const [ownerId] = useState(userId);
  const reservation = useMemo(() => handedOver ?? savedSessionAt(ownerId, new Date()), [ownerId, handedOver]);
  useEffect(() => {
    if (handedOver !== null) savedSession(ownerId).write(handedOver);
  }, [ownerId, handedOver]);
  const forget = useCallback(() => savedSession(ownerId).remove(), [ownerId]);
  return { reservation, forget };
}

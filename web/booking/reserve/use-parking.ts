import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { saveSession } from '../current/use-parking-session.ts';
import type { NewReservation } from './data.ts';
import { useReserve } from './use-reserve.ts';

/**
 * Books under one id for as long as the form lives, so that a repeat after a lost response is the same reservation.
 * `takenId` is the space that somebody else took last.
 */
export function useParking(userId: string, onSpaceTaken: () => void) {
  const navigate = useNavigate();
  const [id] = useState(() => crypto.randomUUID());
  const [takenId, setTakenId] = useState<string | null>(null);
  const { mutate, isBusy } = useReserve({
    onReserved: (reservation) => {
      saveSession(userId, reservation, new Date());
      // Going back must not book a second space.
      void navigate(paths.parkingStatus, { replace: true, state: { reservation } });
    },
    onSpaceTaken: ({ spaceId }) => {
      setTakenId(spaceId);
      onSpaceTaken();
    },
  });
  return { takenId, isBusy, park: (booking: Omit<NewReservation, 'id'>) => mutate({ ...booking, id }) };
}

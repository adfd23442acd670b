import { useQuery } from '@tanstack/react-query';
import { NO_ROWS } from '../../ui/data-table/parse-rows.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { readSavedSession } from '../current/saved-session.ts';
import { listOpenReservations } from './data.ts';
import { mergeSavedSession } from './listed-reservation.ts';

const REFRESH_MS = 30_000;

export const openReservationsKey = (userId: string | null) => ['reservations', userId, 'open'] as const;

/** The reservations of a person that are not over; none for a guest but the saved session. */
export function useOpenReservations(userId: string | null) {
  const open = useQuery({
    queryKey: openReservationsKey(userId),
    queryFn: async () => {
      const now = new Date();
      const listed = userId === null ? NO_ROWS : await listOpenReservations(userId, now);
      return { ...listed, rows: mergeSavedSession(listed.rows, readSavedSession(userId, now)) };
    },
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(open.error);
  return open;
}

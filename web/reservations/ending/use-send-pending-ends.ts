import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { describeProblem } from '../../../domain/problems.ts';
import { formatPlace } from '../../../domain/reservations/reservation.ts';
import { reopenSession } from '../current/saved-session.ts';
import { formatMoment } from '../parking-time.ts';
import { type PendingEnd, removePendingEnd, usePendingEnds } from './pending-ends.ts';
import { type EndResult, sendEnd } from './send-end.ts';

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
/** What was not ended, or not by this tap, is to be read by somebody who may have put the phone away. */
const TOAST_MS = 30_000;

/**
 * Sends the ends that this device stores until the server has them: at once, when the app starts, is visible or online
 * again, and else with a growing delay.
 */
export function useSendPendingEnds(): void {
  const queryClient = useQueryClient();
  const ends = usePendingEnds();
  useQuery({
    // A new tap starts with a short delay.
    queryKey: ['pending-ends', ends.map(({ reservation }) => reservation.id)],
    queryFn: async () => {
      for (const end of ends) {
        const result = await sendEnd(end);
        if (result.kind === 'rejected') reopenSession(end.reservation);
        removePendingEnd(end.reservation);
        toastResult(end, result);
        void queryClient.invalidateQueries();
      }
      return null;
    },
    enabled: ends.length > 0,
    retry: false,
    refetchInterval: ({ state }) => Math.min(FIRST_RETRY_MS * 2 ** state.errorUpdateCount, LONGEST_RETRY_MS),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    networkMode: 'always',
    gcTime: 0,
  });
}

function toastResult({ reservation }: PendingEnd, result: EndResult): void {
  const place = formatPlace(reservation);
  if (result.kind === 'ended') {
    toast.success(m.session_ended(), { description: m.session_ended_text() });
  } else if (result.kind === 'rejected') {
    toast.error(m.session_end_failed(), { description: describeProblem(result.problem), duration: TOAST_MS });
  } else {
    toast.info(m.session_closed_before(), { description: describeClosed(place, result), duration: TOAST_MS });
  }
}

function describeClosed(place: string, { status, endedAt }: Extract<EndResult, { kind: 'closed' }>): string {
  if (status === 'cancelled') return m.session_cancelled_before({ place });
  if (status === 'expired') return m.session_expired_before({ place });
  if (endedAt === null) return m.session_ended_before({ place });
  return m.session_ended_before_at({ place, time: formatMoment(endedAt, new Date()) });
}

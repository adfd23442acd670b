import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { describeProblem, findProblemKey, type ProblemKey } from '../../../domain/problems.ts';
import {
  RESERVATION_STATUSES,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { hasBarrier } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/database-problem.ts';
import { createRatingState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { readAgain } from '../../ui/platform/query-keys.ts';
import { reopenReservation } from '../current/saved-reservation.ts';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { describeClosed } from '../parking-time.ts';
import {
  isEnding,
  type PendingEnd,
  refuseEnd,
  removePendingEnd,
  setEndHidden,
  usePendingEnds,
} from './pending-ends.tsx';

const TIMEOUT_MS = 15_000;

const UNAUTHORIZED = 401;

const TOO_MANY_REQUESTS = 429;

const SERVER_ERROR = 500;

const stateSchema = z.object({
  status: z.enum(RESERVATION_STATUSES),
  ended_at: z.string().nullable(),
  end_key: z.string().nullish(),
});

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
/** The driver may have put the phone away, and has to read that the end failed or that somebody else was faster. */
const TOAST_MS = 30_000;
/** An end that is sent within this time finds its driver on the screen that asks whether the space is empty. */
const SOON_MS = 10_000;

/**
 * Sends the ends that this device stores until the server has them: at once, when the app starts, is visible or online
 * again, and else with a growing delay. None waits for another, and two tabs may send the same end.
 */
export function useSendPendingEnds(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const raiseBarrier = (reservation: Reservation) =>
    navigate(paths.parkingRating, { state: createRatingState(reservation) });
  useQueries({
    queries: usePendingEnds().map((end) => ({
      // A new tap starts with a short delay.
      queryKey: bookingKeys.pendingEnd(end.id, end.endedAt),
      queryFn: async () => {
        await sendPendingEnd(end, { queryClient, raiseBarrier });
        return null;
      },
      retry: false,
      staleTime: 0,
      refetchInterval: ({ state }: { state: { errorUpdateCount: number } }) =>
        Math.min(FIRST_RETRY_MS * 2 ** state.errorUpdateCount, LONGEST_RETRY_MS),
      // The driver has put the phone away, and the space stays taken until the server has the end.
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: 'always' as const,
      refetchOnReconnect: 'always' as const,
      networkMode: 'always' as const,
      gcTime: 0,
    })),
  });
}

type SendContext = {
  queryClient: QueryClient;
  /** Opens the screen that asks whether the space is empty, and raises its barrier. */
  raiseBarrier: (reservation: Reservation) => void;
};

/** @throws when it has to be sent again */
async function sendPendingEnd(end: PendingEnd, { queryClient, raiseBarrier }: SendContext): Promise<void> {
  // Another tab may have sent it meanwhile.
  if (!isEnding(end)) return;
  const result = await sendEnd(end);
  setEndHidden(end, result === null);
  if (result === null) throw new Error('The server does not show the reservation');
  if (result.kind === 'rejected') {
    reopenReservation(end);
    refuseEnd(end);
  } else {
    removePendingEnd(end);
  }
  toastResult(end, { result, raiseBarrier });
  void readAgain(queryClient, RESERVATION_CHANGES);
}

type Result = Pick<SendContext, 'raiseBarrier'> & { result: EndResult };

function toastResult({ place, reservation, endedAt }: PendingEnd, { result, raiseBarrier }: Result): void {
  if (result.kind === 'ended') {
    // A driver whose end had to wait may have left the screen that asks whether to raise the barrier.
    const hasWaited = getNow().getTime() - endedAt.getTime() > SOON_MS;
    const isAsked = !hasWaited || window.location.pathname === paths.parkingRating;
    toast.success(m.session_ended(), {
      description: m.session_ended_text(),
      ...(reservation !== null && hasBarrier(reservation) && !isAsked
        ? { duration: TOAST_MS, action: { label: m.barrier_raise(), onClick: () => raiseBarrier(reservation) } }
        : {}),
    });
  } else if (result.kind === 'rejected') {
    toast.error(m.session_end_failed(), { description: describeProblem(result.problem), duration: TOAST_MS });
  } else {
    const closed = describeClosed(result.status, result.endedAt);
    const description = m.reservation_closed_before_end({ place, ...closed });
    toast.info(m.session_closed_before(), { description, duration: TOAST_MS });
  }
}

/** What became of an end: `closed` is a reservation that was ended, cancelled or expired before the server had it. */
type EndResult =
  | { kind: 'ended' }
  | { kind: 'closed'; status: Exclude<ReservationStatus, 'active'>; endedAt: Date | null }
  | { kind: 'rejected'; problem: ProblemKey };

/** Whether the same request may succeed later: without a response, with an expired session or a server in trouble. */
function isTemporary(status: number): boolean {
  return status === NO_RESPONSE || status === UNAUTHORIZED || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;
}

/**
 * Sends an end once. The same end may be sent again.
 * @returns null when the server does not show the reservation, as to a session before its second factor: nobody knows the outcome
 * @throws when it has to be sent again, as nobody knows the outcome
 */
async function sendEnd(end: PendingEnd): Promise<EndResult | null> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed', ended_at: end.endedAt, end_key: end.key })
    .eq('id', end.id)
    .select('id')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return { kind: 'ended' };
  if (isTemporary(status)) throw error;
  const problem = findProblemKey(error.hint);
  if (problem !== null) return { kind: 'rejected', problem };
  return findOutcome(end);
}

/** The state of a reservation that could not be ended: an earlier try, or somebody else, was faster. */
async function findOutcome(end: PendingEnd): Promise<EndResult | null> {
  const { data, error } = await dataClient()
    .from('reservations')
    .select('status, ended_at, end_key')
    .eq('id', end.id)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .retry(false)
    .maybeSingle();
  if (error) throw error;
  if (data === null) return null;
  const state = stateSchema.safeParse(data);
  if (!state.success) return { kind: 'rejected', problem: 'unexpected' };
  const { status, ended_at, end_key } = state.data;
  // The server has decided, for a reason without a name: the driver can try again.
  if (status === 'active') return { kind: 'rejected', problem: 'session-not-ended' };
  const endedAt = ended_at === null ? null : new Date(ended_at);
  return status === 'completed' && end_key === end.key ? { kind: 'ended' } : { kind: 'closed', status, endedAt };
}

import { subMilliseconds, subMinutes } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import pTimeout from 'p-timeout';
import { STAY_MARGIN_MS } from '../../../domain/people/idle.ts';
import { MAX_AUTO_LOGOUT_MINUTES } from '../../../domain/people/settings.ts';
import type { Stay } from '../../../domain/reservations/stay.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { listPendingEnds } from '../ending/pending-ends.ts';
import { listActiveStays } from './data.ts';
import { getEndedStay, readSavedSession } from './saved-session.ts';

const TIMEOUT_MS = 5000;

/** The stays of a person that count as activity. Without a response only those that this device stores. */
export async function loadStays(userId: string): Promise<Stay[]> {
  const now = new Date();
  const own = [readSavedSession(userId, now), getEndedStay()].filter((stay) => stay !== null);
  const stored = [...own, ...listPendingEnds().map(({ endedAt }) => toStayUntil(now, endedAt))];
  // The idle time after a stay may last as long as the highest limit.
  const endAfter = subMinutes(subMilliseconds(now, STAY_MARGIN_MS), MAX_AUTO_LOGOUT_MINUTES);
  const request = listActiveStays(userId, endAfter);
  try {
    return [...stored, ...(await pTimeout(request, { milliseconds: TIMEOUT_MS }))];
  } catch (error) {
    logWarning('The stays were not loaded', error);
    return stored;
  }
}

/** An end that waits is a stay until now: only the session of its driver can send it. */
function toStayUntil(now: Date, startTime: string): Stay {
  return { startTime, durationHours: Math.max(0, now.getTime() - Date.parse(startTime)) / millisecondsInHour };
}

import { subMilliseconds, subMinutes } from 'date-fns';
import pTimeout from 'p-timeout';
import { STAY_MARGIN_MS } from '../../../domain/people/idle.ts';
import { MAX_AUTO_LOGOUT_MINUTES } from '../../../domain/people/settings.ts';
import type { Stay } from '../../../domain/reservations/stay.ts';
import { logWarning } from '../../platform/log.ts';
import { listActiveStays } from './data.ts';
import { getEndedStay, readSavedSession } from './saved-session.ts';

const TIMEOUT_MS = 5000;

/** The stays of a person that count as activity. Without a response only those that this device stores. */
export async function loadStays(userId: string): Promise<Stay[]> {
  const now = new Date();
  const stored = [readSavedSession(userId, now), getEndedStay()].filter((stay) => stay !== null);
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

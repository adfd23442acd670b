import * as z from 'zod';
import { createPeriod, type Period, periodColumns, withPeriod } from '../../domain/days/period.ts';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { logWarning } from '../ui/platform/log.ts';
import { readRows } from '../ui/table/parse-rows.ts';
import { dataClient } from './connection.ts';
import { NO_RESPONSE } from './database-problem.ts';

/** URLs have to stay short enough for every server between here and the database. */
const SPACES_PER_REQUEST = 100;

const takenTimeSchema = z.object({ parking_space_id: z.string(), ...periodColumns }).transform(withPeriod);

/** The active reservations of everybody. Row level security hides those of others in the table, but not in this view. */
function selectTakenTimes({ startsAt, endsAt }: Period) {
  return dataClient()
    .from('space_occupancy')
    .select('parking_space_id, start_time, end_time')
    .lt('start_time', endsAt.toISOString())
    .gt('end_time', startsAt.toISOString());
}

/** When each space is taken within a period, by the space's id. Spaces that are never taken are left out. */
export async function listTakenTimes(spaceIds: readonly string[], period: Period): Promise<Map<string, Period[]>> {
  const times = new Map<string, Period[]>();
  for (let first = 0; first < spaceIds.length; first += SPACES_PER_REQUEST) {
    const ids = spaceIds.slice(first, first + SPACES_PER_REQUEST);
    const response = await selectTakenTimes(period).in('parking_space_id', ids);
    for (const taken of readRows(response, takenTimeSchema, 'availability-unknown').rows) {
      times.set(taken.parking_space_id, [...(times.get(taken.parking_space_id) ?? []), taken]);
    }
  }
  return times;
}

/**
 * Whether nobody holds the space at any moment of the period.
 * @param own a time that does not count, as the driver has the space then; no other reservation can have the same times
 * @throws Problem of this key
 */
export async function isSpaceFree(
  spaceId: string,
  period: Period,
  problem: ProblemKey,
  own: Period | null = null,
): Promise<boolean> {
  const taken = selectTakenTimes(period).eq('parking_space_id', spaceId);
  const others = own
    ? taken.or(`start_time.neq."${own.startsAt.toISOString()}",end_time.neq."${own.endsAt.toISOString()}"`)
    : taken;
  const { data, error, status } = await others.limit(1);
  if (!error) return data.length === 0;
  // A driver who chooses from a list can take another space.
  if (problem === 'availability-unknown' && status !== NO_RESPONSE) {
    logWarning('The availability of a space was not read', error);
    return false;
  }
  throw new Problem(problem, { cause: error });
}

/** Whether nobody holds the space in the next hour. */
export function isFreeForNextHour(spaceId: string, now: Date): Promise<boolean> {
  return isSpaceFree(spaceId, createPeriod(now, 1), 'availability-unknown');
}

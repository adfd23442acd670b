import { subHours } from 'date-fns';
import { findProblemKey, Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { EXPIRY_HOURS, type Stay } from '../../../domain/reservations/stay.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/error-codes.ts';
import { readRows } from '../../data/parse-rows.ts';
import {
  RESERVATION_WITH_SPACE_COLUMNS,
  reservationRowSchema,
  reservationWithSpaceSchema,
  toReservation,
  toStay,
} from '../reservation-row.ts';

/** More than a driver can have under way, so that those that wait to be ended hide none of them. */
const MAX_ROWS = 50;

/**
 * The active reservation of a person that is under way; of several, the one that started last. Else the one that ended
 * last and was not ended by them, until it expires; else null.
 * @throws Problem `reservations-not-loaded`
 */
export async function loadCurrentReservation(userId: string, now: Date): Promise<Reservation | null> {
  const response = await dataClient()
    .from('reservations')
    .select(RESERVATION_WITH_SPACE_COLUMNS)
    .eq('user_id', userId)
    .eq('status', 'active')
    .lt('start_time', now.toISOString())
    .gt('end_time', subHours(now, EXPIRY_HOURS).toISOString())
    .order('start_time', { ascending: false })
    .limit(MAX_ROWS)
    // The next poll is the retry.
    .retry(false);
  const { rows } = readRows(response, reservationWithSpaceSchema, 'reservations-not-loaded');
  const byEnd = rows.toSorted((a, b) => Date.parse(b.end_time) - Date.parse(a.end_time));
  const row = rows.find(({ end_time }) => Date.parse(end_time) > now.getTime()) ?? byEnd[0];
  return row ? toReservation(row, { space: row.parking_spaces }) : null;
}

const stayRowSchema = reservationRowSchema.pick({ start_time: true, end_time: true });

/** The active reservations of a person that end after a moment. @throws Problem `reservations-not-loaded` */
export async function listActiveStays(userId: string, endAfter: Date): Promise<Stay[]> {
  const response = await dataClient()
    .from('reservations')
    .select('start_time, end_time')
    .eq('user_id', userId)
    .eq('status', 'active')
    .gt('end_time', endAfter.toISOString())
    .order('start_time')
    .limit(MAX_ROWS)
    .retry(false);
  return readRows(response, stayRowSchema, 'reservations-not-loaded').rows.map(toStay);
}

/**
 * Completes a reservation of this driver. One that is completed already is fine, as the response to an earlier try may be lost.
 * @throws Problem `stay-not-begun`, `session-not-ended` when it is not theirs or cannot be completed, `unexpected` without a
 * response
 */
export async function endReservation(id: string): Promise<void> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed' })
    .eq('id', id)
    .select('id')
    .single();
  if (!error) return;
  const named = findProblemKey(error.hint);
  if (named !== null) throw new Problem(named, { cause: error });
  if (status === NO_RESPONSE) throw new Problem('unexpected', { cause: error });
  const { data } = await dataClient().from('reservations').select('status').eq('id', id).maybeSingle();
  if (data?.status !== 'completed') throw new Problem('session-not-ended', { cause: error });
}

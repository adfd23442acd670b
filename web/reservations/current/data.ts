import { Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/error-codes.ts';
import { parseRow } from '../../data/parse-rows.ts';
import { RESERVATION_WITH_SPACE_COLUMNS, reservationWithSpaceSchema, toReservation } from '../reservation-row.ts';

/**
 * The active reservation of a person that is under way, or null. Of several, the one that started last.
 * @throws Problem `reservations-not-loaded`
 */
export async function loadCurrentReservation(userId: string, now: Date): Promise<Reservation | null> {
  const { data, error } = await dataClient()
    .from('reservations')
    .select(RESERVATION_WITH_SPACE_COLUMNS)
    .eq('user_id', userId)
    .eq('status', 'active')
    .lt('start_time', now.toISOString())
    .gt('end_time', now.toISOString())
    .order('start_time', { ascending: false })
    .limit(1)
    // The next poll is the retry.
    .retry(false)
    .maybeSingle();
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  if (data === null) return null;
  const row = parseRow(reservationWithSpaceSchema, data, 'reservations-not-loaded');
  return toReservation(row, { space: row.parking_spaces });
}

/**
 * Completes a reservation of this driver. One that is completed already is fine, as the response to an earlier try may be lost.
 * @throws Problem `session-not-ended` when it is not theirs or cannot be completed, `unexpected` without a response
 */
export async function endReservation(id: string): Promise<void> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed' })
    .eq('id', id)
    .select('id')
    .single();
  if (!error) return;
  if (status === NO_RESPONSE) throw new Problem('unexpected', { cause: error });
  const { data } = await dataClient().from('reservations').select('status').eq('id', id).maybeSingle();
  if (data?.status !== 'completed') throw new Problem('session-not-ended', { cause: error });
}

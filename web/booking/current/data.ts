import { subHours } from 'date-fns';
import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { EXPIRY_HOURS, type ReservationTimes } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { parseRow, readRows } from '../../ui/data-table/parse-rows.ts';
import {
  reservationRowSchema,
  STORED_COLUMNS,
  type StoredReservation,
  storedRowSchema,
  toReservation,
  toStoredReservation,
  toTimes,
} from '../reservation-row.ts';

/** More rows than a driver can have under way, so that reservations that wait for their end hide none of these. */
const MAX_ROWS = 50;

/**
 * The active reservation of a person that is under way; of several, the one that started last. Without one, the reservation
 * that ended last and was not ended by them, until it expires. Otherwise null.
 * @throws Problem `reservations-not-loaded`
 */
export async function loadCurrentReservation(userId: string, now: Date): Promise<Reservation | null> {
  const response = await dataClient()
    .from('reservations')
    .select(STORED_COLUMNS)
    .eq('user_id', userId)
    .eq('status', 'active')
    .lt('start_time', now.toISOString())
    .gt('end_time', subHours(now, EXPIRY_HOURS).toISOString())
    .order('start_time', { ascending: false })
    .limit(MAX_ROWS)
    // The next poll is the retry.
    .retry(false);
  const { rows } = readRows(response, storedRowSchema, 'reservations-not-loaded');
  const byEnd = rows.toSorted((a, b) => Date.parse(b.end_time) - Date.parse(a.end_time));
  const row = rows.find(({ end_time }) => Date.parse(end_time) > now.getTime()) ?? byEnd[0];
  return row ? toReservation(row, { space: row.parking_spaces }) : null;
}

/**
 * The reservation as it is now, with what only this device stores of it; null when the server does not show it.
 * @throws Problem `reservations-not-loaded`
 */
export async function findReservation(
  id: string,
  own: Partial<Pick<Reservation, 'vehicle' | 'paymentMethod'>> = {},
): Promise<StoredReservation | null> {
  const { data, error } = await dataClient()
    .from('reservations')
    .select(STORED_COLUMNS)
    .eq('id', id)
    .retry(false)
    .maybeSingle();
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  return data && toStoredReservation(parseRow(storedRowSchema, data, 'reservations-not-loaded'), own);
}

const timesRowSchema = reservationRowSchema.pick({ start_time: true, end_time: true });

/** The active reservations of a person that end after a moment. @throws Problem `reservations-not-loaded` */
export async function listActiveReservations(userId: string, endAfter: Date): Promise<ReservationTimes[]> {
  const response = await dataClient()
    .from('reservations')
    .select('start_time, end_time')
    .eq('user_id', userId)
    .eq('status', 'active')
    .gt('end_time', endAfter.toISOString())
    .order('start_time')
    .limit(MAX_ROWS)
    .retry(false);
  return readRows(response, timesRowSchema, 'reservations-not-loaded').rows.map(toTimes);
}

const startSchema = z.iso.datetime({ offset: true }).nullable();

/**
 * When another driver's reservation on the space of an own reservation begins; null when none does within a day of its end.
 * @throws Problem `reservations-not-loaded`
 */
export async function findNextReservationStart(reservationId: string): Promise<Date | null> {
  const { data, error } = await dataClient().rpc('next_reservation_begins', { reservation: reservationId });
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  const start = parseRow(startSchema, data, 'reservations-not-loaded');
  return start === null ? null : new Date(start);
}

import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import {
  RESERVATION_STATUSES,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { toProblem } from '../../data/database-problem.ts';
import { mapRows, type ParsedRows, parseRow, readRows } from '../../ui/data-table/parse-rows.ts';
import { RESERVATION_WITH_SPACE_COLUMNS, reservationWithSpaceSchema, toReservation } from '../reservation-row.ts';

/** A reservation that is paid by card or PayPal, with the space that it holds meanwhile. */
export type PaidReservation = Reservation & { status: ReservationStatus; heldUntil: string | null };

/** To be parsed by `paidRowSchema`. */
const PAID_COLUMNS = `status, held_until, ${RESERVATION_WITH_SPACE_COLUMNS}` as const;

const paidRowSchema = reservationWithSpaceSchema.extend({
  status: z.enum(RESERVATION_STATUSES),
  held_until: z.iso.datetime({ offset: true }).nullable().default(null),
});

const toPaidReservation = (row: z.infer<typeof paidRowSchema>): PaidReservation => ({
  ...toReservation(row, { space: row.parking_spaces }),
  status: row.status,
  heldUntil: row.held_until,
});

/** Null when this driver has no such reservation. @throws Problem `reservations-not-loaded` */
export async function loadPaidReservation(id: string): Promise<PaidReservation | null> {
  const { data, error } = await dataClient().from('reservations').select(PAID_COLUMNS).eq('id', id).maybeSingle();
  if (error) throw new Problem('reservations-not-loaded', { cause: error });
  return data === null ? null : toPaidReservation(parseRow(paidRowSchema, data, 'reservations-not-loaded'));
}

/** The reservations of a driver that wait for their payment. @throws Problem `reservations-not-loaded` */
export async function listHeldReservations(userId: string, now: Date): Promise<ParsedRows<PaidReservation>> {
  const response = await dataClient()
    .from('reservations')
    .select(PAID_COLUMNS)
    .eq('user_id', userId)
    .eq('status', 'held')
    .gt('held_until', now.toISOString())
    .order('held_until');
  return mapRows(readRows(response, paidRowSchema, 'reservations-not-loaded'), toPaidReservation);
}

/**
 * Gives up a reservation that waits for its payment, so that its space is free again.
 * @throws Problem `hold-was-paid`, `hold-not-released`
 */
export async function releaseHold(reservation: string): Promise<void> {
  const { error } = await dataClient().rpc('release_hold', { reservation });
  if (error) throw toProblem(error, 'hold-not-released');
}

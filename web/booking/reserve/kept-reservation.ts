import { millisecondsInHour } from 'date-fns/constants';
import * as z from 'zod';
import { PAYMENT_METHODS } from '../../../domain/reservations/payment.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import type { ReserveValues } from './reserve-values.ts';

const keptSchema = z.object({
  spaceId: z.string().min(1),
  values: z.object({
    date: z.string(),
    time: z.string(),
    hours: z.number().nullable(),
    vehicleId: z.string(),
    paymentMethod: z.enum(PAYMENT_METHODS),
  }),
  at: z.iso.datetime(),
});

/** A filled-in form that waits while its driver tops up the wallet. */
export type KeptReservation = { spaceId: string; values: ReserveValues };

const storage = (userId: string) => createStoredValue(`parqueo.kept-reservation.${userId}`, keptSchema);

export function keepReservation(userId: string, reservation: KeptReservation, now: Date): void {
  storage(userId).write({ ...reservation, at: now.toISOString() });
}

/** Null after an hour. */
export function readKeptReservation(userId: string, now: Date): KeptReservation | null {
  const kept = storage(userId).read();
  return kept !== null && now.getTime() - Date.parse(kept.at) < millisecondsInHour ? kept : null;
}

export const forgetKeptReservation = (userId: string): void => storage(userId).remove();

import * as z from 'zod';
import { describeProblem } from '../../../domain/problems.ts';
import { PAYMENT_METHODS } from '../../../domain/reservations/payment.ts';
import { findReservationProblem } from '../../../domain/reservations/times.ts';
import {
  checkReservationLimits,
  createReservationValues,
  parseEnd,
  parseStart,
  type ReservationValues,
  reservationFieldsSchema,
} from '../arrival/reservation-values.ts';

export const reserveSchema = reservationFieldsSchema
  .extend({ vehicleId: z.string().min(1, describeProblem('vehicle-required')), paymentMethod: z.enum(PAYMENT_METHODS) })
  .superRefine(checkReservationLimits);

export type ReserveValues = z.input<typeof reserveSchema>;
export type CompleteReserveValues = z.output<typeof reserveSchema>;

export function createReserveValues(now: Date, vehicleId: string): ReserveValues {
  return { ...createReservationValues(now), vehicleId, paymentMethod: 'wallet' };
}

/** Start and end of a reservation that could be booked at `now`, or nulls. */
export function findBookableReservation(
  values: ReservationValues,
  now: Date,
): { startTime: Date; endTime: Date } | { startTime: null; endTime: null } {
  const [startTime, endTime] = [parseStart(values), parseEnd(values)];
  const isComplete = startTime !== null && endTime !== null;
  const isBookable = isComplete && findReservationProblem({ start: startTime, hours: values.hours ?? 0 }, now) === null;
  return isBookable ? { startTime, endTime } : { startTime: null, endTime: null };
}

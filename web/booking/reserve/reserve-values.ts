import * as z from 'zod';
import { describeProblem } from '../../../domain/problems.ts';
import { PAYMENT_METHODS } from '../../../domain/reservations/payment.ts';
import { findStayProblem } from '../../../domain/reservations/stay.ts';
import {
  checkStayLimits,
  createStayValues,
  parseEnd,
  parseStart,
  type StayValues,
  stayFieldsSchema,
} from '../arrival/stay-values.ts';

export const reserveSchema = stayFieldsSchema
  .extend({ vehicleId: z.string().min(1, describeProblem('vehicle-required')), paymentMethod: z.enum(PAYMENT_METHODS) })
  .superRefine(checkStayLimits);

export type ReserveValues = z.input<typeof reserveSchema>;
export type CompleteReserveValues = z.output<typeof reserveSchema>;

export function createReserveValues(now: Date, vehicleId: string): ReserveValues {
  return { ...createStayValues(now), vehicleId, paymentMethod: 'wallet' };
}

/** Start and end of a stay that could be booked at `now`, or nulls. */
export function findBookableStay(
  values: StayValues,
  now: Date,
): { startTime: Date; endTime: Date } | { startTime: null; endTime: null } {
  const [startTime, endTime] = [parseStart(values), parseEnd(values)];
  const isComplete = startTime !== null && endTime !== null;
  const isBookable = isComplete && findStayProblem({ start: startTime, hours: values.hours ?? 0 }, now) === null;
  return isBookable ? { startTime, endTime } : { startTime: null, endTime: null };
}

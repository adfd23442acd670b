import { format, parse, startOfHour } from 'date-fns';
import * as z from 'zod';
import { PROBLEMS } from '../../../domain/problems.ts';
import { PAYMENT_METHODS } from '../../../domain/reservations/payment.ts';
import { DEFAULT_DURATION_HOURS, MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findStayProblem, getStayEnd, type Stay } from '../../../domain/reservations/stay.ts';
import { SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';

const DATE_FORMAT = 'yyyy-MM-dd';
const TIME_FORMAT = 'HH:mm';

/** When somebody parks: date and time as their inputs write them, in the time of the device. */
export type StayValues = z.input<typeof staySchema>;
export type CompleteStayValues = z.output<typeof staySchema>;

/** What the form holds. */
export type ReserveValues = z.input<typeof fieldsSchema>;
export type CompleteReserveValues = z.output<typeof fieldsSchema>;

const staySchema = z.object({
  date: z.string().min(1, PROBLEMS['date-and-time-missing']),
  time: z.string().min(1, PROBLEMS['date-and-time-missing']),
  hours: z
    .number()
    .nullable()
    .refine((hours): hours is number => hours !== null && hours >= MIN_DURATION_HOURS, PROBLEMS['hours-too-few']),
});

const fieldsSchema = staySchema.extend({
  vehicleId: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
});

/** What a reservation needs: a date, a time and at least an hour, within the limits of a stay at `now()`. */
export function createReserveSchema(now: () => Date) {
  return fieldsSchema.superRefine(checkLimits(now));
}

/** What choosing an arrival needs: the same of a date, a time and the hours. */
export function createStaySchema(now: () => Date) {
  return staySchema.superRefine(checkLimits(now));
}

function checkLimits(now: () => Date) {
  return ({ hours, ...values }: StayValues, context: z.core.$RefinementCtx) => {
    const start = parseStart(values);
    const problem =
      start === null || hours === null || hours < MIN_DURATION_HOURS ? null : findStayProblem({ start, hours }, now());
    if (problem === null) return;
    const path = [problem.field === 'start' ? 'date' : 'hours'];
    context.addIssue({ code: 'custom', path, message: PROBLEMS[problem.key] });
  };
}

/** When the form starts: today, the current hour, three hours. */
export function createStayValues(now: Date): StayValues {
  return {
    date: format(now, DATE_FORMAT),
    time: format(startOfHour(now), TIME_FORMAT),
    hours: DEFAULT_DURATION_HOURS,
  };
}

/** The form as it opens. */
export function createReserveValues(now: Date): ReserveValues {
  return {
    ...createStayValues(now),
    vehicleId: SAMPLE_VEHICLES[0].id,
    paymentMethod: 'wallet',
  };
}

/** A stay as the form writes it, in the time of the device. */
export function toStayValues({ startTime, durationHours }: Stay): StayValues {
  return { date: format(startTime, DATE_FORMAT), time: format(startTime, TIME_FORMAT), hours: durationHours };
}

/** The start the form says, or null while date or time is missing. */
export function parseStart({ date, time }: Pick<StayValues, 'date' | 'time'>): Date | null {
  const start = parse(`${date} ${time}`, `${DATE_FORMAT} ${TIME_FORMAT}`, new Date(0));
  return Number.isNaN(start.getTime()) ? null : start;
}

/** The end the form says, or null while anything is missing or beyond what a calendar holds. */
export function parseEnd({ hours, ...values }: StayValues): Date | null {
  const start = parseStart(values);
  if (start === null || hours === null || hours < MIN_DURATION_HOURS) return null;
  const end = getStayEnd({ startTime: start.toISOString(), durationHours: hours });
  return Number.isNaN(end.getTime()) ? null : end;
}

/** Start and end of a stay that could be booked at `now`, or nulls. */
export function findBookableStay(
  values: StayValues,
  now: Date,
): { startTime: Date; endTime: Date } | { startTime: null; endTime: null } {
  const [start, end] = [parseStart(values), parseEnd(values)];
  const hours = values.hours ?? 0;
  const isBookable = start !== null && end !== null && findStayProblem({ start, hours }, now) === null;
  return isBookable ? { startTime: start, endTime: end } : { startTime: null, endTime: null };
}

import { addDays, format, parse, startOfHour } from 'date-fns';
import * as z from 'zod';
import { describeProblem, PROBLEMS } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import {
  findStayProblem,
  getDefaultHours,
  getStayEnd,
  MAX_DAYS_AHEAD,
  type Stay,
  type StayProblem,
} from '../../../domain/reservations/stay.ts';

const DATE_FORMAT = 'yyyy-MM-dd';
const TIME_FORMAT = 'HH:mm';

/** Date and time as their inputs write them, in the time zone of the device. */
export const stayFieldsSchema = z.object({
  date: z.string().min(1, PROBLEMS['date-and-time-missing']()),
  time: z.string().min(1, PROBLEMS['date-and-time-missing']()),
  hours: z
    .number()
    .nullable()
    .refine((hours): hours is number => hours !== null && hours >= MIN_DURATION_HOURS, PROBLEMS['hours-too-few']()),
});

/** The fields, within the limits of a new stay. */
export const staySchema = stayFieldsSchema.superRefine(checkStayLimits);

export type StayValues = z.input<typeof stayFieldsSchema>;
export type CompleteStayValues = z.output<typeof stayFieldsSchema>;

/** Reports the field that breaks a rule for new stays. */
export function checkStayLimits(values: StayValues, context: z.core.$RefinementCtx, mostHours?: number): void {
  const problem = findStayValuesProblem(values, new Date(), mostHours);
  if (problem === null) return;
  const path = [problem.field === 'start' ? 'date' : 'hours'];
  context.addIssue({ code: 'custom', path, message: describeProblem(problem.key, problem.values) });
}

/** Today, the current hour, the hours that a stay has by default. */
export function createStayValues(now: Date): StayValues {
  return {
    date: format(now, DATE_FORMAT),
    time: format(startOfHour(now), TIME_FORMAT),
    hours: getDefaultHours(),
  };
}

/** The date and time of a moment, to the minute. */
export function toStartValues(start: Date | string): Pick<StayValues, 'date' | 'time'> {
  return { date: format(start, DATE_FORMAT), time: format(start, TIME_FORMAT) };
}

export function toStayValues({ startTime, durationHours }: Stay): StayValues {
  return { ...toStartValues(startTime), hours: durationHours };
}

/** The first and the last date to offer for the start of a stay. */
export function getStartDates(now: Date): { min: string; max: string } {
  return { min: format(now, DATE_FORMAT), max: format(addDays(now, MAX_DAYS_AHEAD), DATE_FORMAT) };
}

/** The rule for new stays that complete values break; null while a field is missing. */
export function findStayValuesProblem(values: StayValues, now: Date, mostHours?: number): StayProblem | null {
  const start = parseStart(values);
  const { hours } = values;
  if (start === null || hours === null || hours < MIN_DURATION_HOURS) return null;
  return findStayProblem({ start, hours }, now, mostHours);
}

/** Null while date or time is missing. */
export function parseStart({ date, time }: Pick<StayValues, 'date' | 'time'>): Date | null {
  const start = parse(`${date} ${time}`, `${DATE_FORMAT} ${TIME_FORMAT}`, new Date(0));
  return Number.isNaN(start.getTime()) ? null : start;
}

/** Null while anything is missing, or when the end is beyond what a `Date` can hold. */
export function parseEnd({ hours, ...values }: StayValues): Date | null {
  const start = parseStart(values);
  if (start === null || hours === null || hours < MIN_DURATION_HOURS) return null;
  const end = getStayEnd({ startTime: start.toISOString(), durationHours: hours });
  return Number.isNaN(end.getTime()) ? null : end;
}

import { roundToNearestMinutes } from 'date-fns/roundToNearestMinutes';
import * as z from 'zod';
import { m } from '#messages';
import { addDays, format, parseTime, startOfHour } from '../../../domain/days/country-time.ts';
import { countHours, createPeriod, type Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import {
  findReservationProblem,
  getDefaultHours,
  MAX_DAYS_AHEAD,
  type ReservationLimits,
  type ReservationProblem,
} from '../../../domain/reservations/times.ts';
import { getNow } from '../../ui/platform/clock.ts';

const DATE_FORMAT = 'yyyy-MM-dd';
const TIME_FORMAT = 'HH:mm';

/** Date and time as their inputs write them, in the time zone of the country. */
export const reservationFieldsSchema = z.object({
  date: z.string().min(1, m.problem_date_and_time_missing()),
  time: z.string().min(1, m.problem_date_and_time_missing()),
  hours: z
    .number()
    .nullable()
    .refine((hours): hours is number => hours !== null && hours >= MIN_DURATION_HOURS, m.problem_hours_too_few()),
});

export const reservationValuesSchema = reservationFieldsSchema.superRefine(checkReservationLimits);

export type ReservationValues = z.input<typeof reservationFieldsSchema>;
export type CompleteReservationValues = z.output<typeof reservationFieldsSchema>;

export function checkReservationLimits(
  values: ReservationValues,
  context: z.core.$RefinementCtx,
  limits?: ReservationLimits,
): void {
  const now = getNow();
  const problem = findReservationValuesProblem(values, now, limits);
  if (problem === null) return;
  const start = values.date === getStartDates(now).min ? 'time' : 'date';
  const path = [problem.field === 'start' ? start : 'hours'];
  context.addIssue({ code: 'custom', path, message: describeProblem(problem.key, problem.values) });
}

/** A form that starts now, or with the current hour, for the hours that a reservation has by default. */
export function createReservationValues(now: Date): ReservationValues {
  return { ...toStartValues(getInstallation().startsWithHour ? startOfHour(now) : now), hours: getDefaultHours() };
}

export function toStartValues(start: Date): Pick<ReservationValues, 'date' | 'time'> {
  return { date: format(start, DATE_FORMAT), time: format(start, TIME_FORMAT) };
}

export function toReservationValues(reservation: Period): ReservationValues {
  return { ...toStartValues(reservation.startsAt), hours: countHours(reservation) };
}

/** Moves these times to today. They begin at the next quarter hour when today's start has passed. */
export function toReservationValuesAgain(reservation: Period, now: Date): ReservationValues {
  const { time, hours } = toReservationValues(reservation);
  const start = parseStart({ ...toStartValues(now), time });
  const next = roundToNearestMinutes(now, { nearestTo: 15, roundingMethod: 'ceil' });
  return { ...toStartValues(start === null || start < now ? next : start), hours };
}

export function getStartDates(now: Date): { min: string; max: string } {
  return { min: format(now, DATE_FORMAT), max: format(addDays(now, MAX_DAYS_AHEAD), DATE_FORMAT) };
}

/** The rule for new reservations that complete values break; null while a field is missing. */
export function findReservationValuesProblem(
  values: ReservationValues,
  now: Date,
  limits?: ReservationLimits,
): ReservationProblem | null {
  const period = parsePeriod(values);
  return period && findReservationProblem(period, now, limits);
}

/** The start in a form; null while its date or time is missing. */
export function parseStart({ date, time }: Pick<ReservationValues, 'date' | 'time'>): Date | null {
  if (time === '') return null;
  const start = parseTime(`${date} ${time}`);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** The time in a form; null while anything is missing, or when the end is beyond what a `Date` can hold. */
export function parsePeriod({ hours, ...values }: ReservationValues): Period | null {
  const start = parseStart(values);
  if (start === null || hours === null || hours < MIN_DURATION_HOURS) return null;
  const period = createPeriod(start, hours);
  return Number.isNaN(period.endsAt.getTime()) ? null : period;
}

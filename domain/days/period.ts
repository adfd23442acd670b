import { millisecondsInHour } from 'date-fns/constants';
import * as z from 'zod';

/** A time with a start and an end, such as that of a reservation. Until the end of an open stay its space is kept. */
export type Period = { startsAt: Date; endsAt: Date; isOpen?: boolean };

export const createPeriod = (startsAt: Date, hours: number): Period => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + hours * millisecondsInHour),
});

export const countHours = ({ startsAt, endsAt }: Period): number =>
  (endsAt.getTime() - startsAt.getTime()) / millisecondsInHour;

export const isSamePeriod = (one: Period | null, other: Period | null): boolean =>
  one?.startsAt.getTime() === other?.startsAt.getTime() && one?.endsAt.getTime() === other?.endsAt.getTime();

export const overlap = (one: Period, other: Period): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** A moment as the database and devices write it, in ISO 8601, or as the browser's history keeps it. */
export const momentSchema = z
  .union([z.date(), z.iso.datetime({ offset: true })])
  .transform((moment) => new Date(moment));

export const periodShape = { startsAt: momentSchema, endsAt: momentSchema };

/** The columns of a row that have its period, to be read by `withPeriod`. */
export const periodColumns = { start_time: momentSchema, end_time: momentSchema };

export function withPeriod<Row extends { start_time: Date; end_time: Date }>({ start_time, end_time, ...row }: Row) {
  return { ...row, startsAt: start_time, endsAt: end_time };
}

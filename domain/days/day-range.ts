import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { endOfMonth } from 'date-fns/endOfMonth';
import { isValid } from 'date-fns/isValid';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { startOfMonth } from 'date-fns/startOfMonth';
import { subDays } from 'date-fns/subDays';
import { subMonths } from 'date-fns/subMonths';
import * as country from './country-time.ts';
import type { Period } from './period.ts';

const MAX_DAYS = 366;
const DAY = 'yyyy-MM-dd';

/** Days of the country, both included, such as '2026-03-01'. */
export type DayRange = { first: string; last: string };

/** Today in Santo Domingo, such as '2026-03-01'. */
export function getCountryDay(now: Date): string {
  return country.format(now, DAY);
}

export function getThisMonth(now: Date): DayRange {
  const last = getCountryDay(now);
  return { first: lightFormat(startOfMonth(parseISO(last)), DAY), last };
}

export function getLastMonth(now: Date): DayRange {
  const month = subMonths(parseISO(getCountryDay(now)), 1);
  return { first: lightFormat(startOfMonth(month), DAY), last: lightFormat(endOfMonth(month), DAY) };
}

/** Today and the 29 days before. */
export function getLast30Days(now: Date): DayRange {
  const last = getCountryDay(now);
  return { first: lightFormat(subDays(parseISO(last), 29), DAY), last };
}

export function isDayRange({ first, last }: DayRange): boolean {
  const days = differenceInCalendarDays(parseISO(last), parseISO(first));
  return days >= 0 && days <= MAX_DAYS;
}

/** Whether any of a time is on the days. */
export const touchesDays = ({ first, last }: DayRange, { startsAt, endsAt }: Period): boolean =>
  last >= getCountryDay(startsAt) && first <= getCountryDay(new Date(endsAt.getTime() - 1));

/** For addresses, such as '2026-03-01..2026-03-22'. */
export const formatDayRange = ({ first, last }: DayRange): string => `${first}..${last}`;

/** Null where the text is no range of days. */
export function parseDayRange(text: string): DayRange | null {
  const [, first = '', last = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  const isRange = isValid(parseISO(first)) && isValid(parseISO(last)) && isDayRange({ first, last });
  return isRange ? { first, last } : null;
}

/** From the midnight at which the days begin to the one at which they are over, in ISO 8601. */
export function getTimesOfDays({ first, last }: DayRange): { from: string; to: string } {
  const from = country.parseTime(first);
  const lastDay = country.parseTime(last);
  return { from: from.toISOString(), to: country.addDays(lastDay, 1).toISOString() };
}

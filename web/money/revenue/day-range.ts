import { differenceInCalendarDays, endOfMonth, format, parseISO, startOfMonth, subMonths } from 'date-fns';
import { COUNTRY } from '../../../domain/language/format.ts';
import type { DayRange } from './data.ts';

const MAX_DAYS = 366;
const DAY = 'yyyy-MM-dd';

/** Today in Santo Domingo, such as '2026-03-01'. */
export function getCountryDay(now: Date): string {
  // Swedish writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('sv', COUNTRY).format(now);
}

export function getThisMonth(now: Date): DayRange {
  const last = getCountryDay(now);
  return { first: format(startOfMonth(parseISO(last)), DAY), last };
}

export function getLastMonth(now: Date): DayRange {
  const month = subMonths(parseISO(getCountryDay(now)), 1);
  return { first: format(startOfMonth(month), DAY), last: format(endOfMonth(month), DAY) };
}

export function isDayRange({ first, last }: DayRange): boolean {
  const days = differenceInCalendarDays(parseISO(last), parseISO(first));
  return days >= 0 && days <= MAX_DAYS;
}

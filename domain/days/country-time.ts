import { tz, tzOffset } from '@date-fns/tz';
import { addDays as addDaysIn } from 'date-fns/addDays';
import { millisecondsInMinute } from 'date-fns/constants';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { isSameDay as isSameDayIn } from 'date-fns/isSameDay';
import { isThisYear as isThisYearIn } from 'date-fns/isThisYear';
import { isToday as isTodayIn } from 'date-fns/isToday';
import { isYesterday as isYesterdayIn } from 'date-fns/isYesterday';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { startOfDay as startOfDayIn } from 'date-fns/startOfDay';
import { startOfHour as startOfHourIn } from 'date-fns/startOfHour';
import { COUNTRY } from '../language/format.ts';

// Days and hours as the country counts them, wherever the device is.

const inCountry = { in: tz(COUNTRY.timeZone) };

type Time = Date | string | number;

/** Dates of the time zone's library write other ISO 8601 than those of the browser. */
const toDate = (date: Date) => new Date(date.getTime());

export const isSameDay = (a: Time, b: Time): boolean => isSameDayIn(a, b, inCountry);
export const isToday = (time: Time): boolean => isTodayIn(time, inCountry);
export const isYesterday = (time: Time): boolean => isYesterdayIn(time, inCountry);
export const isThisYear = (time: Time): boolean => isThisYearIn(time, inCountry);

export const startOfHour = (time: Time): Date => toDate(startOfHourIn(time, inCountry));
export const startOfDay = (time: Time): Date => toDate(startOfDayIn(time, inCountry));
export const addDays = (time: Time, days: number): Date => toDate(addDaysIn(time, days, inCountry));

/** In the numeric patterns of date-fns, such as 'yyyy-MM-dd'. */
export const format = (time: Time, pattern: string): string => lightFormat(inCountry.in(time), pattern);

/** Writes a time as spreadsheets recognize it. */
export const formatForTable = (time: Time): string => format(time, 'yyyy-MM-dd HH:mm');

/** From one day to another, whatever the times. */
export const countDays = (from: Time, to: Time): number => differenceInCalendarDays(to, from, inCountry);

/** A day, which begins at midnight, or a time, such as '2026-03-01' or '2026-03-01 14:05'; else an invalid date. */
export const parseTime = (text: string): Date => toDate(parseISO(text, inCountry));

/** How many milliseconds the clock of the country is ahead of UTC. */
export const getOffset = (time: Date): number => tzOffset(COUNTRY.timeZone, time) * millisecondsInMinute;

/** Whether the clock of the device differs from that of the country. */
export const isElsewhere = (now: Date): boolean => -now.getTimezoneOffset() !== tzOffset(COUNTRY.timeZone, now);

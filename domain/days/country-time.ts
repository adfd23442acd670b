import { tz, tzOffset } from '@date-fns/tz';
import * as dateFns from 'date-fns';
import { COUNTRY } from '../language/format.ts';

// Days and hours as the country counts them, wherever the device is.

const inCountry = { in: tz(COUNTRY.timeZone) };

type Time = Date | string | number;

/** Dates of the time zone's library write other ISO 8601 than those of the browser. */
const toDate = (date: Date) => new Date(date.getTime());

export const isSameDay = (a: Time, b: Time): boolean => dateFns.isSameDay(a, b, inCountry);
export const isToday = (time: Time): boolean => dateFns.isToday(time, inCountry);
export const isYesterday = (time: Time): boolean => dateFns.isYesterday(time, inCountry);
export const isThisYear = (time: Time): boolean => dateFns.isThisYear(time, inCountry);

export const startOfHour = (time: Time): Date => toDate(dateFns.startOfHour(time, inCountry));
export const startOfDay = (time: Time): Date => toDate(dateFns.startOfDay(time, inCountry));
export const addDays = (time: Time, days: number): Date => toDate(dateFns.addDays(time, days, inCountry));

/** In the numeric patterns of date-fns, such as 'yyyy-MM-dd'. */
export const format = (time: Time, pattern: string): string => dateFns.lightFormat(inCountry.in(time), pattern);

/** From one day to another, whatever the times. */
export const countDays = (from: Time, to: Time): number => dateFns.differenceInCalendarDays(to, from, inCountry);

/** A day, which begins at midnight, or a time, such as '2026-03-01' or '2026-03-01 14:05'; else an invalid date. */
export const parseTime = (text: string): Date => toDate(dateFns.parseISO(text, inCountry));

/** Whether the clock of the device differs from that of the country. */
export const isElsewhere = (now: Date): boolean => -now.getTimezoneOffset() !== tzOffset(COUNTRY.timeZone, now);

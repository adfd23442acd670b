import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { max } from 'date-fns/max';
import { roundToNearestMinutes } from 'date-fns/roundToNearestMinutes';
import { countHours, type Period } from '../../../../domain/days/period.ts';

/** How high a space and how wide an hour is, in rem: they grow with the reader's text size. */
const ROW_REM = 3.5;
const HOUR_REM = 4.5;
const DEFAULT_REM_PX = 16;

/** For the style sheet. */
export const SCALE_STYLE = { '--row': `${ROW_REM}rem`, '--hour': `${HOUR_REM}rem` };

/** Reservations move in steps of so many minutes. */
const STEP_MS = 15 * millisecondsInMinute;

/** In px. */
export function measureScale(): { rowHeight: number; hourWidth: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
  return { rowHeight: ROW_REM * rem, hourWidth: HOUR_REM * rem };
}

/** How far from the left edge a moment is, beside the names of the spaces. */
export const toLeft = (moment: Date, day: Period): string =>
  `calc(var(--name) + var(--hour) * ${countHours({ startsAt: day.startsAt, endsAt: moment })})`;

export const toWidth = (period: Period): string => `calc(var(--hour) * ${countHours(period)})`;

/** A start moved by so many hours, on a quarter of an hour; one that is not moved sideways stays to the minute. */
export function moveStart(start: Date, hours: number): Date {
  const steps = Math.round((hours * millisecondsInHour) / STEP_MS);
  if (steps === 0) return start;
  return new Date(Math.round((start.getTime() + steps * STEP_MS) / STEP_MS) * STEP_MS);
}

/** The half hour so many px into a free time, as far as that is still to come. */
export function findFreeStart(free: Period, px: number, now: Date): Date {
  const pointed = new Date(free.startsAt.getTime() + (px / measureScale().hourWidth) * millisecondsInHour);
  return max([roundToNearestMinutes(pointed, { nearestTo: 30, roundingMethod: 'floor' }), free.startsAt, now]);
}

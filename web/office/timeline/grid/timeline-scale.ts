import { max, roundToNearestMinutes } from 'date-fns';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import type { Period } from '../../../../domain/zones/occupancy.ts';

/** In px: how high a space and how wide an hour is. */
export type TimelineScale = { rowHeight: number; hourWidth: number };

const ROW_REM = 3.5;
const HOUR_REM = 4.5;
const DEFAULT_REM_PX = 16;

/** Stays move in steps of so many minutes. */
const STEP_MS = 15 * millisecondsInMinute;

/** Grows with the reader's text size. */
export function getTimelineScale(): TimelineScale {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || DEFAULT_REM_PX;
  return { rowHeight: ROW_REM * rem, hourWidth: HOUR_REM * rem };
}

/** Of a day with 24 hours, or one more or less where clocks change. */
export function getDayWidth(day: Period, { hourWidth }: TimelineScale): number {
  return toX(day.to, day, { hourWidth });
}

/** How far a moment is from the start of the day. */
export function toX(moment: Date, day: Period, { hourWidth }: Pick<TimelineScale, 'hourWidth'>): number {
  return ((moment.getTime() - day.from.getTime()) / millisecondsInHour) * hourWidth;
}

/** A start moved by so many px, on a quarter of an hour; one that is not moved sideways stays to the minute. */
export function moveStart(start: Date, px: number, { hourWidth }: Pick<TimelineScale, 'hourWidth'>): Date {
  const steps = Math.round(((px / hourWidth) * millisecondsInHour) / STEP_MS);
  if (steps === 0) return start;
  return new Date(Math.round((start.getTime() + steps * STEP_MS) / STEP_MS) * STEP_MS);
}

/** The half hour so many px into a free time, as far as that is still to come. */
export function findFreeStart(
  free: Period,
  px: number,
  { now, scale }: { now: Date; scale: Pick<TimelineScale, 'hourWidth'> },
): Date {
  const pointed = new Date(free.from.getTime() + (px / scale.hourWidth) * millisecondsInHour);
  return max([roundToNearestMinutes(pointed, { nearestTo: 30, roundingMethod: 'floor' }), free.from, now]);
}

/** The starts of the hours of a day. */
export function listHours({ from, to }: Period): Date[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / millisecondsInHour);
  return Array.from({ length: count }, (_, hour) => new Date(from.getTime() + hour * millisecondsInHour));
}

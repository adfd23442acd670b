import { addDays, isValid, parseISO, startOfDay } from 'date-fns';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { formatDay } from '../reservations/reservation-filter.ts';

const ZONE = 'zone';
const DAY = 'day';
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** What the address says of the timeline: a zone's id or null, and the day or this one. */
export function parseTimelineUrl(address: URLSearchParams, today: Date): { zoneId: string | null; day: Date } {
  const written = address.get(DAY) ?? '';
  const day = ISO_DAY.test(written) ? parseISO(written) : today;
  return { zoneId: address.get(ZONE), day: startOfDay(isValid(day) ? day : today) };
}

/** The address of another zone or day; today is not written into it. */
export function changeTimelineUrl(
  address: URLSearchParams,
  { zoneId, day }: { zoneId?: string; day?: Date },
  today: Date,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (zoneId !== undefined) next.set(ZONE, zoneId);
  if (day !== undefined) {
    if (formatDay(day) === formatDay(today)) next.delete(DAY);
    else next.set(DAY, formatDay(day));
  }
  return next;
}

/** From the midnight of the device's clock to the next one. */
export function toDayPeriod(day: Date): Period {
  return { from: startOfDay(day), to: startOfDay(addDays(day, 1)) };
}

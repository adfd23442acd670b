import { addDays, countDays, parseTime } from '../days/country-time.ts';
import { createPeriod } from '../days/period.ts';
import type { Cents } from './cents.ts';
import { calculatePrice, toPriceCents } from './money.ts';
import { quoteVersion, type RateVersion } from './rates.ts';

// What editors of rates look at before they save.

export const MONDAY = parseTime('2026-11-23');

/** The next Monday at ten, when typical stays begin. */
export const findTypicalStart = (after: Date): Date =>
  createPeriod(addDays(MONDAY, Math.ceil((countDays(MONDAY, after) + 1) / 7) * 7), 10).endsAt;

/** What so many hours cost by a version, or by an hourly rate where there is none. */
export const priceHours = (version: RateVersion | null, hourlyRate: number, startsAt: Date, hours: number): Cents =>
  version
    ? quoteVersion(version, createPeriod(startsAt, hours)).amount
    : toPriceCents(calculatePrice({ hourlyRate, hours }));

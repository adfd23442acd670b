import { addDays, countDays } from '../days/country-time.ts';
import { createPeriod } from '../days/period.ts';
import type { Cents } from './cents.ts';
import { MONDAY, quoteVersion, type RateVersion } from './rates.ts';

// What editors of rates look at before they save.

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = HOURS.slice(0, 7).map((day) => addDays(MONDAY, day));
const addHours = (time: Date, hours: number) => createPeriod(time, hours).endsAt;

/** What each hour costs by rate and windows alone, from midnight on; by the days from Monday to Sunday. */
export function priceWeek(version: RateVersion): { hour: string; days: { day: Date; price: Cents }[] }[] {
  const rates = { ...version, freeMinutes: 0, stepMinutes: 0, leastMinutes: 0, cap: null, capPer: null, specials: [] };
  const priceAt = (time: Date) => quoteVersion(rates, createPeriod(time, 1)).amount;
  const toRow = (hour: number) => DAYS.map((day) => ({ day, price: priceAt(addHours(day, hour)) }));
  return HOURS.map((hour) => ({ hour: `${String(hour).padStart(2, '0')}:00`, days: toRow(hour) }));
}

/** The specials that make no stay cheaper, of those that arrive each hour and leave when it ends or some hours later. */
export const findDearSpecials = (version: RateVersion): RateVersion['specials'] =>
  version.specials.filter((special) => {
    const { from, to, covers } = special;
    const isCheaper = (day: Date, arrival: number, after: number) => {
      const stay = { startsAt: addHours(day, arrival / 60), endsAt: addHours(day, covers / 60 + after) };
      const priceWith = (specials: RateVersion['specials']) => quoteVersion({ ...version, specials }, stay).amount;
      return stay.startsAt < stay.endsAt && priceWith([special]) < priceWith([]);
    };
    const arrivals = [...HOURS.map((hour) => from + hour * 60).filter((minute) => minute < to), to];
    const lengths = [0, 1, 8, 24].map((hours) => hours + (covers > from ? 0 : 24));
    return !DAYS.some((day) => arrivals.some((arrival) => lengths.some((hours) => isCheaper(day, arrival, hours))));
  });

/** The next Monday at ten, when typical stays begin. */
export const findTypicalStart = (after: Date): Date =>
  createPeriod(addDays(MONDAY, Math.ceil((countDays(MONDAY, after) + 1) / 7) * 7), 10).endsAt;

import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../camel-case.ts';
import { getOffset, parseTime } from '../days/country-time.ts';
import { type DayRange, touchesDays } from '../days/day-range.ts';
import { countHours, momentSchema, type Period } from '../days/period.ts';
import { groupBy } from '../group-by.ts';
import { formatMinutes } from '../reservations/times.ts';
import { type Cents, sumCents, toCents } from './cents.ts';
import { calculatePrice, formatMoneyOf, formatSigned, toPriceCents } from './money.ts';

/** Weekdays as digits from Monday, 1, to Sunday, 7, and minutes of the day; `to` is on the next day unless it is later than `from`. */
export const weekWindowSchema = z.object({ days: z.string(), from: z.number(), to: z.number() });

export type WeekWindow = z.infer<typeof weekWindowSchema>;

export const MONDAY = parseTime('2026-11-23');

/** A version of a table of rates: its rules, which `*_rates.sql` describes, and from when stays begin by it. */
export const rateVersionSchema = z
  .object({
    valid_from: momentSchema,
    per_hour: z.number(),
    free_minutes: z.number(),
    step_minutes: z.number(),
    least_minutes: z.number(),
    cap: z.number().nullable(),
    cap_per: z.enum(['24h', 'day']).nullable(),
    cap_turns_at: z.number(),
    windows: z.array(weekWindowSchema.extend({ rate: z.number() })),
    specials: z.array(
      weekWindowSchema.extend({
        name: z.string(),
        leaves: z.number().nullish(),
        covers: z.number(),
        amount: z.number(),
      }),
    ),
  })
  .transform(toCamelCase);

export type RateVersion = z.output<typeof rateVersionSchema>;

/** A table of rates for a type of vehicle, or for all; its versions, the newest first. */
export type RateTable = { id: string; vehicleType: string | null; versions: readonly RateVersion[] };

/** The first table of a space that holds for a vehicle; null where the plain rate does. */
export const findTable = (tables: readonly RateTable[], vehicleType: string | null): RateTable | null =>
  tables.find((table) => table.vehicleType === null || table.vehicleType === vehicleType) ?? null;

/** A special day with rates of its own: an event has a least `price` for each stay that touches it, other days have `versions`. */
type RatedDay = DayRange & { name: string; price: number | null; versions: readonly RateVersion[] | null };

/** How a stay is priced: by a version of rates, without one by the rate of an hour, and by the events that it may touch. */
export type Pricing = { version: RateVersion | null; hourlyRate: number; events: readonly RatedDay[] };

/** The tables and days of a space, in the order in which they hold. */
export type Rates = { tables: readonly RateTable[]; days: readonly RatedDay[] };

/** How a stay that is booked now is priced. */
export function findPricing(
  { tables, days }: Rates,
  vehicleType: string | null,
  { startsAt, hourlyRate }: { startsAt: Date; hourlyRate: number },
): Pricing {
  const atStart = { startsAt, endsAt: new Date(startsAt.getTime() + 1) };
  const held = [...days.filter((day) => touchesDays(day, atStart)), findTable(tables, vehicleType)];
  const version = held
    .map((table) => table?.versions?.find(({ validFrom }) => validFrom <= startsAt))
    .find((found) => found !== undefined);
  return { version: version ?? null, hourlyRate, events: days.filter(({ price }) => price !== null) };
}

/** A part of a price; the lines of a price sum to it. `hours` have their rate and how many minutes cost it. */
export type PriceLine = Period & { amount: Cents } & (
    | { key: 'hours'; rate: Cents; minutes: number }
    | { key: 'free' | 'cap' }
    | { key: 'special'; name: string }
  );

export type Quote = { amount: Cents; lines: readonly PriceLine[] };

// Moments here are milliseconds of the epoch by the clock of the country at the start of the stay.

const startOfDay = (time: number) => Math.floor(time / millisecondsInDay) * millisecondsInDay;
/** From Monday, 1, to Sunday, 7: the epoch began on a Thursday. */
export const dayOf = (time: number) => String(((Math.floor(time / millisecondsInDay) + 3) % 7) + 1);
const minuteOf = (time: number) => (time - startOfDay(time)) / millisecondsInMinute;

/** A window that passes midnight belongs to the day on which it begins. */
export function isWithin({ days, from, to }: WeekWindow, time: number): boolean {
  const minute = minuteOf(time);
  if (minute >= from) return days.includes(dayOf(time)) && (minute < to || to <= from);
  return to <= from && minute < to && days.includes(dayOf(time - millisecondsInDay));
}

function findNextBoundary({ windows, capPer, capTurnsAt }: RateVersion, time: number, start: number): number {
  const minutes = [0, capTurnsAt, ...windows.flatMap(({ from, to }) => [from, to])];
  const next = minutes
    .map((minute) => startOfDay(time) + minute * millisecondsInMinute)
    .map((mark) => (mark > time ? mark : mark + millisecondsInDay));
  const turn =
    capPer === '24h' ? start + (Math.floor((time - start) / millisecondsInDay) + 1) * millisecondsInDay : Infinity;
  return Math.min(turn, ...next);
}

type Part = { capDay: number; rate: Cents; from: number; to: number; length: number };

/** The time of each rate in each day of the cap. */
function listParts(version: RateVersion, start: number, end: number): Part[] {
  const parts: Part[] = [];
  for (let time = start; time < end; ) {
    const next = Math.min(end, findNextBoundary(version, time, start));
    const rate = toPriceCents(version.windows.find((window) => isWithin(window, time))?.rate ?? version.perHour);
    const turnedAt = version.capPer === 'day' ? version.capTurnsAt * millisecondsInMinute : start;
    const capDay = version.capPer === null ? 0 : Math.floor((time - turnedAt) / millisecondsInDay);
    const part = parts.find((other) => other.capDay === capDay && other.rate === rate);
    if (part) Object.assign(part, { to: next, length: part.length + next - time });
    else parts.push({ capDay, rate, from: time, to: next, length: next - time });
    time = next;
  }
  return parts;
}

/** Cents by milliseconds, so that nothing is rounded before the end: a half cent up. */
const toRoundedCents = (value: number) => Math.floor((2 * value + millisecondsInHour) / (2 * millisecondsInHour));

function quoteTime(version: RateVersion, start: number, end: number, freeMinutes: number): Quote {
  const toDates = (from: number, to: number) => ({ startsAt: new Date(from), endsAt: new Date(to) });
  if (end - start <= freeMinutes * millisecondsInMinute) {
    return { amount: toCents(0), lines: [{ key: 'free', ...toDates(start, end), amount: toCents(0) }] };
  }
  const step = Math.max(version.stepMinutes * millisecondsInMinute, 1);
  const charged = Math.max(Math.ceil((end - start) / step) * step, version.leastMinutes * millisecondsInMinute);
  const parts = listParts(version, start, start + charged);
  const lines: PriceLine[] = [];
  let value = 0;
  const add = (worth: number) => {
    const before = toRoundedCents(value);
    value += worth;
    return toCents(toRoundedCents(value) - before);
  };
  for (const capDay of new Set(parts.map((part) => part.capDay))) {
    const ofDay = parts.filter((part) => part.capDay === capDay);
    for (const { rate, from, to, length } of ofDay) {
      const minutes = length / millisecondsInMinute;
      lines.push({ key: 'hours', ...toDates(from, to), rate, minutes, amount: add(rate * length) });
    }
    const worth = ofDay.reduce((sum, { rate, length }) => sum + rate * length, 0);
    const most = version.cap === null ? Infinity : toPriceCents(version.cap) * millisecondsInHour;
    const from = Math.min(...ofDay.map((part) => part.from));
    const to = Math.max(...ofDay.map((part) => part.to));
    if (worth > most) lines.push({ key: 'cap', ...toDates(from, to), amount: add(most - worth) });
  }
  return { amount: toCents(toRoundedCents(value)), lines };
}

type Special = RateVersion['specials'][number];

/** Null where the special does not fit. */
function quoteSpecial(version: RateVersion, special: Special, start: number, end: number): Quote | null {
  const minute = minuteOf(start);
  if (!special.days.includes(dayOf(start)) || minute < special.from || minute > special.to) return null;
  const toMoment = (clock: number) =>
    startOfDay(start) + clock * millisecondsInMinute + (clock > special.from ? 0 : millisecondsInDay);
  const covered = toMoment(special.covers);
  if (typeof special.leaves === 'number' && (end < toMoment(special.leaves) || end > covered)) return null;
  const rest = end > covered ? quoteTime(version, covered, end, 0) : { amount: toCents(0), lines: [] };
  const amount = toPriceCents(special.amount);
  const period = { startsAt: new Date(start), endsAt: new Date(Math.min(end, covered)) };
  const line: PriceLine = { key: 'special', name: special.name, ...period, amount };
  return { amount: sumCents([amount, rest.amount]), lines: [line, ...rest.lines] };
}

/** What a stay costs by a version of rates, and how that comes about. The database calculates the price that it charges, by the same rules. */
export function quoteVersion(version: RateVersion, { startsAt, endsAt }: Period): Quote {
  const offset = getOffset(startsAt);
  const start = startsAt.getTime() + offset;
  const end = endsAt.getTime() + offset;
  const base = quoteTime(version, start, end, version.freeMinutes);
  const quotes = version.specials.map((special) => quoteSpecial(version, special, start, end));
  const { amount, lines } = quotes.reduce<Quote>(
    (best, quote) => (quote && quote.amount < best.amount ? quote : best),
    base,
  );
  const back = (time: Date) => new Date(time.getTime() - offset);
  return {
    amount,
    lines: lines.map((line) => ({ ...line, startsAt: back(line.startsAt), endsAt: back(line.endsAt) })),
  };
}

/** Whether the rate of an hour alone decides what a stay costs. */
export const isPlain = ({ version, events }: Pricing, stay: Period): boolean =>
  version === null && !events.some((event) => touchesDays(event, stay));

/** What a stay costs, and how that comes about: the dearest event that it touches, where that is dearer. */
export function quoteStay(pricing: Pricing, { startsAt, endsAt }: Period): Quote {
  const stay = { startsAt, endsAt };
  const quoted = pricing.version ? quoteVersion(pricing.version, stay) : quotePlain(pricing.hourlyRate, stay);
  const events = pricing.events.filter((event) => touchesDays(event, stay));
  return events.reduce((best, { name, price }) => {
    const amount = toPriceCents(price ?? 0);
    return amount > best.amount ? { amount, lines: [{ key: 'special', name, ...stay, amount }] } : best;
  }, quoted);
}

function quotePlain(hourlyRate: number, stay: Period): Quote {
  const hours = countHours(stay);
  const amount = toPriceCents(calculatePrice({ hourlyRate, hours }));
  return { amount, lines: [{ key: 'hours', ...stay, rate: toPriceCents(hourlyRate), minutes: hours * 60, amount }] };
}

/** What an extension costs: by a plain rate its hours, else what the whole costs more than what was paid or given for the time so far. */
export function priceExtension(pricing: Pricing, stay: Period & { price: number }, endsAt: Date): Cents {
  const whole = { ...stay, endsAt };
  if (isPlain(pricing, whole)) return quoteStay(pricing, { startsAt: stay.endsAt, endsAt }).amount;
  const paid = Math.max(toPriceCents(stay.price), quoteStay(pricing, stay).amount);
  return toCents(Math.max(0, quoteStay(pricing, whole).amount - paid));
}

const nameLine = (line: PriceLine, minutes: number): string => {
  if (line.key === 'hours') return m.price_line_hours({ time: formatMinutes(minutes), rate: formatMoneyOf(line.rate) });
  return line.key === 'special' ? line.name : m[`price_line_${line.key}` as const]();
};

/** How a price comes about, in words: such as '2 h a RD$50.00' and 'RD$100.00'. The hours of one rate are one line. */
export const describeLines = (lines: readonly PriceLine[]): { name: string; value: string }[] =>
  [...groupBy(lines, (line) => nameLine(line, 0)).values()].flatMap((group) => {
    const minutes = group.reduce((sum, part) => sum + ('minutes' in part ? part.minutes : 0), 0);
    const value = formatSigned(sumCents(group.map(({ amount }) => amount)));
    return group.slice(0, 1).map((line) => ({ name: nameLine(line, minutes), value }));
  });

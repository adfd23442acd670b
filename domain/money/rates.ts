import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../camel-case.ts';
import { getOffset } from '../days/country-time.ts';
import { momentSchema, type Period } from '../days/period.ts';
import { groupBy } from '../group-by.ts';
import { formatMinutes } from '../reservations/times.ts';
import { type Cents, sumCents, toCents } from './cents.ts';
import { formatMoneyOf, formatSigned, toPriceCents } from './money.ts';

const daysSchema = z.object({ days: z.string(), from: z.number(), to: z.number() });

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
    windows: z.array(daysSchema.extend({ rate: z.number() })),
    specials: z.array(
      daysSchema.extend({ name: z.string(), leaves: z.number().nullish(), covers: z.number(), amount: z.number() }),
    ),
  })
  .transform(toCamelCase);

export type RateVersion = z.output<typeof rateVersionSchema>;

/** A table of rates for a type of vehicle, or for all; its versions, the newest first. */
export type RateTable = { id: string; vehicleType: string | null; versions: readonly RateVersion[] };

/** The table of a vehicle, of those of a space in the order in which they hold; null where it has a plain rate. */
export const findTable = (tables: readonly RateTable[], vehicleType: string | null): RateTable | null =>
  tables.find((table) => table.vehicleType === null || table.vehicleType === vehicleType) ?? null;

/** The version by which a stay is booked now; null where it has a plain rate. */
export const findVersion = (tables: readonly RateTable[], vehicleType: string | null, startsAt: Date) =>
  findTable(tables, vehicleType)?.versions.find(({ validFrom }) => validFrom <= startsAt) ?? null;

/** A part of a price; the lines of a price sum to it. `hours` have their rate and how many minutes cost it. */
export type PriceLine = Period & { amount: Cents } & (
    | { key: 'hours'; rate: Cents; minutes: number }
    | { key: 'free' | 'cap' }
    | { key: 'special'; name: string }
  );

export type Quote = { amount: Cents; lines: readonly PriceLine[] };

/** Moments here are milliseconds of the epoch by the clock of the country at the start of the stay. */
type Window = RateVersion['windows'][number];

const startOfDay = (time: number) => Math.floor(time / millisecondsInDay) * millisecondsInDay;
/** From Monday, 1, to Sunday, 7: the epoch began on a Thursday. */
const dayOf = (time: number) => String(((Math.floor(time / millisecondsInDay) + 3) % 7) + 1);
const minuteOf = (time: number) => (time - startOfDay(time)) / millisecondsInMinute;

/** A window that passes midnight belongs to the day on which it begins. */
function isWithin({ days, from, to }: Window, time: number): boolean {
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
    const [from, to] = [Math.min(...ofDay.map((part) => part.from)), Math.max(...ofDay.map((part) => part.to))];
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
  const [start, end] = [startsAt.getTime() + offset, endsAt.getTime() + offset];
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

/** What an extension costs: what the whole costs more than what it has cost, or than the time so far where that was a gift. */
export function priceExtension(version: RateVersion, stay: Period & { price: number }, newEnd: Date): Cents {
  const whole = quoteVersion(version, { ...stay, endsAt: newEnd }).amount;
  return toCents(Math.max(0, whole - Math.max(toPriceCents(stay.price), quoteVersion(version, stay).amount)));
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

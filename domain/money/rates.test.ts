import { millisecondsInMinute } from 'date-fns/constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCents } from './cents.ts';
import vectors from './rate-vectors.json' with { type: 'json' };
import { findPricing, priceExtension, quoteStay, quoteVersion, type RateVersion, rateVersionSchema } from './rates.ts';

const tables = Object.entries(vectors.tables).map(([name, row]) => [name, rateVersionSchema.parse(row)] as const);
const tableOf = Object.fromEntries(tables) as Record<keyof typeof vectors.tables, RateVersion>;
const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

test.each(vectors.stays)('$table, $stay', ({ table, from, to, cents }) => {
  const { amount, lines } = quoteVersion(tableOf[table as keyof typeof tableOf], {
    startsAt: new Date(from),
    endsAt: new Date(to),
  });
  expect([amount, sumOf(lines)]).toEqual([cents, cents]);
});

const days = vectors.days
  .toReversed()
  .toSorted((a, b) => Number(a.is_of_all) - Number(b.is_of_all))
  .map(({ first_day: first, last_day: last, name, price, table }) => ({
    first,
    last,
    name,
    price,
    versions: table === null ? null : [tableOf[table as keyof typeof tableOf]],
  }));
const pricingOf = (table: string | null, startsAt: Date) => {
  const versions = table === null ? [] : [tableOf[table as keyof typeof tableOf]];
  return findPricing({ tables: [{ id: '', vehicleType: null, versions }], days }, null, { startsAt, hourlyRate: 50 });
};

test.each(vectors.staysOnDays)('special days: $stay', ({ table, from, to, cents }) => {
  const stay = { startsAt: new Date(from), endsAt: new Date(to) };
  const { amount, lines } = quoteStay(pricingOf(table, stay.startsAt), stay);
  expect([amount, sumOf(lines)]).toEqual([cents, cents]);
});

test('an extension into an event costs what the whole then costs more, and by a plain rate its hours', () => {
  const startsAt = new Date('2026-11-30T23:00:00-04:00');
  const stay = { startsAt, endsAt: new Date('2026-11-30T23:30:00-04:00') };
  const priceUntil = (end: string, price = 25) =>
    priceExtension(pricingOf(null, startsAt), { ...stay, price }, new Date(`2026-${end}:00-04:00`));
  expect([priceUntil('11-30T23:45'), priceUntil('12-01T00:10'), priceUntil('12-01T02:00')]).toEqual([
    1250, 7500, 12_500,
  ]);
  expect(priceUntil('12-01T00:10', 0)).toBe(7500);
});

test('lines say what an hour costs in which hours, what a cap takes off, and which special there is', () => {
  const linesOf = (table: keyof typeof tableOf, from: string, to: string) =>
    quoteVersion(tableOf[table], {
      startsAt: new Date(`2026-11-${from}:00-04:00`),
      endsAt: new Date(`2026-11-${to}:00-04:00`),
    }).lines;
  expect(linesOf('plaza', '23T09:00', '23T09:15')).toMatchObject([{ key: 'free', amount: 0 }]);
  expect(linesOf('plaza', '23T09:00', '24T10:00')).toMatchObject([
    { key: 'hours', rate: 5000, minutes: 1440, amount: 120_000 },
    { key: 'cap', amount: -90_000 },
    { key: 'hours', rate: 5000, minutes: 60, amount: 5000 },
  ]);
  expect(linesOf('office', '23T19:00', '24T10:00')).toMatchObject([
    { key: 'special', name: 'night', amount: 15_000, endsAt: new Date('2026-11-24T08:00:00-04:00') },
    { key: 'hours', minutes: 120, amount: 10_000 },
  ]);
});

test('what extensions add up to is the price of the whole, where charging the added hours alone is not', () => {
  const minutes = fc.tuple(
    fc.integer({ min: 0, max: 10_079 }),
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1, max: 2000 }),
  );
  let dearer = 0;
  fc.assert(
    fc.property(minutes, ([start, first, more]) => {
      const after = (count: number) =>
        new Date(Date.parse('2026-11-23T04:00:00Z') + (start + count) * millisecondsInMinute);
      for (const [, table] of tables) {
        const priceOf = (from: number, to: number) =>
          quoteVersion(table, { startsAt: after(from), endsAt: after(to) }).amount;
        const paid = priceOf(0, first);
        const whole = priceOf(0, first + more);
        const added = toCents(Math.max(0, whole - paid));
        if (paid + added !== Math.max(paid, whole)) return false;
        if (priceOf(first, first + more) > added) dearer += 1;
        if (table.specials.length === 0 && whole < paid) return false;
      }
      return true;
    }),
    { numRuns: 20_000 },
  );
  expect(dearer).toBeGreaterThan(40_000);
});

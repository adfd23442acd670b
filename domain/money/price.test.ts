import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RESERVATION_HOURS } from '../reservations/times.ts';
import { calculatePrice, MAX_PRICE, toPriceCents } from './money.ts';

test('without a rate an hour costs 5.00', () => {
  expect(calculatePrice({ hourlyRate: null, hours: 2 })).toBe(10);
});

test('a price is the one that the database calculates', () => {
  // round(rate * minutes / 60, 2), which rounds a half away from zero; at least a cent where there is a rate.
  const roundAsDatabase = (rateCents: number, minutes: number) => {
    const product = BigInt(rateCents) * BigInt(minutes);
    const hour = 60n;
    const rounded = product / hour + ((product % hour) * 2n >= hour ? 1n : 0n);
    return rounded === 0n && product > 0n ? 1n : rounded;
  };
  const rates = fc.integer({ min: 0, max: MAX_PRICE * 100 });
  const reservations = fc.integer({ min: 1, max: MAX_RESERVATION_HOURS * 60 });
  fc.assert(
    fc.property(rates, reservations, (rateCents, minutes) => {
      const price = calculatePrice({ hourlyRate: rateCents / 100, hours: minutes / 60 });
      expect(BigInt(toPriceCents(price))).toBe(roundAsDatabase(rateCents, minutes));
    }),
    { numRuns: 2000 },
  );
});

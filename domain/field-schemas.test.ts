import { expect, test } from 'vitest';
import { decimalSchema, wholeNumberSchema } from './field-schemas.ts';

const PRICE = decimalSchema({ min: 0, max: 10_000 }, 'zone-price-out-of-range');
const RATING = decimalSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range');
const TRIPS = wholeNumberSchema({ min: 0 }, 'trips-out-of-range');

test.each([
  [
    'Enter a price of 0 or more, with at most two decimals, up to 10,000',
    PRICE,
    [0, 4.25, 10_000],
    [-0.01, 1.005, 10_000.01],
  ],
  ['Enter a rating from 0 to 5, with at most one decimal', RATING, [0, 4.3, 5], [-0.1, 5.1, 4.25]],
  ['Enter a whole number of trips, 0 or more', TRIPS, [0, 7], [-1, 1.5]],
] as const)('%s: any other number, and none, is told so', (sentence, schema, taken, rejected) => {
  for (const number of taken) expect(schema.parse(number)).toBe(number);
  for (const number of [...rejected, Number.NaN]) {
    expect(schema.safeParse(number).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  }
});

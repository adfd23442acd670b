import { expect, test } from 'vitest';
import { findDearSpecials, priceWeek } from './rate-checks.ts';
import { rateVersionSchema } from './rates.ts';

const create = (rules: object) =>
  rateVersionSchema.parse({
    valid_from: '2026-01-01T00:00:00Z',
    per_hour: 60,
    free_minutes: 15,
    step_minutes: 0,
    least_minutes: 0,
    cap: 300,
    cap_per: '24h',
    cap_turns_at: 0,
    windows: [],
    specials: [],
    ...rules,
  });
const night = { name: 'Night', days: '15', from: 1080, to: 1320, covers: 480, amount: 150 };

test('a week says what each hour costs, also past midnight', () => {
  const windows = [{ days: '7', from: 1320, to: 90, rate: 20 }];
  const prices = priceWeek(create({ windows })).map(({ days }) => days.map(({ price }) => price));
  expect([prices[21]?.[6], prices[22]?.[6], prices[0]?.[0], prices[1]?.[0], prices[0]?.[6]]).toEqual([
    6000, 2000, 2000, 4000, 6000,
  ]);
});

test('a special that makes no stay cheaper is found', () => {
  const specials = [night, { ...night, name: 'Dear', amount: 301 }, { ...night, name: 'Late', leaves: 420 }];
  expect(findDearSpecials(create({ specials })).map(({ name }) => name)).toEqual(['Dear']);
});

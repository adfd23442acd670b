import { expect, test } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { createIdempotencyKeys } from './use-reserve.ts';

const START = new Date('2026-11-21T14:00:00Z');
const BOOKING = { spaceId: 'space-1', ...createPeriod(START, 3) };

test('the form gives another space, start or duration, or a hold for another payment, another key', () => {
  const { getKey } = createIdempotencyKeys(() => crypto.randomUUID());

  const keys = [
    getKey(BOOKING),
    getKey({ ...BOOKING, spaceId: 'space-2' }),
    getKey({ ...BOOKING, ...createPeriod(new Date('2026-11-21T15:00:00Z'), 3) }),
    getKey({ ...BOOKING, ...createPeriod(START, 2) }),
    getKey({ ...BOOKING, heldFor: 'card' }),
    getKey({ ...BOOKING, heldFor: 'paypal' }),
  ];

  expect(new Set(keys).size).toBe(6);
});

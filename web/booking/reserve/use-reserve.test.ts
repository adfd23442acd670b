import { expect, test } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { createIdempotencyKeys } from './use-reserve.ts';

const START = new Date('2026-11-21T14:00:00Z');
const BOOKING = { spaceId: 'space-1', ...createPeriod(START, 3) };

function countKeys() {
  let count = 0;
  return createIdempotencyKeys(() => {
    count += 1;
    return `key-${count}`;
  });
}

test('the form gives the same booking the same key, also after another booking in between', () => {
  const { getKey } = countKeys();
  const first = getKey(BOOKING);

  getKey({ ...BOOKING, ...createPeriod(START, 4) });

  expect(getKey({ ...BOOKING, startsAt: new Date(START) })).toBe(first);
});

test('the form gives another space, start or duration, or a hold for another payment, another key', () => {
  const { getKey } = countKeys();

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

test('the form gives a booking whose key was forgotten another one', () => {
  const { getKey, forget } = countKeys();
  const first = getKey(BOOKING);
  const other = getKey({ ...BOOKING, ...createPeriod(START, 2) });
  forget(first);
  expect(getKey(BOOKING)).not.toBe(first);
  expect(getKey({ ...BOOKING, ...createPeriod(START, 2) })).toBe(other);
});

import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

const BOOKING = { spaceId: 'space-1', startTime: new Date('2026-11-21T14:00:00Z'), hours: 3 };

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

  getKey({ ...BOOKING, hours: 4 });

  expect(getKey({ ...BOOKING, startTime: new Date(BOOKING.startTime) })).toBe(first);
});

test('the form gives another space, start or duration another key', () => {
  const { getKey } = countKeys();

  const keys = [
    getKey(BOOKING),
    getKey({ ...BOOKING, spaceId: 'space-2' }),
    getKey({ ...BOOKING, startTime: new Date('2026-11-21T15:00:00Z') }),
    getKey({ ...BOOKING, hours: 2 }),
  ];

  expect(new Set(keys).size).toBe(4);
});

test('the form gives a space that is held for another vehicle or payment another key', () => {
  const { getKey } = countKeys();
  expect(getKey({ ...BOOKING, heldFor: 'card' })).not.toBe(getKey({ ...BOOKING, heldFor: 'paypal' }));
});

test('the form gives a booking whose key was forgotten another one', () => {
  const { getKey, forget } = countKeys();
  const [first, other] = [getKey(BOOKING), getKey({ ...BOOKING, hours: 2 })];
  forget(first);
  expect(getKey(BOOKING)).not.toBe(first);
  expect(getKey({ ...BOOKING, hours: 2 })).toBe(other);
});

import { expect, test } from 'vitest';
import { createPeriod } from '../days/period.ts';
import { isRatable, isRatingChangeable } from './rating.ts';

const RESERVATION = createPeriod(new Date('2026-11-01T10:00:00Z'), 2);

test('a reservation can be rated until 14 days after its end', () => {
  expect(isRatable(RESERVATION, new Date('2026-11-15T11:59:59Z'))).toBe(true);
  expect(isRatable(RESERVATION, new Date('2026-11-15T12:00:00Z'))).toBe(false);
});

test('a rating can be changed for a day', () => {
  const rating = { createdAt: new Date('2026-11-02T09:00:00Z') };
  expect(isRatingChangeable(rating, new Date('2026-11-03T08:59:59Z'))).toBe(true);
  expect(isRatingChangeable(rating, new Date('2026-11-03T09:00:00Z'))).toBe(false);
});

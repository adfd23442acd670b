import { expect, test } from 'vitest';
import type { UserDetails } from './user-details.ts';
import { toUserChanges, toUserValues, userValuesSchema } from './user-values.ts';

const details: Pick<UserDetails, 'profile' | 'settings'> = {
  profile: {
    id: 'p',
    userId: 'u',
    email: 'ana@parqueo.test',
    fullName: null,
    phone: null,
    bio: null,
    rating: 4.3,
    totalTrips: 2,
    status: 'active',
    walletBalance: 19.99,
    walletSettings: {},
    lastActivity: null,
    createdAt: '2026-01-01T00:00:00Z',
    version: '2026-01-01T00:00:00Z',
  },
  settings: null,
};

const messagesFor = (profile: Record<string, unknown>, settings: Record<string, unknown> = {}) => {
  const values = toUserValues(details);
  const parsed = userValuesSchema.safeParse({
    profile: { ...values.profile, ...profile },
    settings: { ...values.settings, ...settings },
  });
  return parsed.error?.issues.map(({ message }) => message) ?? [];
};

test('stored values are valid, and empty fields become null', () => {
  expect(messagesFor({})).toEqual([]);
  const { profile } = toUserValues(details);
  expect(toUserChanges({ ...profile, fullName: ' Ana ', phone: ' ' }, { hasBalance: true })).toMatchObject({
    fullName: 'Ana',
    phone: null,
    bio: null,
    rating: 4.3,
  });
});

test.each([-0.1, 5.1, 4.25, Number.NaN])('a rating of %d is invalid', (rating) => {
  expect(messagesFor({ rating })).toEqual(['Enter a rating from 0 to 5, with at most one decimal']);
});

test.each([-1, 1.5, 2_147_483_648, Number.NaN])('%d trips are invalid', (totalTrips) => {
  expect(messagesFor({ totalTrips })).toEqual(['Enter a whole number of trips, 0 or more']);
});

test.each([-0.01, 1.005, 100_000_000, Number.NaN])('a balance of %d is invalid', (walletBalance) => {
  expect(messagesFor({ walletBalance })).toEqual(['Enter an amount of 0 or more, with at most two decimals']);
});

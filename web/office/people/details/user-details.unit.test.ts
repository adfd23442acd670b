import { expect, test } from 'vitest';
import { Problem } from '../../../../domain/problems.ts';
import { formatRoleError, toUserChanges, toUserValues, type UserDetails, userValuesSchema } from './user-details.ts';

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
    updatedAt: '2026-01-01T00:00:00Z',
  },
  settings: null,
};

const messagesFor = (profile: object) => {
  const values = toUserValues(details);
  const parsed = userValuesSchema.safeParse({ ...values, profile: { ...values.profile, ...profile } });
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

test.each([
  ['rating', [-0.1, 5.1, 4.25, Number.NaN], 'Enter a rating from 0 to 5, with at most one decimal'],
  ['totalTrips', [-1, 1.5, 2_147_483_648, Number.NaN], 'Enter a whole number of trips, 0 or more'],
  ['walletBalance', [-0.01, 1.005, 100_000_000], 'Enter an amount of 0 or more, with at most two decimals'],
])('a %s is none of %j', (field, values, sentence) => {
  for (const value of values) expect(messagesFor({ [field]: value })).toEqual([sentence]);
});

const LAST = 'The last administrator cannot be removed';
const HINT = 'last-administrator-stays';

test.each([
  ['the message of the database', new Problem('admin-not-removed', { cause: { code: '23514', message: LAST } }), LAST],
  [
    'the rule that it names',
    new Problem('admin-not-removed', { cause: { code: '23514', message: HINT, hint: HINT } }),
    LAST,
  ],
  ['what failed', new Problem('admin-not-assigned'), 'Failed to assign admin role'],
])('an administrator reads %s', (_, problem, sentence) => {
  expect(formatRoleError(problem)).toBe(sentence);
});

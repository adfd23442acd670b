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

test('stored values are valid, and empty fields become null', () => {
  const values = toUserValues(details);
  expect(userValuesSchema.safeParse(values).success).toBe(true);
  expect(toUserChanges({ ...values.profile, fullName: ' Ana ', phone: ' ' }, { hasBalance: true })).toMatchObject({
    fullName: 'Ana',
    phone: null,
    bio: null,
    rating: 4.3,
  });
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

import { expect, test } from 'vitest';
import { Problem } from '../../../../domain/problems.ts';
import { formatRoleError } from './user-profile-panel.tsx';

test('an administrator reads the message of the database unchanged', () => {
  const cause = { code: '23514', message: 'The last administrator cannot be removed' };
  expect(formatRoleError(new Problem('admin-not-removed', { cause }))).toBe('The last administrator cannot be removed');
});

test('an administrator reads the rule that the database names', () => {
  const key = 'last-administrator-stays';
  const cause = { code: '23514', message: key, hint: key };
  expect(formatRoleError(new Problem('admin-not-removed', { cause }))).toBe('The last administrator cannot be removed');
});

test('an administrator reads the message of the product when the database sent none', () => {
  const network = { code: '', message: 'TypeError: Failed to fetch' };
  expect(formatRoleError(new Problem('admin-not-removed', { cause: network }))).toBe('Failed to remove admin role');
  expect(formatRoleError(new Problem('admin-not-assigned'))).toBe('Failed to assign admin role');
  expect(formatRoleError(new Problem('offline'))).toContain('You are offline');
});

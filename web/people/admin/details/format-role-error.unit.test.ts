import { expect, test } from 'vitest';
import { Problem } from '../../../../domain/problems.ts';
import { formatRoleError } from './format-role-error.ts';

test('what the database says against it is shown as it is', () => {
  const cause = { code: '23514', message: 'The last administrator cannot be removed' };
  expect(formatRoleError(new Problem('admin-not-removed', { cause }))).toBe('The last administrator cannot be removed');
});

test('without a word of the database, the product says what failed', () => {
  const network = { code: '', message: 'TypeError: Failed to fetch' };
  expect(formatRoleError(new Problem('admin-not-removed', { cause: network }))).toBe('Failed to remove admin role');
  expect(formatRoleError(new Problem('admin-not-assigned'))).toBe('Failed to assign admin role');
  expect(formatRoleError(new Problem('offline'))).toContain('You are offline');
});

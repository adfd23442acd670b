import { expect, test } from 'vitest';
import { Problem } from '../../../../domain/problems.ts';
import { formatRoleError } from './user-details.ts';

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

import { expect, test } from 'vitest';
import { hashPassword, requireAcceptablePassword } from './passwords.ts';

test('a password is hashed with bcrypt at the cost of GoTrue', async () => {
  expect(await hashPassword('correct-horse-battery')).toMatch(/^\$2[aby]\$10\$/);
});

test.each([
  'aaaaaaaa',
  'xyxyxyxyxy',
  'abcdefghijk',
  '98765432109',
  'AbCd4321',
  'mnopq1mnopq1',
  '2233445566x',
  'aaaaaaaa😀',
])('a new password of a plain pattern is rejected: %s', (password) => {
  const body = expect.objectContaining({ weak_password: { reasons: ['pattern'] } });
  expect(() => requireAcceptablePassword(password, 8)).toThrow(expect.objectContaining({ body }));
});

test.each(['tr4vesía', 'aaa-kolibri', 'abcd-1974!', 'ñandú ñandú', '佐藤さんの駐車場です'])(
  'a new password of several parts is accepted: %s',
  (password) => {
    expect(() => requireAcceptablePassword(password, 8)).not.toThrow();
  },
);

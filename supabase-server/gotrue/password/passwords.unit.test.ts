import { expect, test } from 'vitest';
import { hashPassword } from './passwords.ts';

test('a password is hashed with bcrypt at the cost of GoTrue', async () => {
  expect(await hashPassword('correct-horse-battery')).toMatch(/^\$2[aby]\$10\$/);
});

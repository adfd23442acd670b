import { expect, test } from 'vitest';
import { findTextLimit, TEXT_LIMITS } from './text-limits.ts';

test('the message of a check constraint names the field that is too long', () => {
  const message = 'new row for relation "profiles" violates check constraint "profiles_bio_length"';
  expect(findTextLimit(message)).toBe(TEXT_LIMITS.bio);
});

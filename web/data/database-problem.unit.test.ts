import { expect, test } from 'vitest';
import { toOwnProblem, toProblem } from './database-problem.ts';

const TOO_LONG = {
  code: '23514',
  message: 'new row for relation "parking_zones" violates check constraint "parking_zones_description_length"',
  hint: null,
};

test('a text that the database finds too long is named with its limit', () => {
  expect(toProblem(TOO_LONG, 'zone-not-updated')).toMatchObject({
    key: 'field-too-long',
    message: 'The description takes at most 2000 characters. Shorten it and save again.',
    cause: TOO_LONG,
  });
});

test('a rule that the database names by its key is shown in its own words', () => {
  const error = { code: '23514', message: 'whatever', hint: 'last-administrator-stays' };
  expect(toProblem(error, 'user-not-updated').message).toBe('The last administrator cannot be removed');
});

test('a rule with a limit is shown with the limit that the database names', () => {
  const error = { code: '23514', message: 'whatever', hint: 'reservation-over-limit', details: '2' };
  expect(toProblem(error, 'reservation-not-created').message).toBe('A reservation can last at most 2 hours.');
  expect(toProblem({ ...error, details: '1' }, 'unexpected').message).toBe('A reservation can last at most 1 hour.');
});

test.each([
  { code: '23514', message: 'another rule', hint: null },
  { code: '23514', message: 'another rule', hint: 'constructor' },
  { message: 'Failed to fetch' },
])('anything else is the fallback: %j', (error) => {
  expect(toProblem(error, 'zone-not-updated').key).toBe('zone-not-updated');
});

test('who may not change their own data is suspended', () => {
  const error = { code: '42501', message: 'new row violates row-level security policy', hint: null };
  expect(toOwnProblem(error, 'profile-not-saved').key).toBe('account-shut-out');
  expect(toOwnProblem(TOO_LONG, 'profile-not-saved').key).toBe('field-too-long');
});

import { expect, test } from 'vitest';
import { Problem, toErrorMessage } from './problems.ts';

test('a problem says its sentence with the names filled in, whatever they are', () => {
  const named = new Problem('lock-not-raised', { values: { message: 'costs {vendor} $& more' } });
  expect(toErrorMessage(named)).toBe('Failed to raise lock: costs {vendor} $& more');
});

test('anything else that is thrown says the generic sentence', () => {
  expect(toErrorMessage(new TypeError('x is not a function'))).toBe('An unexpected error occurred. Please try again.');
});

import { expect, test } from 'vitest';
import { needsOperator, Problem, type ProblemKey, toErrorMessage } from './problems.ts';

test('a problem says its sentence with the names filled in, whatever they are', () => {
  const named = new Problem('lock-not-raised', { values: { message: 'costs {vendor} $& more' } });
  expect(toErrorMessage(named)).toBe('Failed to raise lock: costs {vendor} $& more');
});

test('anything else that is thrown says the generic sentence', () => {
  expect(toErrorMessage(new TypeError('x is not a function'))).toBe('An unexpected error occurred. Please try again.');
});

test.each<[boolean, ProblemKey[]]>([
  [true, ['unexpected', 'server-not-reachable', 'barrier-offline', 'payment-declined', 'reservation-not-created']],
  [true, ['zones-not-loaded', 'account-suspended', 'too-many-swaps']],
  [false, ['offline', 'email-required', 'wallet-too-low', 'space-taken', 'vehicle-not-found', 'place-not-found']],
  [false, ['location-not-accessible', 'code-wrong', 'price-changed']],
])('that only the operator can help is %s of %s', (isExpected, keys) => {
  for (const key of keys) expect([key, needsOperator(new Problem(key))]).toEqual([key, isExpected]);
});

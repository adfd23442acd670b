import { expect, test } from 'vitest';
import { describeProblem, type ProblemKey, toProblemValues } from './problems.ts';

test.each([
  ['reservation-over-limit', '12', /12/],
  ['refund-over-paid', '6.67', /\$6\.67/],
  ['wallet-too-low', '10.00', /\$10\.00 short/],
  ['second-admin-required', '5000.00', /\$5,000\.00/],
] satisfies [ProblemKey, string, RegExp][])('the sentence of %s says its detail', (key, detail, sentence) => {
  expect(describeProblem(key, toProblemValues(key, detail))).toMatch(sentence);
});

test('a rule without a parameter has no detail, and neither has one that is not said', () => {
  expect(toProblemValues('price-changed', '7.00')).toEqual({});
  expect(toProblemValues('wallet-too-low', null)).toEqual({});
});

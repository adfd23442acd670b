import { expect, test } from 'vitest';
import { describeChange } from './figure-cards.tsx';

test.each([
  [112, 100, '12% more than Feb 1 – 15 (100)'],
  [75, 100, '25% less than Feb 1 – 15 (100)'],
  [10_001, 10_000, '1% more than Feb 1 – 15 (10000)'],
  [5, 5, 'The same as Feb 1 – 15 (5)'],
  [0, 0, 'The same as Feb 1 – 15 (0)'],
  [5, 0, '0 in Feb 1 – 15'],
  [5, -10, '-10 in Feb 1 – 15'],
  [-5, 10, '10 in Feb 1 – 15'],
])('%d after %d is told as %j', (now, before, text) => {
  expect(describeChange({ now, before, days: 'Feb 1 – 15', format: String })).toBe(text);
});

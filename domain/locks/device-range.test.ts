import { expect, test } from 'vitest';
import { createDeviceRange } from './device-range.ts';

test.each([
  ['KV-0019', 3, ['KV-0019', 'KV-0020', 'KV-0021']],
  [' 7 ', 2, ['7', '8']],
  ['GW2-L09-a', 2, ['GW2-L09-a', 'GW2-L10-a']],
  ['KV-098', 1, ['KV-098']],
])('%s is the first of %i locks', (first, count, ids) => {
  expect(createDeviceRange(first, count)).toEqual(ids);
});

test.each([
  ['no number', 'KV-', 2],
  ['too few digits for the last lock', 'KV-98', 3],
  ['a long number without a next one', '9'.repeat(16), 2],
])('%s gives no range', (_what, first, count) => {
  expect(createDeviceRange(first, count)).toBeNull();
});

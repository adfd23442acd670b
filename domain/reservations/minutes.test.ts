import { expect, test } from 'vitest';
import { formatMinutes } from './times.ts';

test('a driver reads lengths of time in hours and whole minutes', () => {
  expect([-1, 0, 45.9, 120, 125].map(formatMinutes)).toEqual(['0 min', '0 min', '45 min', '2 hr', '2 hr 5 min']);
});

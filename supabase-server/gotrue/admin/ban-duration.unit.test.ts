import { expect, test } from 'vitest';
import { parseBanDuration } from './account-changes.ts';

test.each([
  ['24h', 86_400],
  ['2h45m', 9900],
  ['90m5s', 5405],
  ['876000h', 3_153_600_000],
  ['none', 0],
  ['0', 0],
])('a ban of %s lasts %d seconds', (text, seconds) => {
  expect(parseBanDuration(text)).toBe(seconds);
});

test.each(['', 'forever', '24', '1d', '-1h', '1h ', '1h,2m', '1e3h', '0h', '1.5h', `${'9'.repeat(60)}h`, '2562048h'])(
  'the ban duration "%s" is rejected with a message that names the field',
  (text) => {
    expect(() => parseBanDuration(text)).toThrow(/invalid format for ban duration: ban_duration takes/);
  },
);

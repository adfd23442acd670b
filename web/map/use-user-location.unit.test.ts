import { expect, test } from 'vitest';
import { LOCATION_HINTS, toLocationHint } from './use-user-location.ts';

test('who refused is told where to allow it', () => {
  expect(toLocationHint({ code: 1, message: 'User denied Geolocation' })).toBe(LOCATION_HINTS.denied);
});

test.each([
  ['a device without a signal', { code: 2 }],
  ['a device that takes too long', { code: 3 }],
  ['a browser that knows no positions', new Error('this browser knows no positions')],
  ['nothing at all', undefined],
])('%s leads to another way', (_what, reason) => {
  expect(toLocationHint(reason)).toBe(LOCATION_HINTS.unknown);
});

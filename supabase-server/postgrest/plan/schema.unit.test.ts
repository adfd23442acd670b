import { expect, test } from 'vitest';
import { hasLongNumber } from './schema.ts';

/** The size of the largest body that the server takes. */
const MEGABYTE = 1_000_000;

test.each([
  ['a text that does not end', `"${'\\"'.repeat(MEGABYTE / 2)}`],
  ['texts of almost long numbers', `"${`${'e'.repeat(1999)} `.repeat(MEGABYTE / 2000)}"`],
  ['almost long numbers', `[${`${'1'.repeat(1999)},`.repeat(MEGABYTE / 2000)}0]`],
])('%s are read in a moment', (_, json) => {
  const startedAt = performance.now();
  hasLongNumber(`${json} ${'e'.repeat(1000)}`);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

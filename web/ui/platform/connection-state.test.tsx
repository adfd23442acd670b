import { expect, test, vi } from 'vitest';
import { checkConnection, isOnline, watchConnection } from './connection-state.ts';

test('a browser that is wrong about the connection is corrected, also when the clock was set back since', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  watchConnection();
  expect(await checkConnection()).toBe(false);

  fetched.mockResolvedValue(new Response());
  const threeHours = 3 * 3_600_000;
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now - threeHours);
  expect(await checkConnection()).toBe(true);
  expect(isOnline()).toBe(true);
});

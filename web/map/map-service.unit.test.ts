import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetries } from './map-service.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('what fails is tried 3 more times, after 1, 2 and 4 seconds, and each failure is told', async () => {
  const cause = new Error('no network');
  const load = vi.fn(async () => Promise.reject(cause));
  const onFailure = vi.fn();
  const outcome = withRetries(load, onFailure).catch((thrown: unknown) => thrown);
  for (const [ms, tries] of [
    [0, 1],
    [999, 1],
    [1, 2],
    [2000, 3],
    [4000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(load).toHaveBeenCalledTimes(tries);
  }
  expect(await outcome).toBe(cause);
  expect(onFailure.mock.calls).toEqual([[cause], [cause], [cause], [cause]]);
});

test('what comes back at a later try is used', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('map');
  const outcome = withRetries(load);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toBe('map');
});

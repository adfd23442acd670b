import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentPosition } from './geolocation.ts';

type Ask = Geolocation['getCurrentPosition'];

const NOT_ACCESSIBLE = 'Unable to access your location';

function browserThat(getCurrentPosition: Ask, permission: PermissionState = 'granted') {
  const permissions = { query: async () => ({ state: permission }) };
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition }, permissions });
}

/** The sentence that a search for the place has ended with, once it has. */
function watchFailure(): { sentence?: string } {
  const seen: { sentence?: string } = {};
  getCurrentPosition().catch((error: Error) => {
    seen.sentence = error.message;
  });
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the device is asked with high accuracy, 10 seconds of patience and for a position at most 5 minutes old', async () => {
  const ask = vi.fn<Ask>((found) => found({ coords: { latitude: 18.48, longitude: -69.93 } } as GeolocationPosition));
  browserThat(ask);

  await expect(getCurrentPosition()).resolves.toEqual({ lat: 18.48, lng: -69.93 });
  expect(ask.mock.calls[0]?.[2]).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 });
  expect(vi.getTimerCount()).toBe(0);
});

test('a driver whose browser never says anything is told so shortly after its 10 seconds are over', async () => {
  browserThat(() => undefined);
  const seen = watchFailure();

  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.sentence).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.sentence).toBe(NOT_ACCESSIBLE);
});

test('a driver who reads the question of the browser first has a minute for it', async () => {
  browserThat(() => undefined, 'prompt');
  const seen = watchFailure();

  await vi.advanceTimersByTimeAsync(59_000);
  expect(seen.sentence).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.sentence).toBe(NOT_ACCESSIBLE);
});

test('a driver who said no is told so at once, and nothing is left running', async () => {
  browserThat((_found, failed) => failed?.({ code: 1 } as GeolocationPositionError), 'prompt');

  await expect(getCurrentPosition()).rejects.toThrow(NOT_ACCESSIBLE);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

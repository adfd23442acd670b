import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

const HOUR_MS = 3_600_000;
const SERVER_TIME = Date.parse('2026-11-28T12:00:00Z');

const kept = new Map<string, string>();

/** Loads the page on a device whose clock is so far ahead of the server's. */
async function openPage(aheadMs: number) {
  vi.resetModules();
  vi.setSystemTime(SERVER_TIME + aheadMs);
  return import('./clock.ts');
}

const respond = (time = SERVER_TIME) => new Response(null, { headers: { date: new Date(time).toUTCString() } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test.each([
  ['2 hours ahead', 2 * HOUR_MS],
  ['40 minutes behind', -40 * 60_000],
  ['years behind, as with an empty battery', -9 * 365 * 24 * HOUR_MS],
])('on a device that is %s the time is the server’s, also after a start without a connection', async (_, aheadMs) => {
  const clock = await openPage(aheadMs);
  clock.learnServerTime(respond(), Date.now());
  expect(Math.abs(clock.getNow().getTime() - SERVER_TIME)).toBeLessThan(1000);
  expect(Math.abs(clock.getClockError() - aheadMs)).toBeLessThan(1000);
  const later = await openPage(aheadMs);
  expect(Math.abs(later.getNow().getTime() - SERVER_TIME)).toBeLessThan(1000);
  later.learnServerTime(respond(Date.now()), Date.now());
  expect(later.getClockError()).toBe(0);
});

test('a clock that is set back during a request is learned from its response', async () => {
  const clock = await openPage(0);
  const sentAt = Date.now();
  vi.setSystemTime(SERVER_TIME - 3 * HOUR_MS);
  clock.learnServerTime(respond(), sentAt);
  expect(Math.abs(clock.getNow().getTime() - SERVER_TIME)).toBeLessThan(1000);
});

test('a slow response, and one without a time, move no clock', async () => {
  const clock = await openPage(0);
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + 20_000);
  clock.learnServerTime(respond(sentAt + 19_000), sentAt);
  clock.learnServerTime(new Response(null), sentAt);
  expect(clock.getNow().getTime()).toBe(Date.now());
});

test('nothing else reads the clock of the device, except to measure how long something takes', () => {
  const web = join(import.meta.dirname, '../..');
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const platform = ['clock.ts', 'connection-state.ts', 'browser-config.ts'].map((name) => `ui/platform/${name}`);
  const own = [...platform, 'data/connection.ts'];
  const readers = sources.filter(
    (file) =>
      !/\.test\.|^testing\//.test(file) &&
      !own.includes(file) &&
      /new Date\(\)|\bDate\.now\b/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(readers).toEqual([]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdleAndQuick } from './quick-device.ts';

type Device = { pointer?: string; cores?: number; memory?: number; connection?: object; blockedMs?: number };

/** Whether a device starts MapLibre when the page is idle. */
function starts({ pointer = 'fine', cores = 8, memory, connection, blockedMs = 0 }: Device): boolean {
  vi.stubGlobal('navigator', { hardwareConcurrency: cores, deviceMemory: memory, connection });
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  vi.stubGlobal('window', {
    matchMedia: (query: string) => ({ matches: query === `(pointer: ${pointer})` }),
    requestIdleCallback: () => undefined,
  });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['longtask'];
      #report: (list: object) => void;
      constructor(report: (list: object) => void) {
        this.#report = report;
      }
      observe = () => this.#report({ getEntries: () => [{ duration: blockedMs + 50 }] });
      disconnect = () => undefined;
    },
  );
  const callback = vi.fn<() => void>();
  const stop = whenIdleAndQuick(callback);
  for (const run of idle) run();
  stop();
  return callback.mock.calls.length > 0;
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

test('a computer that was hardly blocked starts the map when it is idle', () => {
  expect(starts({})).toBe(true);
  expect(starts({ memory: 8, connection: { effectiveType: '4g', saveData: false }, blockedMs: 150 })).toBe(true);
});

test('a phone waits for the first gesture, however many cores it has', () => {
  expect(starts({ pointer: 'coarse' })).toBe(false);
});

test.each<[string, Device]>([
  ['few cores', { cores: 2 }],
  ['little memory', { memory: 2 }],
  ['a slow connection', { connection: { effectiveType: '3g' } }],
  ['an owner who saves data', { connection: { effectiveType: '4g', saveData: true } }],
  ['a start that blocked it', { blockedMs: 400 }],
])('a computer with %s waits too', (_what, device) => {
  expect(starts(device)).toBe(false);
});

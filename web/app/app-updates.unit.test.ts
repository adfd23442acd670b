import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from './app-updates.tsx';

let loadResource: () => void = () => undefined;

class Page extends EventTarget {
  visibilityState = 'visible';
}

let page: Page;

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  vi.stubGlobal('document', page);
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onEntries: () => void) {
        loadResource = onEntries;
      }
      observe = () => undefined;
      disconnect = () => {
        loadResource = () => undefined;
      };
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('work waits until nothing has been loaded for two seconds', () => {
  const work = vi.fn();
  whenQuiet(work);
  vi.advanceTimersByTime(1500);
  loadResource();
  vi.advanceTimersByTime(1500);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledOnce();
});

test('work starts after fifteen seconds on a page that never stops loading', () => {
  const work = vi.fn();
  whenQuiet(work);
  for (let second = 0; second < 14; second += 1) {
    vi.advanceTimersByTime(1000);
    loadResource();
  }
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledOnce();
});

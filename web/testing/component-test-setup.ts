import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

// On a busy machine a screen takes longer than the second that the library waits for it.
configure({ asyncUtilTimeout: 10_000 });

// A channel would reach the tests of other threads, as if all of them were tabs of one browser.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

// React keeps where each element was made, for browsers to show: a sixth of the time of these tests, in which nobody reads it.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

// jsdom lays nothing out: no element gets a size, and no media query matches.
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
window.matchMedia ??= (media) =>
  ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;

// React and the libraries report misuse on the console only: a test that causes such a report fails.
let reports: unknown[][] = [];

// The files of a worker share its libraries: the data client would report that it was opened before.
beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

beforeAll(() => {
  // Toasts fade in, which a busy machine does late, and out when a newer one comes before them.
  document.head.insertAdjacentHTML(
    'beforeend',
    '<style>[data-sonner-toast], [data-sonner-toast] > * { opacity: 1 !important; }</style>',
  );
});

// The files of a worker also share its document. Each style sheet left in it makes every search for a role slower.
afterAll(() => document.head.replaceChildren());

beforeEach(() => {
  reports = [];
  vi.spyOn(console, 'error').mockImplementation((...report) => {
    // jsdom does not know the search element, which browsers do.
    if (String(report[0]).includes('is unrecognized in this browser') && report[1] === 'search') return;
    reports.push(report);
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  expect(reports, 'reports on console.error').toEqual([]);
});

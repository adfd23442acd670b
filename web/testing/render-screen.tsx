import { QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider } from 'next-themes';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';
import { createSession, DRIVER, type Person } from './people.ts';
import { SERVER_URL } from './server-defaults.ts';

// A graphics card and a layout are for browser journeys.
vi.mock('../map/map-view.tsx', async () => ({ MapView: (await import('./map-stub.tsx')).MapStub }));

// Screens are loaded when they are opened, which takes a busy machine long.
const SLOW_MS = 60_000;
configure({ asyncUtilTimeout: SLOW_MS });
vi.setConfig({ testTimeout: 3 * SLOW_MS, hookTimeout: SLOW_MS });

/** Where the data client keeps the session. */
export const SESSION_KEY = `sb-${new URL(SERVER_URL).hostname.split('.')[0]}-auth-token`;

type Options = {
  /** Who is signed in; null for a visitor, `stored` for the person of the session in the browser's storage. */
  as?: Person | null | 'stored';
  /** What the screen before handed over in the navigation state. */
  state?: object;
  /** Whether to wait until the first screen has loaded. */
  waits?: boolean;
};

let closeLast: (() => void) | null = null;

/** Opens the product at an address, as a browser does that loads the page: nothing of an earlier test is in its memory. */
export async function renderScreen(path: string, { as = DRIVER, state, waits = true }: Options = {}) {
  if (as !== 'stored') signInBrowser(as);
  const user = userEvent.setup({ delay: null });
  window.history.pushState(state ? { usr: state, key: 'test', idx: 0 } : null, '', path);
  closeLast = await load(waits);
  const reopen = async () => {
    closeLast?.();
    closeLast = await load();
  };
  return {
    user,
    /** Loads the page anew. */
    reload: reopen,
    /** Loads the page of another address, as another tab of the same browser would. */
    open(address: string) {
      window.history.pushState(null, '', address);
      return reopen();
    },
  };
}

/** Opens the status of a reservation under way, by its card in the list. */
export async function openParked(reservation: Row) {
  server.rows('reservations').push(reservation);
  const app = await renderScreen('/reservations');
  await app.user.click(await screen.findByRole('link', { name: /Parked now|Still at/ }));
  await expectPath('/parking-status');
  await screen.findByRole('timer');
  return { ...app, reservation };
}

async function load(waits = true) {
  vi.resetModules();
  const [{ connect }, { createRouter, whenLoaded }, { createQueryClient }] = await Promise.all([
    import('../data/connection.ts'),
    import('../app/router.tsx'),
    import('../app/query-client.ts'),
  ]);
  const router = createRouter();
  let unmount: (() => void) | null = null;
  let isClosed = false;
  const shown = whenLoaded(router).then(async () => {
    if (isClosed) return;
    ({ unmount } = await act(async () =>
      render(
        <StrictMode>
          <ThemeProvider attribute="class" scriptProps={{ type: 'application/json' }}>
            <QueryClientProvider client={createQueryClient()}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </ThemeProvider>
        </StrictMode>,
      ),
    ));
  });
  if (waits) await shown;
  return () => {
    isClosed = true;
    toast.dismiss();
    unmount?.();
    router.dispose();
    // With the page go the timers and listeners of its data client.
    void connect(server.config).client.auth.dispose();
  };
}

/** Keeps the session of a person in the browser, as after an earlier visit. */
export function signInBrowser(person: Person | null): void {
  if (person === null) localStorage.removeItem(SESSION_KEY);
  else {
    const known = server.people.find(({ id }) => id === person.id);
    localStorage.setItem(SESSION_KEY, JSON.stringify(createSession(person, known?.fields)));
  }
}

/** Waits until the browser shows this address: path and query. */
export async function expectPath(path: string | RegExp): Promise<void> {
  await waitFor(() => expect(`${window.location.pathname}${window.location.search}`).toMatch(path));
}

/** Waits for the toast with this text, which may stand elsewhere on the screen as well. */
export function findToast(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];
    const found = toasts.find(({ textContent }) => textContent.replaceAll('\u00a0', ' ').includes(text));
    if (found === undefined) throw new Error(`There is no toast "${text}", only ${toasts.map((it) => it.textContent)}`);
    return found;
  });
}

/** From here on time goes by as `passTime` and `jumpTime` say, beside the little that the test takes itself. */
export function fakeClock(now = new Date()): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
}

/** Lets every timer of so many milliseconds run. */
export async function passTime(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

const TICK_MS = 1000;

/** Moves the clock, as for a device that slept: timers that are due run once. */
export async function jumpTime(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms - TICK_MS);
  await passTime(TICK_MS);
}

/** The data client repeats a read that gets lost for this time before it reports a failure. */
export const CLIENT_RETRIES_MS = 7000;

/** Where the device is, in degrees; null for a person who does not share it, undefined while they have not answered. */
export function setDevicePosition(position: { latitude: number; longitude: number } | null | undefined): void {
  const getCurrentPosition = (onFound: (at: object) => void, onFailure: (reason: object) => void) => {
    if (position === null) onFailure({ code: 1 });
    else if (position !== undefined) onFound({ coords: position });
  };
  const watchPosition = (onMove: (at: object) => void, onFailure: (reason: object) => void) => {
    const listener = (at: DevicePosition) =>
      at === null ? onFailure({ code: 1 }) : onMove({ coords: { accuracy: 10, ...at } });
    lastWatch += 1;
    watchers.set(lastWatch, listener);
    if (position !== undefined) queueMicrotask(() => listener(position));
    return lastWatch;
  };
  const clearWatch = (id: number) => watchers.delete(id);
  const geolocation = { getCurrentPosition, watchPosition, clearWatch };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
}

type DevicePosition = { latitude: number; longitude: number } | null;

let lastWatch = 0;
const watchers = new Map<number, (at: DevicePosition) => void>();

/** Moves the device; whoever follows its position hears of it. */
export function moveDevice(position: DevicePosition): void {
  act(() => {
    for (const notify of watchers.values()) notify(position);
  });
}

/** Which media queries the browser meets. */
export function stubMedia(matches: (media: string) => boolean): void {
  const listeners = ['addEventListener', 'removeEventListener', 'addListener', 'removeListener'];
  const ignored = Object.fromEntries(listeners.map((name) => [name, () => undefined]));
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: matches(media), ...ignored }));
}

/** What jsdom does not have of a browser. */
function stubBrowser(): void {
  vi.stubGlobal('IntersectionObserver', ResizeObserver);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback, 0));
  // After a file with fake timers, the frames are those of its window, which is closed.
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    setTimeout(callback, 0, performance.now()),
  );
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame));
  vi.stubGlobal('scrollTo', () => undefined);
  stubMedia(() => false);
  Element.prototype.scrollIntoView = () => undefined;
}

beforeEach(() => {
  stubBrowser();
  setDevicePosition(null);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  closeLast?.();
  closeLast = null;
  vi.useRealTimers();
  // Modules that are still loading would be mixed with the new ones of the next test.
  await vi.dynamicImportSettled();
  window.history.replaceState(null, '', '/');
});

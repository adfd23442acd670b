import type { Locator, Page, Request } from '@playwright/test';
import { addPastReservations, book, createReadyDriver } from './bookings.ts';
import { createStoredSession, expect, type Person, test, WITHOUT_SAMPLES } from './people.ts';
import type { RunningServer } from './server.ts';

// An hour on a screen within seconds: the browser's clock runs ahead, the server's does not.

test.use({ serverEnv: WITHOUT_SAMPLES, geolocation: { latitude: 18.4961, longitude: -69.9412, accuracy: 10 } });

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
/** The shortest interval at which a screen polls. Timers that are due more than once in a step run once. */
const SHORTEST_INTERVAL_MS = 5 * SECOND_MS;
/** In a hidden tab each timer that runs at all runs once in a step, which is enough to see its request. */
const HIDDEN_STEP_MS = 60 * SECOND_MS;
/** The reservation is read every 30 seconds. */
const RESERVATION_READS = 120;
const MAX_BYTES = 50_000;
const READ = /\/rest\/v1\/reservations\?select=status/;

/** A page whose visibility the test sets, and that counts who follows its position. */
const CONTROLS = `
  let visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility });
  Object.defineProperty(document, 'hidden', { get: () => visibility === 'hidden' });
  window.setVisibility = (next) => {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  window.positionWatches = new Set();
  const { geolocation } = navigator;
  const watch = geolocation.watchPosition.bind(geolocation);
  const clear = geolocation.clearWatch.bind(geolocation);
  geolocation.watchPosition = (...options) => {
    const id = watch(...options);
    positionWatches.add(id);
    return id;
  };
  geolocation.clearWatch = (id) => {
    positionWatches.delete(id);
    clear(id);
  };`;

test.beforeEach(({ page }) => page.addInitScript(CONTROLS));

/** Signs somebody in an hour ago, by the browser's clock, with an access token that expires half an hour later. */
async function signInAnHourAgo(page: Page, email: string, password?: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now - HOUR_MS });
  await page.goto('/icon.svg');
  const [name, text] = await createStoredSession(new URL(page.url()).origin, email, password);
  const session = { ...JSON.parse(text), expires_at: Math.floor((now - HOUR_MS / 2) / SECOND_MS) };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, JSON.stringify(session)] as const);
}

/** Creates a driver with a reservation of four hours. By the browser's clock they have been parked for half an hour. */
async function createDriver(server: RunningServer, space: number, startsInHours = -1.5): Promise<Person> {
  const driver = await createReadyDriver(server, 'parked');
  const booking = { zone: 'Naco Tiradentes', space, startsInHours, hours: 4 };
  await (startsInHours < 0 ? addPastReservations(server, driver, [booking]) : book(driver, [booking]));
  return driver;
}

/** Opens a screen a second time, when its files are in the browser's cache, and waits until it has nothing left to fetch. */
async function open(page: Page, path: string, shown: Locator): Promise<void> {
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(path);
    await expect(shown).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
}

/** Lets an hour pass. Returns the requests of the page, each finished before the next step. */
async function passAnHour(page: Page, stepMs: number): Promise<Request[]> {
  const requests: Request[] = [];
  const add = (request: Request) => requests.push(request);
  page.on('request', add);
  let finished = 0;
  for (let passed = 0; passed < HOUR_MS; passed += stepMs) {
    await page.clock.fastForward(stepMs);
    for (; finished < requests.length; finished += 1) await (await requests[finished]?.response())?.finished();
  }
  page.off('request', add);
  return requests;
}

/** @param latest what the page requests at once when it is shown again */
async function expectSilence(page: Page, latest: RegExp): Promise<void> {
  await page.evaluate('setVisibility("hidden")');
  expect((await passAnHour(page, HIDDEN_STEP_MS)).map((request) => request.url())).toEqual([]);
  const caughtUp = page.waitForResponse(latest);
  await page.evaluate('setVisibility("visible")');
  await caughtUp;
}

async function countReceivedBytes(request: Request): Promise<number> {
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  return responseHeadersSize + responseBodySize;
}

test('a running reservation costs less than 50 KB an hour, and nothing in a hidden tab', async ({ page, server }) => {
  const driver = await createDriver(server, 1);
  await signInAnHourAgo(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await open(page, '/parking-status', page.getByRole('timer'));

  const requests = await passAnHour(page, SHORTEST_INTERVAL_MS);
  const count = (address: RegExp) => requests.filter((request) => address.test(request.url())).length;
  expect(count(READ)).toBeGreaterThanOrEqual(RESERVATION_READS - 1);
  expect(count(/\/auth\/v1\/token\?grant_type=refresh_token/)).toBe(1);
  const bytes = await Promise.all(requests.map(countReceivedBytes));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);

  await expectSilence(page, READ);
});

test('a driver who leaves the way is followed only while the tab is shown', async ({ page, server, context }) => {
  const driver = await createDriver(server, 3, 1);
  await signInAnHourAgo(page, driver.email);
  await open(page, '/reservations', page.getByRole('button', { name: 'DIRECTIONS' }));
  await page.getByRole('button', { name: 'DIRECTIONS' }).click();
  await expect(page.getByText(/^\d+ min$/)).toBeVisible();
  await page.getByRole('button', { name: 'START DRIVING' }).click();
  await expect(page.getByRole('region', { name: 'Next turn' })).toBeVisible();
  expect(await page.evaluate('positionWatches.size')).toBe(1);
  const newWay = /\/route\/v1\/driving\/-69\.95/;
  await context.setGeolocation({ latitude: 18.5061, longitude: -69.9512, accuracy: 10 });
  await expectSilence(page, newWay);
});

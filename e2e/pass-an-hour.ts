import type { Page, Request } from '@playwright/test';
import { addVehicle, book, fillWallet } from './bookings.ts';
import { createPerson, createStoredSession, expect, type Person } from './people.ts';
import type { RunningServer } from './server.ts';

// An hour on a screen within seconds: the browser's clock runs ahead, the server's does not.

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
/** The shortest interval at which a screen polls. Timers that are due more than once in a step run once. */
const STEP_MS = 5 * SECOND_MS;

/** Signs somebody in an hour ago, by the browser's clock, with an access token that expires half an hour later. */
export async function signInAnHourAgo(page: Page, email: string, password?: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now - HOUR_MS });
  await page.goto('/icon.svg');
  const [name, text] = await createStoredSession(new URL(page.url()).origin, email, password);
  const session = { ...JSON.parse(text), expires_at: Math.floor((now - HOUR_MS / 2) / SECOND_MS) };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, JSON.stringify(session)] as const);
}

/** Creates a driver with a reservation of four hours. By the browser's clock they have been parked for half an hour. */
export async function createDriver(server: RunningServer, space: number, startsInHours = -1.5): Promise<Person> {
  const driver = await createPerson(server, 'parked');
  await fillWallet(server, driver);
  const vehicleId = await addVehicle(driver);
  await book(driver, [{ zone: 'Naco Tiradentes', space, startsInHours, hours: 4, vehicleId }]);
  return driver;
}

/** Opens the running reservation as a driver does, and then anew, with the app in the browser's cache. */
export async function openReservation(page: Page): Promise<void> {
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
}

/** Lets an hour pass. Returns the requests of the page and of its service worker, each finished before the next step. */
export async function passAnHour(page: Page): Promise<Request[]> {
  const requests: Request[] = [];
  const add = (request: Request) => requests.push(request);
  page.context().on('request', add);
  let finished = 0;
  for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) {
    await page.clock.fastForward(STEP_MS);
    for (; finished < requests.length; finished += 1) await (await requests[finished]?.response())?.finished();
  }
  page.context().off('request', add);
  return requests;
}

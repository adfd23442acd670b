import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, logIn, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** A zone that no other journey books out; each test has a space of its own. */
const ZONE = 'Naco Tiradentes';
const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

const timer = (page: Page) => page.getByRole('timer');
const lowTimeToast = (page: Page) => page.getByText('Time Running Out!');
const savedText = (page: Page, { id }: Person) =>
  page.evaluate((key) => localStorage.getItem(key), `parqueo.current-session.${id}`);

/** Signs somebody up whose stay of an hour has so many minutes left, and opens its status. */
async function park(page: Page, server: RunningServer, at: { space: number; minutesLeft: number }): Promise<Person> {
  const driver = await createPerson(server, 'parked');
  const startsInHours = at.minutesLeft / MINUTES_PER_HOUR - 1;
  await book(driver, [{ zone: ZONE, space: at.space, startsInHours, hours: 1 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page).toHaveURL(/\/parking-status$/);
  await expect(timer(page)).toBeVisible();
  return driver;
}

/** The red alert stands, and a second later there is no toast, which would stay for longer. */
async function expectAlertWithoutToast(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText('Time is running out!');
  const shown = await timer(page).innerText();
  await expect(timer(page)).not.toHaveText(shown);
  // Counted once: an assertion that waits would wait until the toast has gone.
  expect(await lowTimeToast(page).count()).toBe(0);
}

test('opening the status saves the session: a reload and a second tab show the same countdown', async ({
  page,
  server,
}) => {
  const driver = await park(page, server, { space: 0, minutesLeft: 50 });
  expect(JSON.parse((await savedText(page, driver)) ?? '')).toMatchObject({ parkingSpotName: 'A-01', price: 5 });

  await page.reload();
  await expect(timer(page)).toContainText(/^0h 4\dm \d+s$/);
  const tab = await page.context().newPage();
  await tab.goto('/parking-status');
  await expect(timer(tab)).toContainText(/^0h 4\dm \d+s$/);
  await expect(tab.getByText('A-01')).toBeVisible();
});

test('a session that is over is forgotten by a status screen that was handed none', async ({ page, server }) => {
  const driver = await park(page, server, { space: 1, minutesLeft: 20 });
  await page.clock.install({ time: Date.now() + 21 * MINUTE_MS });

  const tab = await page.context().newPage();
  await tab.goto('/parking-status');

  await expect(tab).toHaveURL(/\/map$/);
  expect(await savedText(tab, driver)).toBeNull();
});

test('a session that is over is forgotten by the map', async ({ page, server }) => {
  const driver = await park(page, server, { space: 2, minutesLeft: 20 });
  await page.goto('/map');
  await expect(page.getByRole('link', { name: /Parked at A-03/ })).toBeVisible();
  expect(await savedText(page, driver)).not.toBeNull();

  await page.clock.install({ time: Date.now() + 21 * MINUTE_MS });
  await page.reload();

  await expect(page.getByText('Choose a parking zone')).toBeVisible();
  await expect.poll(() => savedText(page, driver)).toBeNull();
  await expect(page.getByRole('link', { name: /Parked at/ })).toBeHidden();
});

test('a session that has not begun is not kept for later', async ({ page, server }) => {
  const driver = await park(page, server, { space: 3, minutesLeft: 50 });
  await page.clock.install({ time: Date.now() - 30 * MINUTE_MS });

  const tab = await page.context().newPage();
  await tab.goto('/parking-status');

  await expect(tab).toHaveURL(/\/map$/);
  expect(await savedText(tab, driver)).toBeNull();
});

for (const [what, text] of [
  ['broken off', '{"id":"reservation-1"'],
  ['no reservation', '{"id":42}'],
] as const) {
  test(`a saved session that is ${what} is removed and leads to the map`, async ({ page, server }) => {
    const driver = await createPerson(server, 'broken');
    await logIn(page, driver.email);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `parqueo.current-session.${driver.id}`,
      text,
    ] as const);

    await page.goto('/parking-status');

    await expect(page).toHaveURL(/\/map$/);
    expect(await savedText(page, driver)).toBeNull();
  });
}

test('with 15 minutes left a driver is warned once, neither again after a reload nor in another tab', async ({
  page,
  server,
}) => {
  await park(page, server, { space: 4, minutesLeft: 17 });
  await expect(page.getByRole('alert')).toBeHidden();
  await page.clock.install();

  await page.clock.fastForward(3 * MINUTE_MS);
  await expect(lowTimeToast(page)).toBeVisible();
  await expect(page.getByText('You have 15 minutes or less remaining in your parking spot.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Time is running out!');

  await page.reload();
  await expectAlertWithoutToast(page);
  const tab = await page.context().newPage();
  await tab.goto('/parking-status');
  await expectAlertWithoutToast(tab);
});

test('a tab that slept past the end stands at zero', async ({ page, server }) => {
  await park(page, server, { space: 5, minutesLeft: 30 });
  await page.clock.install();

  await page.clock.fastForward(40 * MINUTE_MS);

  await expect(timer(page)).toHaveText('0h 0m 0s');
  await expect(page.getByRole('alert')).toHaveText('Time is running out!');
  await page.reload();
  await expect(timer(page)).toHaveText('0h 0m 0s');
});

test('the countdown follows the clock of the device when that is set forward and back', async ({ page, server }) => {
  await park(page, server, { space: 6, minutesLeft: 45 });
  await page.clock.install();
  const now = Date.now();

  await page.clock.setSystemTime(now + 20 * MINUTE_MS);
  await expect(timer(page)).toContainText(/^0h 2\dm/);
  await page.clock.setSystemTime(now);
  await expect(timer(page)).toContainText(/^0h 4\dm/);
});

test('a double click on Done ends the session with one request', async ({ page, server }) => {
  const driver = await park(page, server, { space: 7, minutesLeft: 40 });
  const updates: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') updates.push(request.url());
  });
  await page.getByRole('button', { name: 'End Parking' }).click();
  await page.getByRole('button', { name: 'Done' }).dblclick();

  await expect(page).toHaveURL(/\/parking-rating$/);
  await expect(page.getByText('Session Ended')).toBeVisible();
  expect(updates).toHaveLength(1);
  expect(await savedText(page, driver)).toBeNull();
});

import type { Locator, Page } from '@playwright/test';
import { createDriver, openReservation, passAnHour, signInAnHourAgo } from './pass-an-hour.ts';
import { ADMIN, expect, test, WITHOUT_SAMPLES } from './people.ts';

test.use({
  serverEnv: WITHOUT_SAMPLES,
  serviceWorkers: 'allow',
  geolocation: { latitude: 18.4961, longitude: -69.9412, accuracy: 10 },
});

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

const show = (page: Page) => page.evaluate('setVisibility("visible")');
const countWatches = (page: Page) => page.evaluate('positionWatches.size');

/** Opens a screen a second time, when the service worker is installed and has nothing left to fetch. */
async function openAgain(page: Page, path: string, shown: Locator): Promise<void> {
  await page.goto(path);
  await expect(shown).toBeVisible();
  await page.evaluate('navigator.serviceWorker.ready');
  await page.goto(path);
  await expect(shown).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** @param latest what the page requests at once when it is shown again */
async function expectSilence(page: Page, latest: RegExp): Promise<void> {
  await page.evaluate('setVisibility("hidden")');
  expect((await passAnHour(page)).map((request) => request.url())).toEqual([]);
  const caughtUp = page.waitForResponse(latest);
  await show(page);
  await caughtUp;
}

test.beforeEach(({ page }) => page.addInitScript(CONTROLS));

test('a running reservation requests nothing in a hidden tab, and the latest when it is shown', async ({
  page,
  server,
}) => {
  const driver = await createDriver(server, 1);
  await signInAnHourAgo(page, driver.email);
  await openReservation(page);
  await openAgain(page, '/parking-status', page.getByRole('timer'));
  await expectSilence(page, /\/rest\/v1\/reservations\?select=status/);
});

test('messages request nothing in a hidden tab, and the latest when they are shown', async ({ page, server }) => {
  const driver = await createDriver(server, 2);
  await signInAnHourAgo(page, driver.email);
  await openAgain(page, '/messages', page.getByRole('link', { name: 'Messages' }));
  await expectSilence(page, /count_unread_messages/);
  await openAgain(page, '/messages/operator', page.getByRole('textbox'));
  await expectSilence(page, /\/rest\/v1\/user_messages/);
});

test('a driver who leaves the way is followed only while the tab is shown', async ({ page, server, context }) => {
  const driver = await createDriver(server, 3, 1);
  await signInAnHourAgo(page, driver.email);
  await openAgain(page, '/reservations', page.getByRole('button', { name: 'DIRECTIONS' }));
  await page.getByRole('button', { name: 'DIRECTIONS' }).click();
  await page.getByRole('button', { name: 'START DRIVING' }).click();
  await expect(page.getByRole('region', { name: 'Next turn' })).toBeVisible();
  expect(await countWatches(page)).toBe(1);
  const newWay = /\/route\/v1\/driving\/-69\.95/;
  await context.setGeolocation({ latitude: 18.5061, longitude: -69.9512, accuracy: 10 });
  await expectSilence(page, newWay);
});

test('the back office requests nothing in a hidden tab, and the latest when it is shown', async ({ page }) => {
  await signInAnHourAgo(page, ADMIN.email, ADMIN.password);
  await openAgain(page, '/admin', page.getByRole('tab', { name: 'Overview' }));
  await expectSilence(page, /\/rest\/v1\/user_roles/);
  await openAgain(page, '/admin?tab=locks', page.getByText('Loaded 10 parking locks'));
  await expectSilence(page, /\/functions\/v1\/lock-proxy/);
});

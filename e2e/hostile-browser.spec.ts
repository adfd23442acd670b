import { book } from './bookings.ts';
import { createPerson, expect, logIn, test } from './people.ts';

// Browsers and devices that do not do what the product expects of them.

/** Makes the clock of a page go wrong. */
const moveClock = (minutes: number) => `globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [globalThis.Date.now()] : parts));
  }
  static now = ((now) => () => now() + ${minutes} * 60_000)(Date.now);
}`;

test.describe('on a device whose clock is wrong the product goes by the time of the server', () => {
  for (const [how, space, minutes, sentence] of [
    ['fast', 2, 125, "Your device's clock is 2 hr 5 min fast. Parqueo uses the right time."],
    ['slow', 3, -40, "Your device's clock is 40 min slow. Parqueo uses the right time."],
  ] as const) {
    test(how, async ({ page, server }) => {
      const driver = await createPerson(server, 'clock');
      await book(driver, [{ zone: 'Malecón', space, startsInHours: -1, hours: 3 }]);
      let tokens = 0;
      page.on('request', (request) => {
        if (request.url().includes('/auth/v1/token')) tokens += 1;
      });
      await page.addInitScript(moveClock(minutes));
      await logIn(page, driver.email);
      await expect(page.getByText(sentence)).toBeVisible();
      await page.goto('/activity');
      await page.getByRole('link', { name: /Parked now/ }).click();
      await expect(page.getByRole('timer')).toContainText(/1h 5\dm/);
      await page.goto('/account');
      await expect(page.getByText(driver.email)).toBeVisible();
      expect(tokens).toBe(1);
    });
  }
});

/** What a page meets in Chromium where a person blocks the data of the site. */
const BLOCKED = `for (const name of ['localStorage', 'sessionStorage', 'caches'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException(name + ' is blocked', 'SecurityError'); } });
  navigator.serviceWorker.register = async () => { throw new DOMException('blocked', 'SecurityError'); };
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });`;

test('a browser that blocks the data of the site shows what needs none, and says what to allow', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'blocked');
  await page.addInitScript(BLOCKED);
  await page.goto('/intro');
  await expect(page.getByText('Allow cookies and site data in its settings')).toBeVisible();
  await logIn(page, driver.email);
  await expect(page.getByRole('button', { name: /^Malecón, / })).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
});

test('a device without room lets people log in, and says that nothing is kept', async ({ page, server }) => {
  const driver = await createPerson(server, 'full');
  await page.goto('/icon.svg');
  await page.evaluate(`for (let size = 2 ** 22; size >= 1; ) {
    try {
      localStorage.setItem('other', (localStorage.getItem('other') ?? '') + 'x'.repeat(size));
    } catch {
      size /= 2;
    }
  }`);
  await logIn(page, driver.email);
  await expect(page.getByText('This device has no room left.')).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText(driver.email)).toBeVisible();
});

test.describe('a connection that loses a part of the product', () => {
  test.use({ expectedErrors: [/ERR_FAILED .*\/assets\/main-/] });
  test('leaves a page that says so, and starts again', async ({ page }) => {
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto('/map');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await page.unroute('**/assets/main-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Search by address')).toBeVisible();
  });
});

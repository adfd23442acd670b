import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { startChangingProxy } from './changing-proxy.ts';
import { createPerson, expect, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

// What the browser says of each request that finds no connection, or no file any more.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource|dynamically imported module/],
});

/** Waits until the service worker answers for this page and keeps what the product starts with. */
async function kept(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => page.evaluate('caches.match("/config.json").then(Boolean)')).toBe(true);
}

/** A driver whose reservation of two hours began half an hour ago and whose status is open. */
async function park(page: Page, server: RunningServer, space: number): Promise<Person> {
  const driver = await createPerson(server, 'offline');
  await book(driver, [{ zone: 'Naco Tiradentes', space, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await page.getByRole('link', { name: /Parked now/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await kept(page);
  return driver;
}

test('the countdown of a reservation goes on without a connection, and the map says that there is none', async ({
  page,
  server,
}) => {
  await park(page, server, 0);

  await page.context().setOffline(true);
  await page.reload();
  const timer = page.getByRole('timer');
  await expect(timer).toContainText(/^1h 2\dm \d+s$/);
  const shown = await timer.innerText();
  await expect(timer).not.toHaveText(shown);

  await page.goto('/map');
  await expect(page.getByText('You are offline. Check your connection and try again.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Account' })).toBeVisible();
});

test('nothing that the server said about a person is kept for times without a connection', async ({ page, server }) => {
  await park(page, server, 1);
  await page.goto('/account');
  await page.goto('/reservations');
  const addresses = (await page.evaluate(`(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`)) as string[];
  expect(addresses).toContain('/config.json');
  expect(addresses.filter((path) => /^\/(rest|auth|functions|mailbox)/.test(path))).toEqual([]);
});

test('a newer version waits until the person asks for it, in each tab', async ({ page, server }) => {
  await using front = await startChangingProxy(server);
  await page.goto(`${front.url}/intro`);
  await kept(page);
  const other = await page.context().newPage();
  await other.goto(`${front.url}/intro`);
  await kept(other);
  await Promise.all([page, other].map((tab) => tab.evaluate('document.body.setAttribute("data-before", "")')));

  front.change('/sw.js', (script) => `${script}\n// A newer version.`);
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');

  const sentence = 'A new version of Parqueo is ready.';
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(other.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.locator('body[data-before]')).toHaveCount(0);
  await expect(page.getByText(sentence)).toBeHidden();
  await expect(other.locator('body[data-before]')).toHaveCount(1);
  await other.getByRole('button', { name: 'Update' }).click();
  await expect(other.locator('body[data-before]')).toHaveCount(0);
  await expect(other.getByText(sentence)).toBeHidden();
});

test('a screen of a version that is gone from the server leads to the newer one', async ({ page, server }) => {
  await using front = await startChangingProxy(server);
  await page.goto(`${front.url}/intro`);
  await kept(page);

  front.change('/', (html) => html.replaceAll('/assets/index-', '/assets/newer-'));
  front.remove(/^\/assets\/log-in-/);
  await page
    .getByRole('link', { name: 'LOG IN' })
    .or(page.getByRole('button', { name: 'LOG IN' }))
    .click();
  await expect(page.getByText('A new version of Parqueo is ready.')).toBeVisible();

  front.restore();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { test as base, createPerson, expect, signIn } from './people.ts';
import { copyDataTemplate, type RunningServer, startServer } from './server.ts';
import { findSpace } from './simulated-payments.ts';

/** A zone that no other journey books in. */
const ZONE = 'Plaza Cultural';
const NO_ROUTE = 'Directions request failed';
const NO_SEARCH = 'Address search is not available right now. Please try again.';

/** `server` takes its directions and its search from `outside`, another copy of the product. */
const test = base.extend<object, { outside: RunningServer }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      const outside = await startServer(await copyDataTemplate(), { SEED: 'none' });
      await use(outside);
      await outside.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  serverEnv: [
    async ({ outside }, use) => use({ ROUTER_URL: `${outside.url}/maps`, GEOCODER_URL: `${outside.url}/maps` }),
    { scope: 'worker' },
  ],
});

test.use({ expectedErrors: [/Failed to load resource|Content Security Policy/] });

async function search(page: Page, typed: string): Promise<void> {
  await page.goto('/map');
  await page.getByLabel('Search by address').fill(typed);
}

test('directions and search come from outside servers, and a driver is told when these fail', async ({
  page,
  server,
  outside,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const callsTo = ({ url }: RunningServer, path: string) => calls.filter((call) => call.startsWith(`${url}${path}`));

  await test.step('an address is found by the outside search', async () => {
    await search(page, 'nunez de cac');
    await expect(page.getByRole('option', { name: /Av\. Núñez de Cáceres/ }).first()).toBeVisible();
    expect(callsTo(outside, '/maps/api')).not.toEqual([]);
  });

  await test.step('the way comes from the outside router', async () => {
    const driver = await createPerson(server, 'far');
    await signIn(page, driver.email);
    await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-01')}`);
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions$/);
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    expect(callsTo(outside, '/maps/route/v1/driving/')).not.toEqual([]);
  });

  await outside.stop();

  await test.step('with both servers gone the driver reads so', async () => {
    await page.reload();
    await expect(page.getByText(NO_ROUTE).first()).toBeVisible();
    await expect(page.getByText('Driving time is not known')).toBeVisible();
    await search(page, 'nunez de cac');
    await expect(page.getByText(NO_SEARCH)).toBeVisible();
  });

  expect(callsTo(server, '/maps/route')).toEqual([]);
  expect(callsTo(server, '/maps/api')).toEqual([]);
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { test as base, createPerson, expect, signIn } from './people.ts';
import { copyDataTemplate, type RunningServer, startServer } from './server.ts';

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

/** Serves on the port of a server that was stopped, and answers each request as told. */
async function serveStandIn(port: string, answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    answer(response);
  });
  server.listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

async function reserve(page: Page, server: RunningServer): Promise<void> {
  const driver = await createPerson(server, 'far');
  const spaces = driver.client.from('parking_spaces').select('id').eq('zone_name', ZONE).order('name').limit(1);
  const { data } = await spaces.single().throwOnError();
  await signIn(page, driver.email);
  await page.goto(`/reserve/${data.id}`);
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions$/);
}

async function search(page: Page, typed: string): Promise<void> {
  await page.goto('/map');
  await page.getByLabel('Search by address').fill(typed);
}

test('directions and search come from outside servers, and a driver is told when these fail', async ({
  page,
  server,
  outside,
}) => {
  test.slow();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const callsTo = ({ url }: RunningServer, path: string) => calls.filter((call) => call.startsWith(`${url}${path}`));

  await test.step('an address is found by the outside search', async () => {
    await search(page, 'nunez de cac');
    await expect(page.getByRole('option', { name: /Av\. Núñez de Cáceres/ }).first()).toBeVisible();
    expect(callsTo(outside, '/maps/api')).not.toEqual([]);
  });

  await test.step('the way comes from the outside router', async () => {
    await reserve(page, server);
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    expect(callsTo(outside, '/maps/route/v1/driving/')).not.toEqual([]);
  });

  await test.step('a page calls no server that the operator did not name', async () => {
    const blocked = await page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      fetch('http://127.0.0.1:9/').catch(() => undefined);
    })`);
    expect(blocked).toBe('connect-src');
  });

  await outside.stop();

  await test.step('with both servers gone the driver reads so', async () => {
    await page.reload();
    await expect(page.getByText(NO_ROUTE).first()).toBeVisible();
    await expect(page.getByText('Driving time is not known')).toBeVisible();
    await search(page, 'nunez de cac');
    await expect(page.getByText(NO_SEARCH)).toBeVisible();
  });

  await test.step('on the map a failed way is only logged', async () => {
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith(`${NO_ROUTE} due to Failed to fetch`),
    });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Use current location' }).click();
    await expect(page.getByRole('img', { name: 'Your Location' })).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${ZONE}, `) }).focus();
    await page.keyboard.press('Enter');
    await logged;
    await expect(page.getByText(NO_ROUTE)).toBeHidden();
  });

  // From here on ten seconds pass in half a second.
  await page.addInitScript({
    content: 'const wait = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = (ms) => wait(ms / 20);',
  });
  const { port } = new URL(outside.url);
  for (const [what, answer] of [
    ['answer with an error', (response: ServerResponse) => response.writeHead(500).end('<h1>Oops</h1>')],
    ['answer with half a document', (response: ServerResponse) => response.end('{"code":"Ok","features":[')],
    ['never answer', () => undefined],
  ] as const) {
    await test.step(`with servers that ${what} the driver reads the same`, async () => {
      const stop = await serveStandIn(port, answer);
      await search(page, 'nunez de cac');
      await expect(page.getByText(NO_SEARCH)).toBeVisible();
      await stop();
    });
  }

  expect(callsTo(server, '/maps/route')).toEqual([]);
  expect(callsTo(server, '/maps/api')).toEqual([]);
});

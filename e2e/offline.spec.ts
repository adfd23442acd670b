import { once } from 'node:events';
import { createServer } from 'node:http';
import { book } from './bookings.ts';
import { OFFLINE_ERRORS, untilKept } from './offline.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: OFFLINE_ERRORS });

test('nothing that the server said about a person is kept for times without a connection', async ({ page, server }) => {
  const driver = await createPerson(server, 'offline');
  await book(driver, [{ zone: 'Naco Tiradentes', space: 1, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/account');
  await page.goto('/reservations');
  await expect(page.getByRole('link', { name: /Parked now/ })).toBeVisible();
  await untilKept(page);
  const addresses = (await page.evaluate(`(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`)) as string[];
  expect(addresses).toContain('/config.json');
  expect(addresses.filter((path) => /^\/(rest|auth|functions|mailbox)/.test(path))).toEqual([]);
});

test('a device that has opened the map alone has the screens that work offline, and keeps the frame around the others', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'fresh');
  await book(driver, [{ zone: 'Naco Tiradentes', space: 3, startsInHours: -0.5, hours: 2 }]);
  await signIn(page, driver.email);
  await page.goto('/map');
  await expect(page.getByRole('link', { name: /Parked at/ })).toBeVisible();
  const tickets = `localStorage.getItem('parqueo.tickets.${driver.id}')`;
  await expect.poll(() => page.evaluate(tickets)).toContain('Naco Tiradentes');
  await untilKept(page);

  await page.context().setOffline(true);
  for (const path of ['/activity', '/reservations']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Ticket' }).first().click();
    await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
  }
  await page.goto('/parking-status');
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
});

test('a newer version waits until the person asks for it, in each tab', async ({ page, server }) => {
  await using front = await startChangingProxy(server);
  await page.goto(`${front.url}/intro`);
  await untilKept(page);
  const other = await page.context().newPage();
  await other.goto(`${front.url}/intro`);
  await untilKept(other);
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
  await untilKept(page);

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

/** A server in front of the product's, which passes everything on until it is told to change something. */
type ChangingProxy = {
  url: string;
  /** From now on the text under this path is answered changed. */
  change: (path: string, how: (text: string) => string) => void;
  /** From now on there is nothing under such paths. */
  remove: (path: RegExp) => void;
  /** Passes everything on again. */
  restore: () => void;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const HEADERS = ['content-type', 'cache-control', 'content-security-policy'] as const;
const NOT_FOUND = 404;

/** Starts a server in front of the product's, as a deployment of another version is to a page that is open. */
async function startChangingProxy({ url: behind }: Pick<RunningServer, 'url'>): Promise<ChangingProxy> {
  const changes = new Map<string, (text: string) => string>();
  const gone: RegExp[] = [];
  const answer = async (path: string) => {
    if (gone.some((pattern) => pattern.test(path))) return { status: NOT_FOUND, headers: {}, body: '' };
    const { status, headers, ...rest } = await read(behind + path);
    const change = changes.get(path);
    return { status, headers, body: change ? change(rest.body.toString()) : rest.body };
  };
  const server = createServer((request, response) => {
    answer(request.url ?? '/').then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    change: (path, how) => changes.set(path, how),
    remove: (path) => gone.push(path),
    restore: () => {
      changes.clear();
      gone.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(url: string) {
  const answer = await fetch(url);
  const headers = Object.fromEntries(HEADERS.map((name) => [name, answer.headers.get(name) ?? '']));
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

import type { Page, Request } from '@playwright/test';
import { test, VENDOR } from './lock-vendor.ts';
import { ADMIN, expect, signIn } from './people.ts';

const COLUMNS = [
  ...['DID', 'Status', 'Type', 'Gateway', 'SIM', 'Signal', 'Battery %', 'Alarm', 'Sound', 'Location'],
  ...['CLBM', 'CM', 'UT', 'BZ', 'Sync Time', 'Created', 'Updated', 'Online Time', 'Offline Time'],
];
const REFRESH_MS = 30_000;
const TOKEN_PLACE = 'lock-vendor-token';

type ListCall = { endpoint: string; body: { index: number; size: number } | null };

/** What the page asks of the vendor from now on, by endpoint. */
function watchCalls(page: Page) {
  const calls: ListCall[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/functions/v1/lock-proxy') && request.method() === 'POST') {
      calls.push(request.postDataJSON() as ListCall);
    }
  });
  return {
    /** Requests for a page of the dashboard, by its number. */
    pages: () => calls.flatMap(({ body }) => (body?.size === 10 ? [body.index] : [])),
    tokens: () => calls.filter(({ endpoint }) => endpoint === '/researchapi/getAccessToken').length,
  };
}

async function openLocks(page: Page, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=locks${search}`);
  await expect(page.getByRole('heading', { name: 'Parking Locks Management' })).toBeVisible();
}

const table = (page: Page) => page.getByRole('table', { name: 'Parking locks' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const dids = (page: Page) => table(page).getByRole('cell', { name: /^KV-\d{4}$/ });
const search = (page: Page) => page.getByPlaceholder('Search by DID, Gateway, Type, Alarm...');
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an administrator sees the locks of the vendor, named as the operator says', async ({ page }) => {
  await openLocks(page);

  await test.step('the tab says what it is for and how it is connected', async () => {
    await expect(page.getByRole('tab', { name: VENDOR })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: `${VENDOR} Dashboard` })).toBeVisible();
    await expect(page.getByText(`Monitor and control parking locks through the ${VENDOR} API v2.2`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Connection Status' })).toBeVisible();
    await expect(page.getByText(`Connected to ${VENDOR} API v2.2`)).toBeVisible();
    await expect(page.getByText('Using appid/secret authentication flow')).toBeVisible();
  });
  await test.step('the table has 19 columns and is 600 px high', async () => {
    await expect(page.getByText('Loaded 10 parking locks')).toBeVisible();
    await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS);
    expect((await page.getByRole('region', { name: 'Parking locks' }).boundingBox())?.height).toBe(600);
  });
  await test.step('a row says all the vendor says', async () => {
    const when = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
    await expect(rows(page).nth(5).getByRole('cell')).toHaveText([
      ...['KV-0006', 'Offline', 'K20', /^GW-\d\d$/, /^\d{20}$/, '0', /^\d+%$/, 'None', 'Off', 'Down'],
      ...['P-006', 'NB-IoT', '2.2.14', '—', when, when, when, when, when],
    ]);
    await expect(rows(page).nth(0).getByRole('cell').last()).toHaveText('—');
  });
  await test.step('what needs attention is counted over all locks', async () => {
    await expect(page.getByText(/^\d+ of 24 locks need attention$/)).toBeVisible();
  });
});

test('an administrator turns the pages of locks, each of which is asked for anew', async ({ page }) => {
  const calls = watchCalls(page);
  await openLocks(page);
  await expect(page.getByText('Showing 10 of 24 parking locks')).toBeVisible();
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  await expect(button(page, 'Previous')).toBeDisabled();
  await expect(dids(page).first()).toHaveText('KV-0001');

  await button(page, 'Next').click();
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await expect(dids(page).first()).toHaveText('KV-0011');
  await button(page, 'Next').click();
  await expect(page.getByText('Showing 4 of 24 parking locks')).toBeVisible();
  await expect(page.getByText('Loaded 4 parking locks')).toBeVisible();
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Previous').click();
  await expect(dids(page).first()).toHaveText('KV-0011');
  await expect.poll(calls.pages).toEqual([1, 2, 3, 2]);
});

test('an administrator finds locks by id, gateway, type and alarm, and by status', async ({ page }) => {
  await openLocks(page);
  for (const [words, expected] of [
    ['kv-0022', ['KV-0022']],
    ['COLLISION', ['KV-0009']],
  ] as const) {
    await search(page).fill(words);
    await expect(dids(page)).toHaveText([...expected]);
    await expect(page.getByText('Showing 1 of 24 parking locks')).toBeVisible();
    await expect(button(page, 'Next')).toBeDisabled();
  }
  await search(page).fill('gw-02');
  await expect(dids(page).first()).toBeVisible();
  await expect(rows(page).filter({ hasNotText: 'GW-02' })).toHaveCount(0);
  await search(page).fill('k20');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).filter({ hasNotText: 'K20' })).toHaveCount(0);

  await choose(page, 'Status', 'Offline');
  await expect(dids(page)).toHaveText(['KV-0006', 'KV-0022']);
  await search(page).fill('');
  await expect(dids(page)).toHaveText(['KV-0006', 'KV-0015', 'KV-0022']);
  await choose(page, 'Status', 'Online');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).getByText('Offline')).toHaveCount(0);
  await choose(page, 'Status', 'All Status');
  await search(page).fill('nothing like it');
  await expect(page.getByText('No parking locks found')).toBeVisible();
});

test('an administrator brings the locks that need attention to the top', async ({ page }) => {
  await openLocks(page);
  await choose(page, 'Order', 'Needs attention first');
  await expect(page).toHaveURL(/order=attention/);
  const text = (await page.getByText(/locks need attention$/).textContent()) ?? '';
  const needing = Number.parseInt(text, 10);
  expect(needing).toBeGreaterThan(3);
  await expect(dids(page).first()).not.toHaveText('KV-0001');
  const reasons = rows(page).filter({
    has: page.getByText(/^(Offline|Collision|Tamper|Low battery)$/).or(page.getByLabel('Low battery')),
  });
  await expect(reasons).toHaveCount(Math.min(needing, 10));
});

test('the locks are asked for again every 30 seconds, and when an administrator says so', async ({ page, vendor }) => {
  const calls = watchCalls(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.clock.install();
  await page.goto('/admin?tab=locks');
  await expect(rows(page).first().getByText('Online')).toBeVisible();
  await page.clock.runFor(1000);
  await vendor.breakWith({ offline: ['KV-0001'] });

  await page.clock.runFor(REFRESH_MS - 2000);
  expect(calls.pages()).toEqual([1]);
  await expect(rows(page).first().getByText('Online')).toBeVisible();
  await page.clock.runFor(2000);
  await expect(rows(page).first().getByText('Offline')).toBeVisible();
  expect(calls.pages()).toEqual([1, 1]);

  await vendor.breakWith({});
  await button(page, 'Refresh').click();
  await expect(rows(page).first().getByText('Online')).toBeVisible();
  await expect(page.getByText('Loaded 10 parking locks')).toBeVisible();
});

test('the access token is kept on the device, renewed when expired, dropped on load and exit', async ({
  page,
  vendor,
}) => {
  const calls = watchCalls(page);
  const kept = () => page.evaluate((place) => localStorage.getItem(place), TOKEN_PLACE);
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.evaluate((place) => localStorage.setItem(place, '"left-behind"'), TOKEN_PLACE);
  await page.goto('/admin?tab=locks');
  await expect(rows(page)).toHaveCount(10);
  const first = await kept();
  expect(first).toMatch(/^"\d+\.[0-9a-f]+\.[0-9a-f]+"$/);
  expect(calls.tokens()).toBe(1);

  await vendor.breakWith({ tokenExpired: true });
  await button(page, 'Next').click();
  await expect(dids(page).first()).toHaveText('KV-0011');
  await expect.poll(kept).not.toBe(first);
  expect(calls.tokens()).toBe(2);

  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'System Status' })).toBeVisible();
  expect(await kept()).toBeNull();
  await page.getByRole('tab', { name: VENDOR }).click();
  await expect(rows(page)).toHaveCount(10);

  await vendor.breakWith({ tokenExpired: 'always' });
  await button(page, 'Refresh').click();
  await expect(page.getByText('API Error: The access token has expired').first()).toBeVisible();
  await expect.poll(kept).toBeNull();
});

test('an administrator hears that the vendor does not know the address of the server', async ({ page, vendor }) => {
  await vendor.breakWith({ notAllowed: true });
  await openLocks(page);
  const sentence = 'Your proxy IP is not whitelisted in the lock vendor dashboard';
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
  await vendor.breakWith({});
  await button(page, 'Try again').click();
  await expect(rows(page)).toHaveCount(10);
});

test.describe('when the vendor fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  for (const [what, faults] of [
    ['is out of order', { status: 503 }],
    ['answers something unreadable', { malformed: true }],
  ] as const) {
    test(`an administrator hears it when the vendor ${what}, and asks again`, async ({ page, vendor }) => {
      await vendor.breakWith(faults);
      await openLocks(page);
      await expect(
        page.getByRole('alert').getByText('Failed to get access token from the lock vendor API'),
      ).toBeVisible();
      await vendor.breakWith({});
      await button(page, 'Try again').click();
      await expect(rows(page)).toHaveCount(10);
    });
  }

  test('locks that were there stay while a refresh fails, and the failure is told', async ({ page, vendor }) => {
    await openLocks(page);
    await expect(rows(page)).toHaveCount(10);
    await vendor.breakWith({ status: 500 });
    await button(page, 'Refresh').click();
    await expect(page.getByText('Failed to load parking locks from the lock vendor API')).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
  });

  test('an administrator hears that the vendor does not answer in time', async ({ page, vendor }) => {
    await vendor.breakWith({ delayMs: 15_000 });
    await openLocks(page);
    await expect(page.getByText('Loading parking locks...')).toBeVisible();
    await expect(page.getByRole('alert').getByText('Failed to get access token from the lock vendor API')).toBeVisible({
      timeout: 25_000,
    });
  });
});

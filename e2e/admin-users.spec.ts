import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ADMIN, createClientFor, expect, newEmail, signIn, test } from './people.ts';
import { createNamed, findRow, openUsers, search } from './users-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const card = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`));

test('an administrator sees how many users there are, and finds one by e-mail or by name', async ({ page, server }) => {
  const driver = await createNamed(server, 'listed', 'Altagracia Ñáñez');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  const { data } = await admin.from('profiles').select('full_name, phone, last_activity').throwOnError();
  const complete = data.filter(({ full_name, phone }) => full_name?.trim() && phone?.trim()).length;
  await openUsers(page);

  await test.step('the cards count everybody', async () => {
    await expect(card(page, 'Total Users')).toHaveText(String(data.length));
    // Everybody of this server came within the last 24 hours.
    await expect(card(page, 'Active Today')).toHaveText(String(data.filter((one) => one.last_activity).length));
    await expect(card(page, 'Complete Profiles')).toHaveText(String(complete));
  });
  await test.step('a refresh counts somebody who completed their profile meanwhile', async () => {
    await driver.client.from('profiles').update({ phone: '+18095550101' }).eq('user_id', driver.id).throwOnError();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(card(page, 'Complete Profiles')).toHaveText(String(complete + 1));
  });
  await test.step('the newest user comes first', async () => {
    await expect(page.getByRole('row').nth(1)).toContainText(driver.email);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Email',
      'Full Name',
      'Rating',
      'Trips',
      'Status',
      'Last Activity',
      'Actions',
    ]);
  });
  await test.step('words are found in any case, and the row is whole', async () => {
    for (const words of ['ALTAGRACIA ñ', driver.email.toUpperCase()]) {
      await search(page).fill(words);
      await expect(page.getByText(/^Showing 1–1 of 1 user$/)).toBeVisible();
    }
    await expect(findRow(page, driver.email).getByRole('cell')).toHaveText([
      driver.email,
      'Altagracia Ñáñez',
      '0.0',
      '0',
      'Active',
      /^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}$/,
      'View Details',
    ]);
    await expect(page).toHaveURL(/tab=users&q=LISTED-/);
    await page.reload();
    await expect(search(page)).toHaveValue(driver.email.toUpperCase());
  });
  await test.step('the file has who was searched for', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${driver.email},Altagracia Ñáñez,"'+18095550101",0.0,0,active`);
  });
  await test.step('words that nobody has find nobody', async () => {
    await search(page).fill('100%_nobody');
    await expect(page.getByText('No users found matching your search.')).toBeVisible();
  });
});

test('an administrator sees who gave no name, was never active, or has a status nobody knows', async ({ page }) => {
  const email = newEmail('bare');
  const row = {
    id: crypto.randomUUID(),
    user_id: crypto.randomUUID(),
    email,
    full_name: null,
    phone: null,
    rating: 4.25,
    total_trips: 7,
    status: 'on_leave',
    last_activity: null,
    created_at: '2026-01-01T00:00:00+00:00',
  };
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.fulfill({ json: [row], headers: { 'content-range': '0-0/1', 'access-control-expose-headers': '*' } }),
  );
  await openUsers(page);
  await expect(findRow(page, email).getByRole('cell')).toHaveText([
    email,
    'Not provided',
    /^4\.[23]$/,
    '7',
    'On leave',
    'Never',
    'View Details',
  ]);
  const looks = await page.getByText('On leave').getAttribute('class');
  await page.unroute('**/rest/v1/profiles?*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('On leave')).toHaveCount(0);
  const active = page.getByRole('cell', { name: 'Active', exact: true }).first().getByText('Active');
  expect(await active.getAttribute('class')).toBe(looks);
});

test('an administrator turns pages and sorts the users', async ({ page, server }) => {
  for (const [name, fullName] of [
    ['sorted-b', 'Zoila Orden'],
    ['sorted-a', 'Abel Orden'],
  ] as const)
    await createNamed(server, name, fullName);
  await openUsers(page, 'orden');
  const names = page.getByRole('cell', { name: / Orden$/ });
  await expect(names).toHaveText(['Abel Orden', 'Zoila Orden']);
  await page.getByRole('button', { name: 'Full Name' }).click();
  await expect(names).toHaveText(['Abel Orden', 'Zoila Orden']);
  await page.getByRole('button', { name: 'Full Name' }).click();
  await expect(names).toHaveText(['Zoila Orden', 'Abel Orden']);
  await expect(page).toHaveURL(/sort=full_name\.desc/);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that users did not come, and asks again', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/profiles?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=users');
    await expect(page.getByRole('alert').getByText('Failed to fetch users')).toBeVisible();
    await page.unroute('**/rest/v1/profiles?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
  });

  test('an administrator hears that there are no users', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/profiles?*', (route) => route.fulfill({ json: [] }));
    await page.goto('/admin?tab=users');
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible();
  });
});

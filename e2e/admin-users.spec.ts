import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ADMIN, clientOf, createPerson, expect, logIn, newEmail, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

/** Somebody with this name, as they named themselves. */
async function createNamed(server: RunningServer, name: string, fullName: string): Promise<Person> {
  const person = await createPerson(server, name);
  await person.client.from('profiles').update({ full_name: fullName }).eq('user_id', person.id).throwOnError();
  return person;
}

async function openUsers(page: Page, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=users${search === '' ? '' : `&q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
}

async function openDetails(page: Page, email: string): Promise<void> {
  await openUsers(page, email);
  await rowOf(page, email).getByRole('button', { name: 'View Details' }).click();
  await expect(dialog(page).getByRole('tab', { name: 'Profile' })).toBeVisible();
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const search = (page: Page) => page.getByPlaceholder('Search by email or full name...');
const dialog = (page: Page) => page.getByRole('dialog');
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name }).click();
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const card = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`));

test('an administrator sees how many users there are, and finds one by e-mail address and by name', async ({
  page,
  server,
}) => {
  const driver = await createNamed(server, 'listed', 'Altagracia Ñáñez');
  const admin = await clientOf(server, ADMIN.email, ADMIN.password);
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
    await expect(rowOf(page, driver.email).getByRole('cell')).toHaveText([
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
  await expect(rowOf(page, email).getByRole('cell')).toHaveText([
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

test('an administrator changes the profile, the wallet and the settings of a driver', async ({ page, server }) => {
  const driver = await createNamed(server, 'changed', 'Carmen Antes');
  await openDetails(page, driver.email);
  const kept = async () =>
    (await driver.client.from('profiles').select('*').eq('user_id', driver.id).single().throwOnError()).data;

  await test.step('the dialog has the address as its title and reads only', async () => {
    await expect(page.getByRole('dialog', { name: driver.email })).toBeVisible();
    await expect(dialog(page).getByRole('tab')).toHaveText(['Profile', 'Activity', 'Messages', 'Wallet', 'Settings']);
    await expect(field(page, 'Full name')).toHaveAttribute('readonly');
    await expect(field(page, 'Email')).toHaveValue(driver.email);
    await expect(button(page, 'Save')).toHaveCount(0);
  });
  await test.step('Cancel leaves edit mode and what was there', async () => {
    await button(page, 'Edit').click();
    await expect(field(page, 'Email')).toHaveAttribute('readonly');
    await field(page, 'Full name').fill('Carmen Nunca');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Full name')).toHaveValue('Carmen Nunca');
    await button(page, 'Cancel').click();
    await expect(field(page, 'Full name')).toHaveValue('Carmen Antes');
    await expect(button(page, 'Edit')).toBeVisible();
  });
  await test.step('Save writes the profile and leaves edit mode', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Full name').fill('Carmen Después');
    await field(page, 'Phone').fill('+18095550123');
    await field(page, 'Bio').fill('Maneja de noche');
    await field(page, 'Rating').fill('4.5');
    await field(page, 'Total trips').fill('12');
    await field(page, 'Status').selectOption('suspended');
    await tab(page, 'Wallet');
    await field(page, 'Wallet balance ($)').fill('37.25');
    await button(page, 'Save').click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    await expect(page.getByText('Settings updated successfully')).toHaveCount(0);
    await expect(button(page, 'Edit')).toBeVisible();
    expect(await kept()).toMatchObject({
      full_name: 'Carmen Después',
      phone: '+18095550123',
      bio: 'Maneja de noche',
      rating: 4.5,
      total_trips: 12,
      status: 'suspended',
      wallet_balance: 37.25,
    });
    await expect(field(page, 'Wallet balance ($)')).toHaveValue('37.25');
    await expect(dialog(page).getByText('{}', { exact: true })).toBeVisible();
  });
  await test.step('Save writes the settings', async () => {
    await tab(page, 'Settings');
    await expect(dialog(page).getByRole('switch', { name: 'SMS notifications' })).toBeDisabled();
    await button(page, 'Edit').click();
    await dialog(page).getByRole('switch', { name: 'SMS notifications' }).click();
    await field(page, 'Privacy level').selectOption('public');
    await field(page, 'Auto logout (minutes)').fill('45');
    await button(page, 'Save').click();
    await expect(page.getByText('Settings updated successfully')).toBeVisible();
    const { data } = await driver.client.from('user_settings').select('*').single().throwOnError();
    expect(data).toMatchObject({ sms_notifications: true, privacy_level: 'public', auto_logout_minutes: 45 });
  });
  await test.step('the row and a reload show it', async () => {
    await button(page, 'Close').click();
    await expect(rowOf(page, driver.email)).toContainText('Carmen Después4.512Suspended');
    await page.reload();
    await rowOf(page, driver.email).getByRole('button', { name: 'View Details' }).click();
    await expect(field(page, 'Bio')).toHaveValue('Maneja de noche');
  });
});

test('values out of bounds are refused beside their fields, and nothing is saved', async ({ page, server }) => {
  const driver = await createPerson(server, 'bounds');
  await openDetails(page, driver.email);
  await button(page, 'Edit').click();
  for (const [label, min, max, step] of [
    ['Rating', '0', '5', '0.1'],
    ['Total trips', '0', null, '1'],
    ['Wallet balance ($)', '0', null, '0.01'],
    ['Auto logout (minutes)', '1', '1440', '1'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('min', min);
    if (max !== null) await expect(field(page, label)).toHaveAttribute('max', max);
    await expect(field(page, label)).toHaveAttribute('step', step);
  }
  await tab(page, 'Settings');
  await field(page, 'Auto logout (minutes)').fill('1441');
  await tab(page, 'Wallet');
  await field(page, 'Wallet balance ($)').fill('-1');
  await tab(page, 'Profile');
  await field(page, 'Rating').fill('5.1');
  await field(page, 'Total trips').fill('1.5');
  await tab(page, 'Activity');
  await button(page, 'Save').click();
  // The first that has to be mended comes into sight.
  await expect(dialog(page).getByText('Enter a rating from 0 to 5, with at most one decimal')).toBeVisible();
  await expect(dialog(page).getByText('Enter a whole number of trips, 0 or more')).toBeVisible();
  await field(page, 'Rating').fill('5');
  await field(page, 'Total trips').fill('1');
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('Enter an amount of 0 or more, with at most two decimals')).toBeVisible();
  await field(page, 'Wallet balance ($)').fill('0.5');
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('Enter a whole number of minutes from 1 to 1440')).toBeVisible();
  const before = await driver.client.from('profiles').select('rating, total_trips').single().throwOnError();
  expect(before.data).toEqual({ rating: 0, total_trips: 0 });
  await field(page, 'Auto logout (minutes)').fill('1440');
  await button(page, 'Save').click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  const after = await driver.client.from('profiles').select('rating, total_trips').single().throwOnError();
  expect(after.data).toEqual({ rating: 5, total_trips: 1 });
});

test('an administrator sees the latest activities and messages, newest first', async ({ page, server }) => {
  const driver = await createPerson(server, 'seen');
  const asked: string[] = [];
  await page.route('**/rest/v1/user_messages?*', (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({
      json: [
        { id: '2', sender_type: 'other', message: 'See you', read_status: false, created_at: '2026-03-02T12:00:00Z' },
        { id: '1', sender_type: 'user', message: 'Hello', read_status: true, created_at: '2026-03-01T12:00:00Z' },
      ],
    });
  });
  for (let turn = 0; turn < 11; turn += 1) await clientOf(server, driver.email);
  await openDetails(page, driver.email);

  await tab(page, 'Activity');
  const activities = dialog(page).getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activities).toHaveCount(10);
  await expect(activities.first()).toContainText('Signed in');
  await tab(page, 'Messages');
  const messages = dialog(page).getByRole('list', { name: 'Recent messages' }).getByRole('listitem');
  await expect(messages).toHaveText([/^To the userUnread.*See you$/, /^From the user(?!Unread).*Hello$/]);
  expect(asked.every((one) => one.includes('order=created_at.desc') && one.includes('limit=10'))).toBe(true);
});

test('an administrator makes another one and takes the role away again', async ({ page, server }) => {
  const driver = await createPerson(server, 'promoted');
  const roles = async () =>
    (await driver.client.from('user_roles').select('role').eq('user_id', driver.id).throwOnError()).data;
  await openDetails(page, driver.email);
  await button(page, 'Make Admin').click();
  await expect(page.getByText('Admin role assigned successfully')).toBeVisible();
  await expect(dialog(page).getByText('Admin', { exact: true })).toBeVisible();
  expect(await roles()).toEqual([{ role: 'admin' }]);
  await button(page, 'Remove Admin').click();
  await expect(page.getByText('Admin role removed successfully')).toBeVisible();
  await expect(button(page, 'Make Admin')).toBeVisible();
  expect(await roles()).toEqual([]);
});

test('an administrator who gives up their own role is led out of the back office', async ({ page, server }) => {
  const second = await createPerson(server, 'second-admin');
  const admin = await clientOf(server, ADMIN.email, ADMIN.password);
  await admin.from('user_roles').insert({ user_id: second.id, role: 'admin' }).throwOnError();
  await signIn(page, second.email);
  await page.goto(`/admin?tab=users&q=${second.email}`);
  await rowOf(page, second.email).getByRole('button', { name: 'View Details' }).click();
  await button(page, 'Remove Admin').click();
  await expect(page.getByText('Admin role removed successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/map$/);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  const refuse = { status: 500, json: { code: 'XX000', message: 'The disk is full' } };
  const refuseWithoutWords = { status: 502, body: '' };

  test('the last administrator keeps their role and hears why', async ({ page, server }) => {
    const admin = await clientOf(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.auth.getUser();
    await admin.from('user_roles').delete().neq('user_id', data.user?.id).throwOnError();
    await openDetails(page, ADMIN.email);
    await button(page, 'Remove Admin').click();
    await expect(page.getByText('The last administrator cannot be removed')).toBeVisible();
    await expect(button(page, 'Remove Admin')).toBeEnabled();
  });

  test('an administrator hears that users did not come, and asks again', async ({ page }) => {
    await logIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/profiles?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=users');
    await expect(page.getByRole('alert').getByText('Failed to fetch users')).toBeVisible();
    await page.unroute('**/rest/v1/profiles?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
  });

  test('an administrator hears that there are no users', async ({ page }) => {
    await logIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/profiles?*', (route) => route.fulfill({ json: [] }));
    await page.goto('/admin?tab=users');
    await expect(page.getByText('No users found.', { exact: true })).toBeVisible();
  });

  test('an administrator hears that the details did not come, and asks again', async ({ page, server }) => {
    const driver = await createPerson(server, 'undetailed');
    await openUsers(page, driver.email);
    await page.route('**/rest/v1/user_activity?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await rowOf(page, driver.email).getByRole('button', { name: 'View Details' }).click();
    await expect(dialog(page).getByText('Failed to fetch user details')).toBeVisible();
    await page.unroute('**/rest/v1/user_activity?*');
    await button(page, 'Try again').click();
    await expect(field(page, 'Full name')).toBeVisible();
  });

  test('an administrator hears that a change was not saved, and keeps what they typed', async ({ page, server }) => {
    const driver = await createPerson(server, 'unsaved');
    await openDetails(page, driver.email);
    await page.route('**/rest/v1/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(refuse) : route.continue(),
    );
    await button(page, 'Edit').click();
    await field(page, 'Full name').fill('Nadie');
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to update user')).toBeVisible();
    await expect(field(page, 'Full name')).toHaveValue('Nadie');
    await button(page, 'Cancel').click();
    await button(page, 'Edit').click();
    await tab(page, 'Settings');
    await field(page, 'Auto logout (minutes)').fill('30');
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to update settings')).toBeVisible();
    await expect(field(page, 'Auto logout (minutes)')).toHaveValue('30');
  });

  test('an administrator hears the error of a role that was not changed, or that it was not', async ({
    page,
    server,
  }) => {
    const driver = await createPerson(server, 'unpromoted');
    await openDetails(page, driver.email);
    let answer: typeof refuse | typeof refuseWithoutWords = refuse;
    await page.route('**/rest/v1/user_roles*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill(answer),
    );
    await button(page, 'Make Admin').click();
    await expect(page.getByText('The disk is full')).toBeVisible();
    answer = refuseWithoutWords;
    await button(page, 'Make Admin').click();
    await expect(page.getByText('Failed to assign admin role')).toBeVisible();
    const admin = await clientOf(server, ADMIN.email, ADMIN.password);
    await admin.from('user_roles').insert({ user_id: driver.id, role: 'admin' }).throwOnError();
    await button(page, 'Make Admin').click();
    await expect(button(page, 'Remove Admin')).toBeVisible();
    await button(page, 'Remove Admin').click();
    await expect(page.getByText('Failed to remove admin role')).toBeVisible();
  });
});

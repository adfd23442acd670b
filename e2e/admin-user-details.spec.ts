import { createClientFor, createPerson, expect, test } from './people.ts';
import { button, createNamed, dialog, field, findRow, openDetails, openUsers, tab } from './users-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

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
    await expect(findRow(page, driver.email)).toContainText('Carmen Después4.512Suspended');
    await page.reload();
    await findRow(page, driver.email).getByRole('button', { name: 'View Details' }).click();
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
  for (let turn = 0; turn < 11; turn += 1) await createClientFor(server, driver.email);
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

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  const refuse = { status: 500, json: { code: 'XX000', message: 'The disk is full' } };

  test('an administrator hears that the details did not come, and asks again', async ({ page, server }) => {
    const driver = await createPerson(server, 'undetailed');
    await openUsers(page, driver.email);
    await page.route('**/rest/v1/user_activity?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await findRow(page, driver.email).getByRole('button', { name: 'View Details' }).click();
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
});

import { expect, test } from './people.ts';
import { button, createNamed, dialog, field, findRow, openDetails, tab } from './users-tab.ts';

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
  await test.step('the activity tells that the driver signed in', async () => {
    await tab(page, 'Activity');
    const activities = dialog(page).getByRole('list', { name: 'Recent activity' }).getByRole('listitem');
    await expect(activities.filter({ hasText: 'Signed in' }).first()).toBeVisible();
    await tab(page, 'Profile');
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

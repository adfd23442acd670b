import { readFile } from 'node:fs/promises';
import { AT_DESK, button, dialog, field, findRow, openTab } from './office.ts';
import { ADMIN, createPerson, expect, test } from './people.ts';

test.use(AT_DESK);
// The role takes a proof, which the database asks for first.
test.use({ expectedErrors: [/400.*rest\/v1\/user_roles/] });

test('an administrator finds a driver, changes profile, wallet, settings and role, and exports the list', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'listed', 'Altagracia Ñáñez');
  const kept = async (table: string) => (await driver.client.from(table).select('*').single().throwOnError()).data;
  const openDetails = () => findRow(page, driver.email).getByRole('button', { name: 'View Details' }).click();
  const openDialogTab = (name: string) => dialog(page).getByRole('tab', { name }).click();
  await openTab(page, 'users');

  await page.getByPlaceholder('Search by name, email, phone, or plate...').fill(driver.email.toUpperCase());
  await expect(page.getByText(/^Showing 1–1 of 1 user$/)).toBeVisible();
  await test.step('Cancel leaves edit mode and what was there', async () => {
    await openDetails();
    await expect(field(page, 'Full name')).toHaveAttribute('readonly');
    await button(page, 'Edit').click();
    await field(page, 'Full name').fill('Carmen Nunca');
    await page.keyboard.press('Escape');
    await expect(field(page, 'Full name')).toHaveValue('Carmen Nunca');
    await button(page, 'Cancel').click();
    await expect(field(page, 'Full name')).toHaveValue('Altagracia Ñáñez');
  });
  await test.step('Save writes the profile and the wallet', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Full name').fill('Carmen Después');
    await field(page, 'Phone').fill('+18095550123');
    await field(page, 'Rating').fill('4.5');
    await field(page, 'Total trips').fill('12');
    await openDialogTab('Wallet');
    await field(page, 'Wallet balance ($)').fill('37.25');
    await button(page, 'Save').click();
    // It can be pointed at only where the dialog does not cover it.
    await page.getByText('User updated successfully').hover();
    expect(await kept('profiles')).toMatchObject({
      full_name: 'Carmen Después',
      phone: '+18095550123',
      rating: 4.5,
      total_trips: 12,
      wallet_balance: 37.25,
    });
  });
  await test.step('Save writes the settings', async () => {
    await openDialogTab('Settings');
    await button(page, 'Edit').click();
    await dialog(page).getByRole('switch', { name: 'SMS notifications' }).click();
    await field(page, 'Sign out without activity').selectOption('15 min');
    await button(page, 'Save').click();
    await expect(page.getByText('Settings updated successfully')).toBeVisible();
    expect(await kept('user_settings')).toMatchObject({ sms_notifications: true, auto_logout_minutes: 15 });
  });
  await test.step('the driver becomes an administrator, and is none again', async () => {
    const roles = async () =>
      (await driver.client.from('user_roles').select('role').eq('user_id', driver.id).throwOnError()).data;
    await openDialogTab('Profile');
    const confirm = (question: string, label: string) =>
      page.getByRole('dialog', { name: question }).getByRole('button', { name: label }).click();
    await button(page, 'Make Admin').click();
    await confirm('Make Carmen Después an administrator?', 'Make Admin');
    await page.getByLabel('Current password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Admin role assigned successfully')).toBeVisible();
    expect(await roles()).toEqual([{ role: 'admin' }]);
    await button(page, 'Remove Admin').click();
    await confirm('Remove Carmen Después as administrator?', 'Remove Admin');
    await expect(page.getByText('Admin role removed successfully')).toBeVisible();
    expect(await roles()).toEqual([]);
  });
  await test.step('the history has all of it', async () => {
    // The dialog is in the address.
    await page.reload();
    await dialog(page).getByText('History', { exact: true }).click();
    const entries = dialog(page).getByRole('list', { name: 'History', exact: true }).getByRole('listitem');
    await expect(entries.first()).toContainText(`Deleted admin role of ${driver.email}`);
    await expect(entries.filter({ hasText: 'Full name: Altagracia Ñáñez → Carmen Después' })).toBeVisible();
    await button(page, 'Close').click();
  });
  await test.step('the file has who was searched for', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${driver.email},Carmen Después,'+18095550123,4.5,12,active`);
  });
});

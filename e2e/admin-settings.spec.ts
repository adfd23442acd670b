import { ADMIN, expect, signIn, test } from './people.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('an administrator changes settings, which say that they change nothing yet', async ({ page }) => {
  await signIn(page, ADMIN.email, ADMIN.password);
  // The first screen of an account keeps its language with it.
  const languageKept = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.goto('/admin?tab=settings');
  await languageKept;
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });

  await test.step('four cards for the system, four for signing in', async () => {
    await expect(page.getByRole('group')).toHaveCount(8);
    for (const name of [
      'Application Settings',
      'Parking Settings',
      'Notification Settings',
      'Payment Settings',
      'General Settings',
      'Security Features',
      'Social Authentication',
      'Email Configuration',
    ]) {
      await expect(page.getByRole('group', { name })).toBeVisible();
    }
    await expect(page.getByText('These settings do not change the system yet')).toHaveCount(2);
  });
  await test.step('kinds of notification go with notifications', async () => {
    await page.getByText('Enable notifications').click();
    await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeDisabled();
    await expect(page.getByRole('switch', { name: 'Push notifications' })).toBeDisabled();
  });
  await test.step('a number out of bounds is told beside its field and not saved', async () => {
    await page.getByLabel('Max reservation hours').fill('169');
    await page.getByRole('button', { name: 'Save System Settings' }).click();
    await expect(page.getByText('Enter a whole number of hours from 1 to 168')).toBeVisible();
    await expect(page.getByLabel('Max reservation hours')).toBeFocused();
    await page.getByLabel('Max reservation hours').fill('168');
  });
  await test.step('saving says so and sends nothing', async () => {
    await page.getByRole('button', { name: 'Save System Settings' }).click();
    await expect(page.getByText('System settings saved successfully')).toBeVisible();
    await page.getByRole('switch', { name: 'Two-factor authentication' }).check();
    await page.getByRole('button', { name: 'Save Authentication Settings' }).click();
    await expect(page.getByText('Authentication settings saved successfully')).toBeVisible();
    expect(writes).toEqual([]);
  });
  await test.step('nothing was stored', async () => {
    await page.reload();
    await expect(page.getByLabel('Max reservation hours')).toHaveValue('24');
    await expect(page.getByRole('switch', { name: 'Enable notifications' })).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeChecked();
  });
});

import { expectNoViolations } from './axe.ts';
import { book } from './bookings.ts';
import { ADMIN, createPerson, expect, signIn, test } from './people.ts';

test.describe('in both themes, on a phone and on a wide screen', () => {
  test.setTimeout(180_000);

  test('axe finds nothing in the back office', async ({ page, server }) => {
    const driver = await createPerson(server, `axe-admin`);
    await book(driver, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: 48, hours: 2 }]);
    await signIn(page, ADMIN.email, ADMIN.password);
    for (const [path, sign] of [
      ['/admin', 'System Status'],
      ['/admin?tab=reservations', /^Showing 1/],
      ['/admin?tab=reservations&q=nobody-of-this-name', 'No reservations found'],
      ['/admin?tab=settings', 'Email Configuration'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectNoViolations(page);
    }
    await page.goto(`/admin?tab=reservations&q=${encodeURIComponent(driver.email)}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancel this reservation?')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing in the spaces and the locks of the back office', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=locks');
    await expect(page.getByText(/locks need attention$/)).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/admin?tab=parking');
    await expect(page.getByText('Up', { exact: true }).first()).toBeVisible();
    await expectNoViolations(page);
    const raise = page.getByRole('button', { name: /^Raise the lock of / });
    await raise.and(page.locator(':not([aria-disabled="true"])')).first().click();
    await expect(page.getByRole('button', { name: 'Raise lock' })).toBeEnabled();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Add Space' }).click();
    await page.getByLabel('Add several').check();
    await page.getByLabel('To', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing in the users and zones of the back office', async ({ page, server }) => {
    const { email } = await createPerson(server, `axe-user`);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto(`/admin?tab=users&q=${email}`);
    await expect(page.getByText('Showing 1–1 of 1 user')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'View Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Rating').fill('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Rating')).toHaveAttribute('aria-invalid', 'true');
    for (const tab of ['Profile', 'Activity', 'Messages', 'Wallet', 'Settings']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await expectNoViolations(page);
    }
    await page.goto('/admin?tab=zones');
    await page.getByRole('button', { name: 'Edit Casco Colonial' }).click();
    await expect(dialog.getByText('18.472400, -69.884400')).toBeVisible();
    await expect(dialog.getByText('Loading map...')).toHaveCount(0);
    await expectNoViolations(page);
    await dialog.getByText('History', { exact: true }).click();
    await expect(dialog.getByText('No administrator has changed anything here yet.')).toBeVisible();
    await expectNoViolations(page);
  });
});

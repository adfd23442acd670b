import { book } from './bookings.ts';
import { ADMIN, createPerson, expect, signIn } from './people.ts';
import { openScreen, type Walk } from './walk.ts';

/** The screens of the back office, by where they are. */
export const OFFICE_WALKS: Record<string, Walk> = {
  async 'in the back office'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-admin');
    const [reservation] = await book(driver, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: 48, hours: 2 }]);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin');
    for (const [path, sign] of [
      ['/admin', 'System Status'],
      ['/admin?tab=reservations', 'Showing 1'],
      ['/admin?tab=reservations&q=nobody-of-this-name', 'No reservations found'],
      ['/admin?tab=reservations&view=today', 'Nobody is expected within the next two hours.'],
      ['/admin?tab=settings', 'Email Configuration'],
    ] as const) {
      await openScreen(page, path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await look(page);
    }
    await openScreen(page, '/admin?tab=reservations');
    await page.getByRole('button', { name: /^Reserve for a driver$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill(driver.email);
    await expect(page.getByRole('option').first()).toBeVisible();
    await look(page);
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: /^Reserve$/ }).click();
    await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible();
    await look(page);
    await dialog.getByRole('button', { name: /^Cancel$/ }).click();
    const { data: space } = await driver.client
      .from('parking_spaces')
      .select('zone_id')
      .eq('id', reservation?.spaceId)
      .single()
      .throwOnError();
    // The day as the clock of the country has it.
    const day = new Date((reservation?.start.getTime() ?? 0) - 4 * 3_600_000).toISOString().slice(0, 10);
    await openScreen(page, `/admin?tab=reservations&view=timeline&zone=${space.zone_id}&day=${day}`);
    await expect(page.getByRole('grid')).toBeVisible();
    await look(page);
    await page.getByRole('gridcell').getByRole('button').filter({ hasText: /\S/ }).first().click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: /^Move$/ }).click();
    await expect(page.getByLabel(/^Start$/)).toBeVisible();
    await look(page);
    await openScreen(page, `/admin?tab=reservations&q=${encodeURIComponent(driver.email)}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancel this reservation?')).toBeVisible();
    await look(page);
  },

  async 'in the spaces and the locks of the back office'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-touched');
    await book(driver, [{ zone: 'Kennedy–Lincoln', space: 1, startsInHours: 48, hours: 2 }]);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=locks');
    await expect(page.getByText('locks need attention')).toBeVisible();
    await look(page);
    // Of one name, as axe takes a second for a thousand elements.
    await openScreen(page, '/admin?tab=parking&q=A-02');
    await expect(page.getByText(/^Up$/).first()).toBeVisible();
    await look(page);
    const raise = page.getByRole('button', { name: 'Raise the lock of ' });
    await raise.and(page.locator(':not([aria-disabled="true"])')).first().click();
    await expect(page.getByRole('button', { name: 'Raise lock' })).toBeEnabled();
    await look(page);
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Add Space' }).click();
    await page.getByLabel('Add several').check();
    await page.getByLabel(/^To$/).fill('x');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    // Else the buttons cover half of a field, which axe takes for a small one.
    await page.getByLabel('How to find it').scrollIntoViewIfNeeded();
    await look(page);
  },

  async 'in the import and the signs of spaces'({ page, look }) {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=parking&q=A-02');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Or paste the table').fill('Z,Y\nX,X');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await look(page);
    await dialog.getByLabel('Or paste the table').fill('Zone,Name,Hourly rate,Y\nX,,X,Y\n,Z,1,Y');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByText('Row 2: ').first()).toBeVisible();
    await look(page);
    await openScreen(page, '/admin/signs');
    await expect(page.getByRole('article').first()).toBeVisible();
    await look(page);
  },

  async 'in the users and zones of the back office'({ page, server, look }) {
    const { email } = await createPerson(server, 'axe-user');
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto(`/admin?tab=users&q=${email}`);
    await expect(page.getByText('Showing 1–1 of 1 user')).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'View Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Rating').fill('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Rating')).toHaveAttribute('aria-invalid', 'true');
    for (const tab of ['Profile', 'Activity', 'Messages', 'Wallet', 'Settings']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await look(page);
    }
    await openScreen(page, '/admin?tab=zones');
    await page.getByRole('button', { name: 'Edit Casco Colonial' }).click();
    await expect(dialog.getByText('18.472400, -69.884400')).toBeVisible();
    await expect(dialog.getByText('Loading map...')).toHaveCount(0);
    await look(page);
    await dialog.getByText(/^History$/).click();
    await expect(dialog.getByText('No administrator has changed anything here yet.')).toBeVisible();
    await look(page);
  },
};

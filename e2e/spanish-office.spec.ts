import { m } from '#messages';
import { expectNoViolations } from './axe.ts';
import { book } from './bookings.ts';
import { ADMIN, createPerson, expect, test } from './people.ts';

test.use({ locale: 'es-DO', viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
test.setTimeout(180_000);

const ES = { locale: 'es' } as const;
const ZONE = 'Zona Colonial Sur';
const DAY_AND_TIMES = /\d{1,2}\s[a-z]{3,4}\s\d{4}.*\d{1,2}:\d{2}\s[ap]\.\sm\./;

test('an operator finds a reservation, edits a driver, adds a zone and its spaces, all in Spanish', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'rosa');
  await book(driver, [{ zone: 'Malecón', space: 1, startsInHours: 30, hours: 2 }]);
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const openTab = (name: string) => page.getByRole('tab', { name }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('logs in and opens the back office', async () => {
    await page.goto('/login');
    await page.getByLabel(m.field_email({}, ES)).fill(ADMIN.email);
    await page.getByLabel(m.field_password({}, ES), { exact: true }).fill(ADMIN.password);
    await press(m.log_in_submit({}, ES));
    await expect(page).toHaveURL(/\/map$/);
    await page.goto('/admin');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });

  await test.step('finds the reservation of the driver among the active ones', async () => {
    await openTab(m.admin_tab_reservations({}, ES));
    await page.getByPlaceholder(m.admin_reservations_search_hint({}, ES)).fill(driver.email);
    await page.getByLabel(m.field_status({}, ES)).selectOption({ label: m.reservation_status_active({}, ES) });
    await expect(page.getByText('Mostrando 1–1 de 1 reserva')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: driver.email });
    await expect(row).toContainText(DAY_AND_TIMES);
    await expect(row).toContainText('RD$6.00');
    await expectNoViolations(page);
  });

  await test.step('reads on without a connection, and how old the list is', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText(/^Sin conexión\. Datos leídos: \d{1,2}:\d\d\s[ap]\.\sm\.$/)).toBeVisible();
    await expect(page.getByText(driver.email).first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^Actualizado: /)).toBeVisible();
  });

  await test.step('edits the driver', async () => {
    await openTab(m.admin_tab_users({}, ES));
    await page.getByPlaceholder(m.users_search_placeholder({}, ES)).fill(driver.email);
    await expect(page.getByText('Mostrando 1–1 de 1 usuario')).toBeVisible();
    await press(m.action_view_details({}, ES));
    await dialog.getByRole('button', { name: m.action_edit({}, ES) }).click();
    await field(m.user_field_full_name({}, ES)).fill('Rosa Peña');
    await field(m.field_rating({}, ES)).fill('4.5');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: m.action_save({}, ES) }).click();
    await expect(page.getByText(m.user_saved({}, ES))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Rosa Peña')).toBeVisible();
  });

  await test.step('adds a zone', async () => {
    await openTab(m.admin_tab_zones({}, ES));
    await press(m.zone_admin_add({}, ES));
    await field(m.field_name({}, ES)).fill(ZONE);
    await dialog.getByRole('button', { name: m.action_save({}, ES) }).click();
    await expect(page.getByText(m.zone_created({}, ES))).toBeVisible();
  });

  await test.step('adds ten spaces to it', async () => {
    await openTab(m.admin_tab_parking({}, ES));
    await press(m.space_admin_add({}, ES));
    await field(m.space_dialog_several({}, ES)).check();
    await field(m.field_zone({}, ES)).selectOption(ZONE);
    await expect(dialog.getByText(m.space_several_count({ count: 10 }, ES))).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: m.action_save({}, ES) }).click();
    await expect(page.getByText(m.space_created({ count: 10 }, ES))).toBeVisible();
  });

  await test.step('raises a lock after a question', async () => {
    await page.goto('/admin?tab=parking&q=naco');
    await page.getByRole('button', { name: m.lock_raise_button({ space: 'A-01' }, ES) }).click();
    await dialog.getByRole('button', { name: m.raise_dialog_raise({}, ES) }).click();
    await expect(page.getByText(m.lock_raised({}, ES))).toBeVisible();
  });

  await test.step('saves a setting', async () => {
    await openTab(m.admin_tab_settings({}, ES));
    await page.getByLabel(m.system_settings_max_hours({}, ES)).fill('12');
    await press(m.system_settings_save({}, ES));
    await expect(page.getByText(m.system_settings_saved({}, ES))).toBeVisible();
  });
});

import { createReadyDriver, endReservation } from './bookings.ts';
import { ADMIN, expect, findMail, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import { findSpace } from './simulated-payments.ts';

// The product as an operator runs it, with the simulator in the place of DGII.
test.use({ serverEnv: WITHOUT_SAMPLES });

test.beforeEach(({ server }) =>
  runAsOwner(
    server,
    (sql) => sql`
      update public.installation_settings set currency = 'DOP', tax_rate = 18, charges_drivers = true,
        legal_name = 'Parqueos del Caribe SRL', tax_number = '131000002', legal_address = 'Calle El Conde 1'`,
  ),
);

test('an operator enters numbers, and a driver’s receipt is a fiscal document on screen and by mail', async ({
  page,
  server,
}) => {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin/fiscal');
  await expect(page.getByText('Enter the first numbers that DGII has authorised.')).toBeVisible();
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add numbers' });
  await dialog.getByLabel('Type').selectOption('31');
  await dialog.getByLabel('First number').fill('E310000000001');
  await dialog.getByLabel('Last number').fill('E310000000100');
  await dialog.getByLabel('Valid until').fill('2199-12-31');
  await dialog.getByRole('button', { name: 'Add numbers' }).click();
  await expect(page.getByText('100 left, until Dec 31, 2199')).toBeVisible();

  await forgetSession(page);
  const driver = await createReadyDriver(server, 'fiscal');
  await signIn(page, driver.email);
  await page.goto(`/reserve/${await findSpace(driver, 'Kennedy–Lincoln', 'A-01')}`);
  await page.getByRole('switch', { name: 'Receipt with tax credit (RNC)' }).click();
  const buyer = page.getByRole('dialog', { name: 'Receipt with tax credit (RNC)' });
  await buyer.getByLabel('RNC or cédula').fill('1-32-00000-5');
  await buyer.getByLabel('Name or company').fill('Cliente de Prueba SRL');
  await buyer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('In the name of Cliente de Prueba SRL, RNC 1-32-00000-5.')).toBeVisible();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Reservation confirmed!')).toBeVisible();
  const { data: reservation } = await driver.client.from('reservations').select('id').single().throwOnError();
  await page.goto('/icon.svg');
  await endReservation(driver, reservation.id, 'completed');
  await runAsOwner(server, (sql) => sql`select private.run_due_work()`);
  const mail = await findMail(server, driver.email, /E310000000001/);
  expect(mail.text).toContain('https://ecf.dgii.gov.do/testecf/ConsultaTimbre?RncEmisor=131000002');
  await page.goto('/reservations?tab=past');
  await page.getByRole('link', { name: 'Receipt' }).click();
  const part = page.getByRole('region', { name: /Tax Credit Invoice/ });
  await expect(part).toContainText('Cliente de Prueba SRL');
  const code = page.getByRole('img', { name: /QR code/ });
  await expect(code).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // 22 mm and the quiet zone.
  expect((await code.boundingBox())?.width).toBeGreaterThan((28 * 96) / 25.4);
  await page.emulateMedia({ media: 'screen' });

  await forgetSession(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin/fiscal');
  await expect(page.getByText('E310000000001', { exact: true })).toBeVisible();
  await expect(page.locator('span').getByText('Accepted', { exact: true })).toBeVisible();
});

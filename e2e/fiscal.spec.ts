import { book, createReadyDriver, endReservation } from './bookings.ts';
import { ADMIN, expect, findMail, forgetSession, logIn, signIn, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// The product as an operator runs it, with the simulator in the place of DGII.
test.use({ serverEnv: { SAMPLES: 'off' } });

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
  await logIn(page, ADMIN.email, ADMIN.password);
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

  const driver = await createReadyDriver(server, 'fiscal');
  const buyer = { user_id: driver.id, tax_number: '132000005', name: 'Cliente de Prueba SRL' };
  await driver.client.from('fiscal_buyers').insert(buyer).throwOnError();
  const [reservation] = await book(driver, [{ zone: 'Kennedy–Lincoln', space: 0, startsInHours: 0 }]);
  await endReservation(driver, reservation?.id ?? '', 'completed');
  await runAsOwner(server, (sql) => sql`select public.run_due_work()`);
  const mail = await findMail(server, driver.email, /E310000000001/);
  expect(mail.text).toContain('https://ecf.dgii.gov.do/testecf/ConsultaTimbre?RncEmisor=131000002');
  await page.reload();
  await expect(page.getByText('E310000000001', { exact: true })).toBeVisible();
  await expect(page.locator('span').getByText('Accepted', { exact: true })).toBeVisible();

  await forgetSession(page);
  await signIn(page, driver.email);
  await page.goto('/reservations?tab=past');
  await page.getByRole('link', { name: 'Receipt' }).click();
  const part = page.getByRole('region', { name: /Tax Credit Invoice/ });
  await expect(part).toContainText('Cliente de Prueba SRL');
  const code = page.getByRole('img', { name: /QR code/ });
  await expect(code).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // 22 mm and the quiet zone.
  expect((await code.boundingBox())?.width).toBeGreaterThan((28 * 96) / 25.4);
});

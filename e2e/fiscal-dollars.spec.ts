import { createReadyDriver, endReservation } from './bookings.ts';
import { ADMIN, expect, findMail, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import { findSpace } from './simulated-payments.ts';

// Fiscal documents are in pesos, whatever the operator charges in.
test.use({ serverEnv: WITHOUT_SAMPLES });

test('in dollars an administrator types in the rate, and a driver who is parked asks for a tax credit', async ({
  page,
  server,
}) => {
  await runAsOwner(
    server,
    (sql) => sql`
      update public.installation_settings set currency = 'USD', tax_rate = 18, charges_drivers = true,
        legal_name = 'Parqueos del Caribe SRL', tax_number = '131000002', legal_address = 'Calle El Conde 1'`,
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin/fiscal');
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add numbers' });
  await dialog.getByLabel('Type').selectOption('31');
  await dialog.getByLabel('First number').fill('201');
  await dialog.getByLabel('Last number').fill('300');
  await dialog.getByLabel('Valid until').fill('2199-12-31');
  await dialog.getByRole('button', { name: 'Add numbers' }).click();
  await expect(page.getByText('Enter today’s rate of the dollar: it serves for the next 7 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Enter today’s rate of the dollar' }).click();
  const rate = page.getByRole('dialog', { name: 'Enter today’s rate of the dollar' });
  await rate.getByLabel('Pesos for a dollar').fill('59.5');
  await rate.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Receipts are issued as fiscal receipts.')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await forgetSession(page);
  const driver = await createReadyDriver(server, 'dollars');
  await signIn(page, driver.email);
  await page.goto(`/reserve/${await findSpace(driver, 'Kennedy–Lincoln', 'A-01')}`);
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page.getByText('Reservation confirmed!')).toBeVisible();
  await page.goto('/parking-status');
  await page.getByRole('button', { name: 'Receipt with tax credit (RNC)' }).click();
  const buyer = page.getByRole('dialog', { name: 'Receipt with tax credit (RNC)' });
  await buyer.getByLabel('RNC or cédula').fill('1-32-00000-5');
  await buyer.getByLabel('Name or company').fill('Cliente de Prueba SRL');
  await buyer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The fiscal receipt will have this RNC')).toBeVisible();
  const { data: reservation } = await driver.client
    .from('reservations')
    .select('id, total_amount')
    .single()
    .throwOnError();
  await page.goto('/icon.svg');
  await endReservation(driver, reservation.id, 'completed');
  await runAsOwner(server, (sql) => sql`select private.run_due_work()`);
  const mail = await findMail(server, driver.email, /E310000000201/);
  expect(mail.text).toContain(`MontoTotal=${(59.5 * reservation.total_amount).toFixed(2)}`);
});

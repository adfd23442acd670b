import { m } from '#messages';
import { addVehicle } from './bookings.ts';
import { dialog, signInOperator } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });

const ES = { locale: 'es' } as const;

test('an operator with a phone finds a driver by plate and books a reservation that was paid at the desk', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'caller', 'Altagracia Peña');
  await addVehicle(driver);

  await test.step('the operator reserves', async () => {
    await signInOperator(page, server, 'es');
    await page.goto('/admin?tab=reservations');
    await page.getByRole('button', { name: m.for_driver_open({}, ES) }).click();
    const form = dialog(page);
    await form.getByRole('combobox', { name: m.for_driver_driver({}, ES) }).fill('a 123-456');
    await page.getByRole('option', { name: /Altagracia Peña/ }).click();
    await expect(form.getByLabel(m.reservation_vehicle({}, ES))).toHaveValue(/./);
    await form.getByLabel(m.for_driver_zone({}, ES)).selectOption({ label: 'Kennedy–Lincoln' });
    await form.getByLabel(m.for_driver_space({}, ES), { exact: true }).selectOption({ index: 1 });
    await expect(form.getByText(m.reserve_is_free({}, ES))).toBeVisible();
    await form.getByLabel(new RegExp(`^${m.for_driver_paid({ amount: '.*' }, ES)}$`)).check();
    await form.getByRole('button', { name: m.for_driver_confirm({}, ES), exact: true }).click();
    await expect(page.getByText(m.for_driver_done({ driver: 'Altagracia Peña' }, ES))).toBeVisible();
    await expect(page.getByRole('dialog', { name: m.money_reservation_dialog({}, ES) })).toContainText(
      'Altagracia Peña',
    );
  });

  await test.step('it is the driver’s, who owes nothing', async () => {
    await signIn(page, driver.email);
    await page.goto('/wallet');
    await expect(page.getByText(/^(US)?\$0\.00$/)).toBeVisible();
    await page.getByRole('button', { name: m.wallet_entry_cash_payment({}, ES) }).click();
    await expect(page.getByText(m.for_driver_paid_reason({}, ES))).toBeVisible();
    const { data } = await driver.client.from('reservations').select('status, vehicle_plate').throwOnError();
    expect(data).toEqual([{ status: 'active', vehicle_plate: 'A123456' }]);
  });
});

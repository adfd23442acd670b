import { m } from '#messages';
import { signInOperator, WORKPLACES } from './operators.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

for (const [number, { where, language, use }] of WORKPLACES.entries()) {
  const plate = `X98765${number}`;
  const locale = { locale: language };
  test.describe(where, () => {
    test.use(use);

    test('an operator finds a driver by plate and books a reservation that was paid at the desk', async ({
      page,
      server,
    }) => {
      const driver = await createPerson(server, 'caller');
      await driver.client
        .from('profiles')
        .update({ full_name: 'Altagracia Peña' })
        .eq('user_id', driver.id)
        .throwOnError();
      await driver.client
        .from('vehicles')
        .insert({ user_id: driver.id, name: 'Toyota Yaris', plate, type: 'sedan' })
        .throwOnError();

      await test.step('the operator reserves', async () => {
        await signInOperator(page, server, language);
        await page.goto('/admin?tab=reservations');
        await page.getByRole('button', { name: m.for_driver_open({}, locale) }).click();
        const dialog = page.getByRole('dialog');
        await dialog
          .getByRole('combobox', { name: m.for_driver_driver({}, locale) })
          .fill(plate.replace('X987', 'x 987-'));
        await page.getByRole('option', { name: /Altagracia Peña/ }).click();
        await expect(dialog.getByLabel(m.reservation_vehicle({}, locale))).toHaveValue(/./);
        await dialog.getByLabel(m.for_driver_zone({}, locale)).selectOption({ label: 'Kennedy–Lincoln' });
        await dialog.getByLabel(m.for_driver_space({}, locale), { exact: true }).selectOption({ index: 1 });
        await expect(dialog.getByText(m.reserve_is_free({}, locale))).toBeVisible();
        await dialog.getByLabel(new RegExp(`^${m.for_driver_paid({ amount: '.*' }, locale)}$`)).check();
        await dialog.getByRole('button', { name: m.for_driver_confirm({}, locale), exact: true }).click();
        await expect(page.getByText(m.for_driver_done({ driver: 'Altagracia Peña' }, locale))).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(page.getByText('Altagracia Peña').first()).toBeVisible();
      });

      await test.step('it is the driver’s, who owes nothing', async () => {
        await signIn(page, driver.email);
        await page.goto('/wallet');
        await expect(page.getByText(/^(US)?\$0\.00$/)).toBeVisible();
        await page.getByRole('button', { name: m.wallet_entry_cash_payment({}, locale) }).click();
        await expect(page.getByText(m.for_driver_paid_reason({}, locale))).toBeVisible();
        const { data } = await driver.client.from('reservations').select('status, vehicle_plate').throwOnError();
        expect(data).toEqual([{ status: 'active', vehicle_plate: plate }]);
      });
    });
  });
}

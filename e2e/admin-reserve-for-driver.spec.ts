import { ADMIN, createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

test('an operator finds a driver by plate and books a stay that was paid at the desk', async ({ page, server }) => {
  const driver = await createPerson(server, 'caller');
  await driver.client.from('profiles').update({ full_name: 'Altagracia Peña' }).eq('user_id', driver.id).throwOnError();
  await driver.client
    .from('vehicles')
    .insert({ user_id: driver.id, name: 'Toyota Yaris', plate: 'X987654', type: 'sedan' })
    .throwOnError();

  await test.step('the operator reserves', async () => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=reservations');
    await page.getByRole('button', { name: 'Reserve for a driver' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Driver' }).fill('x 987-654');
    await page.getByRole('option', { name: /Altagracia Peña/ }).click();
    await expect(dialog.getByLabel('Vehicle')).toHaveValue(/./);
    await dialog.getByLabel('Zone').selectOption({ label: 'Kennedy–Lincoln' });
    await dialog.getByLabel('Space', { exact: true }).selectOption({ index: 1 });
    await expect(dialog.getByText('Free at this time')).toBeVisible();
    await dialog.getByLabel(/^The driver paid .* at the desk$/).check();
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
    await expect(page.getByText('Reserved for Altagracia Peña')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Altagracia Peña').first()).toBeVisible();
  });

  await test.step('it is the driver’s, who owes nothing', async () => {
    await signIn(page, driver.email);
    await page.goto('/wallet');
    await expect(page.getByText('$0.00', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Correction by the operator/ }).click();
    await expect(page.getByText('Paid at the desk')).toBeVisible();
    const { data } = await driver.client.from('reservations').select('status, vehicle_plate').throwOnError();
    expect(data).toEqual([{ status: 'active', vehicle_plate: 'X987654' }]);
  });
});

import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver, readStatus } from './bookings.ts';
import { createAdminClient, createZone, dialog, signInOperator } from './office.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });

test('an administrator closes a day, cancels what it hits with the money back, and drivers read it', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Feriada', { 'FE-1': null });
  const driver = await createReadyDriver(server, 'feast');
  const [booked] = await book(driver, [{ zone: 'Zona Feriada', space: 0, startsInHours: 72, hours: 2 }]);
  const balance = async () =>
    (await driver.client.from('profiles').select('wallet_balance').eq('user_id', driver.id).single().throwOnError())
      .data.wallet_balance;
  const before = await balance();
  // The day in the country, which is four hours behind.
  const day = new Date((booked?.start.getTime() ?? 0) - 4 * 3_600_000).toISOString().slice(0, 10);
  await signInOperator(page, server, 'es');
  await page.goto('/admin?tab=zones');

  await test.step('the reservation on the day stands there with what becomes of it', async () => {
    await page.getByRole('button', { name: 'Editar Zona Feriada' }).click();
    await dialog(page).getByRole('button', { name: 'Cerrar días' }).click();
    const closing = page.getByRole('dialog', { name: 'Cerrar días' });
    await closing.getByLabel('Nombre, como Navidad').fill('Día de fiesta');
    await closing.getByLabel('Primer día').fill(day);
    await closing.getByLabel('Último día').fill(day);
    await expect(closing.getByText('Reservas afectadas')).toBeVisible();
    await expect(closing.getByLabel('Qué pasa con ella')).toContainText('de vuelta a la billetera');
    await expectNoViolations(page);
    await closing.getByRole('button', { name: 'Guardar con 1 reserva' }).click();
    await expect(page.getByText('Días cerrados guardados')).toBeVisible();
    await expect(dialog(page).getByText(/^Cerrado .*: Día de fiesta$/)).toBeVisible();
  });
  await test.step('its driver has the money back', async () => {
    expect(await readStatus(driver, booked?.id)).toBe('cancelled');
    expect(await balance()).toBeGreaterThanOrEqual(before);
  });
  await test.step('nobody reserves the day', async () => {
    const { error } = await driver.client.from('reservations').insert({
      user_id: driver.id,
      parking_space_id: booked?.spaceId,
      start_time: booked?.start.toISOString(),
      end_time: new Date((booked?.start.getTime() ?? 0) + 3_600_000).toISOString(),
      status: 'active',
      vehicle_id: driver.vehicleId,
      payment_method: 'wallet',
    });
    expect(error).toMatchObject({ hint: 'zone-closed', details: 'Día de fiesta' });
  });
  await test.step('the day is opened again', async () => {
    await dialog(page).getByRole('button', { name: 'Quitar Día de fiesta' }).click();
    await expect(page.getByText('Día especial quitado')).toBeVisible();
  });
});

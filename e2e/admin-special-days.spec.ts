import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver, readStatus } from './bookings.ts';
import { createAdminClient, createZone, dialog, signInOperator } from './office.ts';
import { createPerson, expect, findMail, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

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
    await dialog(page).getByRole('button', { name: 'Agregar días especiales' }).click();
    const closing = page.getByRole('dialog', { name: 'Agregar días especiales' });
    await expectNoViolations(page);
    await closing.getByLabel('Nombre, como Navidad').fill('Día de fiesta');
    await closing.getByLabel('Primer día').fill(day);
    await closing.getByLabel('Último día').fill(day);
    await expect(closing.getByText('Reservas afectadas')).toBeVisible();
    await expect(closing.getByLabel('Qué pasa con ella')).toContainText(/de vuelta a la billetera.*Se queda$/);
    await closing.getByRole('button', { name: 'Guardar con 1 reserva' }).click();
    await expect(page.getByText('Días especiales guardados')).toBeVisible();
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
    await dialog(page).getByRole('button', { name: '¿Quitar Día de fiesta?' }).click();
    await page.getByRole('dialog', { name: '¿Quitar Día de fiesta?' }).getByRole('button', { name: 'Quitar' }).click();
    await expect(dialog(page).getByText(/^Cerrado .*: Día de fiesta$/)).toHaveCount(0);
  });
});

test('a manager sets hours and an event on a phone, and a driver sees its price and when the zone is closed', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId, ids } = await createZone(admin, 'Zona Estadio', { 'ES-1': null });
  const manager = await createPerson(server, 'manager', 'Rosa Peña');
  await admin.rpc('invite_staff', { email: manager.email, duty: 'manager', zone: zoneId }).throwOnError();
  const mail = await findMail(server, manager.email, /staff\/invitation#/);
  const token = /\/staff\/invitation#(\w+)/.exec(mail.text)?.[1];
  await manager.client.rpc('accept_invitation', { token }).throwOnError();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await signIn(page, manager.email);
  await page.goto('/staff/rates');

  await test.step('hours, which are asked about before they go', async () => {
    await page.getByRole('button', { name: 'Cambiar horario' }).click();
    await dialog(page).getByLabel('Abre').fill('06:00');
    await dialog(page).getByLabel('Cierra').fill('22:00');
    await expectNoViolations(page);
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText(/^lun–dom: 6:00.*10:00/)).toBeVisible();
    await page.getByRole('button', { name: '¿Quitar el horario?' }).click();
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  });
  await test.step('an event with its price', async () => {
    await page.getByRole('button', { name: 'Agregar días especiales' }).click();
    await dialog(page).getByLabel('Qué tienen de especial').selectOption('event');
    await dialog(page).getByLabel('Nombre, como Navidad').fill('Juego');
    await dialog(page).getByLabel('Primer día').fill(day);
    await dialog(page).getByLabel('Último día').fill(day);
    await dialog(page)
      .getByLabel(/^Precio de una estadía/)
      .fill('300');
    await expectNoViolations(page);
    await dialog(page).getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText(/^Evento .*: Juego, desde .*300\.00 por estadía$/)).toBeVisible();
    await expectNoViolations(page);
  });

  const driver = await createReadyDriver(server, 'stadium');
  await runAsOwner(server, async (sql) => {
    await sql`update public.user_settings set language = 'es' where user_id = ${driver.id}`;
  });
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await signIn(page, driver.email);
  await page.goto(`/reserve/${ids.get('ES-1')}`);
  await page.getByLabel('Fecha').fill(day);
  await page.getByLabel('Hora', { exact: true }).fill('21:00');
  await expect(page.getByText(/^La zona está cerrada a esa hora\. Abierta: 6:00/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Hora', { exact: true }).fill('10:00');
  await expect(page.getByText('Juego')).toBeVisible();
  await page.getByRole('button', { name: /^CONFIRMAR/ }).click();
  await expect
    .poll(async () => (await driver.client.from('reservations').select('total_amount').throwOnError()).data)
    .toEqual([{ total_amount: 300 }]);
  await page.goto(`/reserve-parking/${zoneId}`);
  await expect(page.getByText(/^Evento .*: Juego, desde/)).toBeVisible();
  await expectNoViolations(page);
});

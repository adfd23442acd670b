import { createReadyDriver } from './bookings.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A cashier's shift on a phone, in Spanish: from the float to the slip.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', viewport: { width: 390, height: 844 } });

test('a cashier opens a shift, sells, puts cash into the safe, and closes it with a count in four taps', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId, ids } = await createZone(admin, 'Zona Caja', { 'CA-1': null });
  const cashier = await createPerson(server, 'cashier', 'Carmen Caja');
  const driver = await createReadyDriver(server, 'buyer');
  await runAsOwner(server, async (sql) => {
    await sql`update public.installation_settings set tax_rate = 18, charges_drivers = true`;
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${cashier.id}, 'cashier', ${zoneId})`;
    await sql`update public.user_settings set language = 'es' where user_id = ${cashier.id}`;
  });
  await signIn(page, cashier.email);
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Turno' }).click();
  await expect(page.getByText('Sin conexión no se cobra efectivo aquí')).toBeVisible();
  await page.getByLabel('Fondo de caja').fill('280');
  await page.getByRole('button', { name: 'Abrir el turno' }).click();
  await expect(page.getByRole('heading', { name: 'Carmen Caja (Cajero) · Zona Caja' })).toBeVisible();

  await cashier.client
    .rpc('reserve_for_driver', {
      id: crypto.randomUUID(),
      driver: driver.id,
      parking_space_id: ids.get('CA-1'),
      hours: 2,
      start_time: new Date(Date.now() + 3_600_000).toISOString(),
      vehicle_id: driver.vehicleId,
      seen_amount: 15,
      paid_at_desk: 15,
      reason: 'Pagado en la caseta',
    })
    .throwOnError();
  await page.getByRole('button', { name: 'A la caja fuerte' }).click();
  const drop = page.getByRole('dialog', { name: 'A la caja fuerte' });
  await drop.getByLabel('Monto').fill('100');
  await drop.getByRole('button', { name: 'Guardar' }).click();
  await expect(drop).toBeHidden();

  await page.getByRole('button', { name: 'Contar y cerrar' }).click();
  await page.getByLabel('US$100.00').fill('1');
  await page.getByLabel('US$50.00').fill('1');
  await page.getByLabel('US$20.00').fill('2');
  await page.getByLabel('US$5.00').fill('1');
  await expect(page.getByText('Contado: US$195.00')).toBeVisible();
  await expect(page.getByText('Esperado')).toBeHidden();
  await page.getByRole('button', { name: 'Cerrar el turno' }).click();
  await page.getByRole('button', { name: 'Sí, cerrarlo' }).click();
  const slip = page.getByRole('definition');
  await expect(page.getByText('Diferencia')).toBeVisible();
  await expect(slip).toHaveText([
    'US$280.00',
    'US$15.00',
    'US$0.00',
    'US$0.00',
    'US$0.00',
    'US$100.00',
    'US$195.00',
    'US$195.00',
    'US$0.00',
    '1',
  ]);
  await expect(page.getByRole('button', { name: 'Imprimir el cuadre' })).toBeVisible();
});

import { expectNoViolations } from './axe.ts';
import { createReadyDriver } from './bookings.ts';
import { AT_DESK, createAdminClient, createZone, dialog, signInOperator } from './office.ts';
import { expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', ...AT_DESK });

test('an operator makes a table with a cap and a night, tests a stay and assigns it, and drivers see its price', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { ids } = await createZone(admin, 'Zona Tarifas', { 'TA-1': null });
  await signInOperator(page, server, 'es');
  await page.goto('/admin?tab=zones');
  await page.getByRole('button', { name: 'Tarifas', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/rates$/);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Nueva tabla' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('Plaza');
  await page.getByLabel(/^Precio por hora/).fill('100');
  await page.getByLabel('Minutos gratis').fill('15');
  await page.getByLabel(/^Lo más que se paga/).fill('220');
  await page.getByRole('button', { name: 'Agregar tarifa especial' }).click();
  await page.getByLabel('Nombre que ve el conductor').fill('Noche');
  await page.getByLabel(/^Precio fijo/).fill('150');
  await page.getByLabel('Una estadía de').fill('2027-03-01T18:30');
  await page.getByLabel('a', { exact: true }).fill('2027-03-02T07:00');
  await expect(page.getByText(/^La estadía cuesta .*150\.00$/)).toBeVisible();
  await page.getByLabel('a', { exact: true }).fill('2027-03-01T21:30');
  await page.getByLabel('Una estadía de').fill('2027-03-01T14:30');
  await expect(page.getByText(/^La estadía cuesta .*220\.00$/)).toBeVisible();
  await expect(page.getByText('Máximo del día alcanzado')).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/100\.00\/h\s· 15 min gratis\s· máximo .*220\.00\s· Noche .*150\.00/)).toBeVisible();

  await page.getByRole('button', { name: 'Asignar' }).click();
  await dialog(page).getByLabel('Zona').selectOption({ label: 'Zona Tarifas' });
  await expect(dialog(page).getByText('Qué cambia en Zona Tarifas, un lunes desde las 10:00')).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByRole('button', { name: 'Asignar' }).click();
  await expect(page.getByText('La tiene Zona Tarifas')).toBeVisible();

  const driver = await createReadyDriver(server, 'rated');
  await runAsOwner(server, async (sql) => {
    await sql`update public.user_settings set language = 'es' where user_id = ${driver.id}`;
  });
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await signIn(page, driver.email);
  await page.goto(`/reserve/${ids.get('TA-1')}`);
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Fecha').fill(day);
  // Three hours by the maximum, or by night.
  await expect(page.getByText(/^(Máximo del día alcanzado|Noche)$/)).toBeVisible();
  const { data } = await driver.client
    .rpc('quote_reservation', {
      space: ids.get('TA-1'),
      start_time: '2027-03-01T22:30:00Z',
      end_time: '2027-03-02T11:00:00Z',
    })
    .throwOnError();
  expect(data).toMatchObject({ amount: 150, lines: [{ key: 'special', name: 'Noche' }] });
});

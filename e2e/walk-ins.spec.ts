import { expectNoViolations } from './axe.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A car comes in by its plate and pays when it leaves, on a phone at the gate and in Spanish: three taps each way.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', viewport: { width: 390, height: 844 } });
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('a cashier lets a plate in with three taps, and out with three', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Puerta', { 'PU-1': null, 'PU-2': null });
  const cashier = await createPerson(server, 'cashier', 'Carmen Caja');
  await runAsOwner(server, async (sql) => {
    await sql`update public.installation_settings set charges_drivers = true, currency = 'DOP'`;
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${cashier.id}, 'cashier', ${zoneId})`;
    await sql`update public.user_settings set language = 'es' where user_id = ${cashier.id}`;
  });
  await cashier.client.rpc('open_shift', { key: crypto.randomUUID(), zone: zoneId, opening_float: 500 }).throwOnError();
  await signIn(page, cashier.email);
  await page.goto('/staff');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Entrada' }).tap();
  await dialog.getByLabel('Placa').tap();
  await dialog.getByLabel('Placa').fill('a123456');
  await dialog.getByRole('button', { name: 'Dar entrada' }).tap();
  await expect(dialog.getByText('A123456 entra a')).toBeVisible();
  await expect(dialog.getByText('PU-1')).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^Imprimir/ })).toBeVisible();
  await expectNoViolations(page);
  const [ticket] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: /^Imprimir/ }).click(),
  ]);
  await expect(ticket.getByText('Abierta: se paga a la salida')).toBeVisible();
  await ticket.close();
  await dialog.getByRole('button', { name: 'Cerrar' }).tap();

  await page.getByRole('button', { name: 'Entrada' }).tap();
  await dialog.getByLabel('Placa').fill('A123456');
  await dialog.getByRole('button', { name: 'Dar entrada' }).tap();
  await expect(dialog.getByText('A123456 ya está en')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).tap();
  await expect(page.getByText('Adentro')).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Salida', exact: true }).tap();
  await page.getByRole('button', { name: 'Cobrar a A123456, PU-1' }).tap();
  await dialog.getByLabel('Recibido, si hay devuelta').fill('50');
  await expect(dialog.getByText('Devuelta RD$48.12')).toBeVisible();
  await expectNoViolations(page);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Cobrar RD$1.88 y dar salida' }).tap();
  await expect(dialog.getByText('No tienes internet.')).toBeVisible();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Cobrar RD$1.88 y dar salida' }).tap();
  await expect(dialog.getByText('A123456 puede salir')).toBeVisible();
  await expect(dialog.getByText('Devuelta RD$48.12')).toBeVisible();
  await expect(dialog.getByText(/Placa A123456\s+PU-1/)).toBeVisible();
  await expectNoViolations(page);
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toHaveCSS('position', 'static');
  const slip = /^A123456 puede salir\s+Devuelta RD\$48\.12\s+Placa A123456\s[\s\S]*\nEfectivo\s*$/;
  await expect(page.locator('body')).toHaveText(slip, { useInnerText: true });
  await expect(page.locator('[role="presentation"].fixed')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Cerrar' }).tap();
  await expect(page.getByText('No hay vehículos por cobrar')).toBeVisible();
});

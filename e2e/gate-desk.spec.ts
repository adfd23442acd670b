import { expectNoViolations } from './axe.ts';
import { createReadyDriver } from './bookings.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A cashier at the gate on a phone, in Spanish: sells in cash, extends, prints, and loses the connection in the middle.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', viewport: { width: 390, height: 844 } });
test.use({ expectedErrors: [/INTERNET_DISCONNECTED|Failed to fetch/] });

test('a cashier opens a shift, sells in five taps, and extends in three', async ({ page, server, context }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Caseta', { 'CS-1': null });
  const cashier = await createPerson(server, 'cashier', 'Carmen Caja');
  const driver = await createReadyDriver(server, 'walker');
  await runAsOwner(server, async (sql) => {
    await sql`update public.installation_settings set charges_drivers = true`;
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${cashier.id}, 'cashier', ${zoneId})`;
    await sql`update public.user_settings set language = 'es' where user_id = ${cashier.id}`;
  });
  await signIn(page, cashier.email);
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Vender' }).click();
  await page.getByRole('link', { name: 'Abre primero tu turno' }).click();
  await page.getByLabel('Fondo de caja').fill('280');
  await page.getByRole('button', { name: 'Abrir el turno' }).click();
  await expect(page).toHaveURL(/\/staff\/sell$/);

  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Conductor' }).fill(driver.email);
  await page.getByRole('option').first().click();
  await form.getByRole('radio', { name: /^Efectivo/ }).check();
  await expect(form.getByRole('radio', { name: /^Gratis|^Nada/ })).toHaveCount(0);
  await form.getByRole('button', { name: /^Cobrar .* y reservar/ }).click();
  await expect(page).toHaveURL(/\/staff\/stay\//);
  await expect(page.getByRole('heading', { name: /CS-1/ })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: /^(Extender|Cambiar)/ }).click();
  const extension = page.getByRole('dialog');
  await extension.getByRole('radio', { name: /^Efectivo/ }).check();
  await context.setOffline(true);
  const confirm = extension.getByRole('button', { name: /^Cobrar .* y extender/ });
  await confirm.click();
  await expect(extension.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await confirm.click();
  await expect(extension).toBeHidden();

  await page.getByRole('button', { name: 'Ticket' }).click();
  await expect(page.getByRole('link', { name: /^Imprimir/ })).toHaveAttribute('href', /\/ticket\//);
});

import { expectNoViolations } from './axe.ts';
import { createAdminClient, createZone } from './office.ts';
import { expect, findMail, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A driver without an account parks from a sign, on a phone in Spanish, with the payment simulator in the place of the provider.

test.use({ serverEnv: { SAMPLES: 'off' }, locale: 'es-DO', viewport: { width: 390, height: 844 } });

test('who scans a sign pays without an account, extends, ends, and keeps the history', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Parqueo Colón', { 'C-1': null, 'C-2': null });
  await runAsOwner(
    server,
    (sql) => sql`
    update public.installation_settings set currency = 'DOP', tax_rate = 18, charges_drivers = true, allow_guests = true`,
  );
  const config = await (await fetch(`${server.url}/config.json`)).json();
  const { supabaseKey: apikey } = config as { supabaseKey: string };
  const readRules = async () => (await fetch(`${server.url}/auth/v1/settings`, { headers: { apikey } })).json();
  // A server reads the settings every ten seconds.
  await expect.poll(readRules).toMatchObject({ external: { anonymous_users: true } });
  const { data: space } = await admin.from('parking_spaces').select('sign').eq('name', 'C-1').single().throwOnError();

  await test.step('a misread letter opens nothing', async () => {
    const letters = '23456789ABC';
    const other = [...letters].find((letter) => letter !== space.sign[0]) ?? '';
    await page.goto(`/p/${other}${space.sign.slice(1)}`);
    await expect(page.getByText('Ningún letrero tiene este código')).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('plate and time, then the plate large', async () => {
    await page.goto(`/p/${space.sign}`);
    await expect(page.getByRole('heading', { name: 'C-1' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByLabel('Placa').fill('a12-3456');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByText('A123456')).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Tarjeta/ })).toBeChecked();
    await expectNoViolations(page);
  });

  await test.step('paid, the stay is there with its ticket', async () => {
    await page.getByRole('button', { name: 'Pagar RD$7.50' }).click();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await expect(page.getByRole('button', { name: /ticket|boleto/i })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Ver tu reserva' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('the sign leads back to it, where it is extended', async () => {
    await page.goto(`/p/${space.sign}`);
    await page.getByRole('button', { name: 'Extender reserva' }).click();
    await page.getByRole('button', { name: /^Pagar RD\$7.50 y extender hasta/ }).click();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await page.getByRole('link', { name: 'Ver tu reserva' }).click();
  });

  await test.step('an address makes the guest an account', async () => {
    await page.getByRole('button', { name: 'Guardar con mi correo' }).click();
    await page.getByLabel('Nuevo correo').fill('invitado@parqueo.test');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Enviar/ })
      .click();
    await findMail(server, 'invitado@parqueo.test', /verify\?token/);
  });

  await test.step('ended', async () => {
    await page.getByRole('button', { name: 'Terminar parqueo' }).click();
    await page.getByRole('button', { name: 'Terminar', exact: true }).click();
    await expect(page.getByText('Parqueo terminado')).toBeVisible();
    await expect(page).toHaveURL(/\/map/);
  });
});

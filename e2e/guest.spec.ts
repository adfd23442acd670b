import { expectNoViolations } from './axe.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, findMail, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A driver without an account parks from a sign, on a phone in Spanish, with the payment simulator in the place of the provider.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', viewport: { width: 390, height: 844 } });

/** A server reads the settings every ten seconds. */
async function waitForGuests(server: { url: string }) {
  const config = await (await fetch(`${server.url}/config.json`)).json();
  const { supabaseKey: apikey } = config as { supabaseKey: string };
  const readRules = async () => (await fetch(`${server.url}/auth/v1/settings`, { headers: { apikey } })).json();
  await expect.poll(readRules).toMatchObject({ external: { anonymous_users: true } });
}

test('who scans a sign pays without an account, extends, ends, and keeps the history', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Parqueo Colón', { 'C-1': null, 'C-2': null });
  await runAsOwner(
    server,
    (sql) => sql`
    update public.installation_settings set currency = 'DOP', tax_rate = 18, charges_drivers = true, allow_guests = true`,
  );
  await waitForGuests(server);
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

test('who is inside by the plate alone pays the exit on a phone, and is let out for nothing', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Parqueo Duarte', { 'D-1': null });
  const cashier = await createPerson(server, 'cashier', 'Carmen Caja');
  await runAsOwner(server, async (sql) => {
    await sql`
      update public.installation_settings set currency = 'DOP', tax_rate = 18, charges_drivers = true, allow_guests = true`;
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${cashier.id}, 'cashier', ${zoneId})`;
  });
  await waitForGuests(server);
  const { data } = await admin.from('parking_zones').select('sign').eq('id', zoneId).single().throwOnError();
  const entry = { key: crypto.randomUUID(), zone: zoneId, plate: 'A123456' };
  const { data: stay } = await cashier.client.rpc('enter_plate', entry).throwOnError();

  await test.step('in a full zone the plate leads to what the stay costs now', async () => {
    await page.goto(`/p/${data.sign}`);
    await expect(page.getByText('No hay espacios libres en esta zona')).toBeVisible();
    await page.getByLabel('Placa').fill('a12-3456');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('dialog', { name: 'Salida de A123456' })).toContainText('RD$1.88');
    await expect(page.getByRole('radio', { name: /^Tarjeta/ })).toBeChecked();
    await expectNoViolations(page);
  });

  await test.step('paid, it has a time to leave, and staff see it', async () => {
    await page.getByRole('button', { name: 'Pagar RD$1.88' }).click();
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await expect(page.getByText('Salida pagada')).toBeVisible();
    await expect(page.getByText(/^Sal antes de: /)).toBeVisible();
    await expectNoViolations(page);
    const { data: today } = await cashier.client.rpc('staff_today').throwOnError();
    expect(today).toMatchObject([{ plate: 'A123456', is_open: true, paid_until: expect.any(String) }]);
    const exit = { key: crypto.randomUUID(), reservation: stay.id, method: 'cash', seen_amount: 0 };
    const { data: left } = await cashier.client.rpc('leave', exit).throwOnError();
    expect(left).toMatchObject({ is_open: false, amount: 1.88 });
  });
});

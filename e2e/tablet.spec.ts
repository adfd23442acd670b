import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver } from './bookings.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, PASSWORD, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// Two people work with one tablet, in Spanish: each with a PIN, and what they do stands in their own names.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });
test.use({ expectedErrors: [/status of 40[013]/] });

test('two people share a tablet, which locks, and the log has who did what', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Tableta', { 'TA-1': null, 'TA-2': null });
  const driver = await createReadyDriver(server, 'arriving');
  await book(driver, [{ zone: 'Zona Tableta', space: 0, startsInHours: 0.1, hours: 2 }]);
  const marisol = await createPerson(server, 'marisol', 'Marisol Peña');
  const bruno = await createPerson(server, 'bruno', 'Bruno Gil');
  await runAsOwner(server, async (sql) => {
    for (const { id } of [marisol, bruno]) {
      await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${id}, 'attendant', ${zoneId})`;
      await sql`update public.user_settings set language = 'es' where user_id = ${id}`;
    }
  });
  const createPin = async (pin: string) => {
    await page.getByRole('button', { name: 'Crear o cambiar mi PIN' }).click();
    await page.getByRole('textbox', { name: 'PIN nuevo de 6 números' }).click();
    await page.keyboard.type(pin);
    const proof = page.getByRole('dialog');
    await proof.getByLabel('Contraseña actual').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continuar' }).click();
  };
  const givePin = async (name: string, pin: string) => {
    await page.getByRole('textbox', { name: `PIN de ${name}` }).click();
    await page.keyboard.type(pin);
  };
  const arrival = page.getByRole('button', { name: /^Marcar llegada de A123456/ });

  await page.setViewportSize({ width: 820, height: 1180 });
  await signIn(page, marisol.email);
  await page.goto('/staff');
  await page.getByRole('button', { name: 'Tableta compartida' }).click();
  await page.getByRole('button', { name: 'Compartir', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tableta compartida' })).toBeVisible();
  await expect(page.getByText('A123456')).toBeHidden();
  await expectNoViolations(page);
  await createPin('482913');
  await arrival.click();
  await expect(page.getByText('Parqueado')).toBeVisible();

  await page.getByRole('button', { name: 'Cambiar de persona' }).click();
  await expect(page.getByRole('textbox', { name: 'PIN de Marisol Peña' })).toBeVisible();
  // The lock outlives a reload, and holds in the database.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'PIN de Marisol Peña' })).toBeVisible();
  await page.getByRole('button', { name: 'Otra persona' }).click();
  await page.getByLabel('Correo').fill(bruno.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  await createPin('739105');
  await page.getByRole('button', { name: /^Deshacer la llegada de A123456/ }).click();
  await expect(arrival).toBeVisible();

  await page.getByRole('button', { name: 'Cambiar de persona' }).click();
  await page.getByRole('button', { name: 'Marisol Peña' }).click();
  await givePin('Marisol Peña', '739105');
  await expect(page.getByText('PIN incorrecto. Intentos que quedan: 4')).toBeVisible();
  await expectNoViolations(page);
  await givePin('Marisol Peña', '482913');
  await arrival.click();
  await expect(page.getByText('Parqueado')).toBeVisible();

  await runAsOwner(server, async (sql) => {
    const log = await sql<{ actor_name: string; subject_table: string }[]>`
      select actor_name, subject_table from public.audit_log
      where actor_id in (${marisol.id}, ${bruno.id}) and subject_table in ('pins', 'reservations') order by id`;
    expect(log.map(({ actor_name, subject_table }) => `${actor_name} ${subject_table}`)).toEqual([
      'Marisol Peña pins',
      'Marisol Peña reservations',
      'Bruno Gil pins',
      'Bruno Gil reservations',
      'Marisol Peña reservations',
    ]);
  });
});

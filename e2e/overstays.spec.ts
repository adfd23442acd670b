import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver } from './bookings.ts';
import { AT_DESK, createAdminClient, createZone, findRow, signInOperator } from './office.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// Staying longer than reserved: the office turns it on, the driver reads it before and owes it after, the gate takes it.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });
// The page is left while the end is sent, which is sent again then.
test.use({ expectedErrors: [/status of 406/] });

const TERMS = /Si te quedas más de 10 min después del final de tu reserva/;

test('what it costs to stay longer is posted, told before the end, and taken at the gate', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId, ids } = await createZone(admin, 'Zona Puerta', { 'PU-1': null, 'PU-2': null });
  const cashier = await createPerson(server, 'cashier', 'Carmen Caja');
  await runAsOwner(server, async (sql) => {
    await sql`update public.installation_settings set charges_drivers = true, currency = 'DOP'`;
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${cashier.id}, 'cashier', ${zoneId})`;
    await sql`update public.user_settings set language = 'es'`;
  });
  const driver = await createReadyDriver(server, 'late');
  await runAsOwner(server, (sql) => sql`update public.user_settings set language = 'es' where user_id = ${driver.id}`);

  await page.setViewportSize(AT_DESK.viewport);
  await signInOperator(page, server, 'es');
  await page.goto('/admin?tab=zones');
  await findRow(page, 'Zona Puerta')
    .getByRole('button', { name: /^Editar/ })
    .click();
  await page.getByRole('checkbox', { name: 'Cobrar a quien se queda más' }).check();
  await page.getByLabel('Factor, de 1 a 3').fill('1.5');
  await expect(
    page.getByText(/cuesta desde ese final 1\.5 veces lo que el reservado, hasta RD\$500\.00 por día/),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByRole('button', { name: 'Guardar sin punto' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/admin/signs?q=PU-1');
  await expect(page.getByText(TERMS)).toBeVisible();
  await expect(page.getByText(/If you stay over 10 min after your reservation ends/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, driver.email);
  await page.goto(`/reserve/${ids.get('PU-1')}`);
  await expect(page.getByText(TERMS)).toBeVisible();
  await expectNoViolations(page);
  const [booked] = await book(driver, [{ zone: 'Zona Puerta', space: 0, startsInHours: 1, hours: 2 }]);
  await runAsOwner(server, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`update public.reservations set start_time = start_time - interval '5 hours', end_time = end_time - interval '5 hours'`;
    await sql`update public.profiles set wallet_balance = 0 where user_id = ${driver.id}`;
    await sql`set session_replication_role = origin`;
  });
  await page.goto('/parking-status');
  await page.getByRole('button', { name: 'Terminar parqueo' }).first().click();
  await expect(page.getByText(/Si termina ahora, el tiempo de más cuesta RD\$22\.\d\d\./)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar', exact: true }).click();
  await expect
    .poll(async () => (await driver.client.from('overstays').select('state')).data)
    .toEqual([{ state: 'owed' }]);
  await page.goto('/reservations?tab=past');
  await expect(page.getByText(/Tiempo de más: debes RD\$22\.\d\d/)).toBeVisible();
  await expectNoViolations(page);
  for (const path of ['/wallet', `/reserve/${ids.get('PU-2')}`]) {
    await page.goto(path);
    await expect(page.getByText(/Debes RD\$22\.\d\d por haberte quedado más de lo reservado\./)).toBeVisible();
  }
  await expectNoViolations(page);

  await cashier.client.rpc('open_shift', { key: crypto.randomUUID(), zone: zoneId, opening_float: 500 }).throwOnError();
  await signIn(page, cashier.email);
  await page.goto(`/staff/stay/${booked?.id}`);
  await page.getByRole('button', { name: /^Cobrar RD\$22\.\d\d por quedarse más/ }).click();
  await page.getByRole('radio', { name: /Efectivo/ }).check();
  await expectNoViolations(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cobrar RD/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await driver.client.from('overstays').select('state').throwOnError()).data).toEqual([{ state: 'paid' }]);

  const message = {
    user_id: driver.id,
    sender_type: 'user',
    message: 'La salida estaba cerrada',
    reservation_id: booked?.id,
  };
  await driver.client.from('user_messages').insert(message).throwOnError();
  await admin.rpc('open_shift', { key: crypto.randomUUID(), zone: null, opening_float: 500 }).throwOnError();
  await signInOperator(page, server, 'es');
  await page.goto(`/admin?tab=reservations&dialog=reservation.${booked?.id}`);
  await page.setViewportSize(AT_DESK.viewport);
  await page
    .getByRole('button', { name: /^Devolver RD\$22\.\d\d por quedarse más/ })
    .first()
    .click();
  const question = page.getByRole('dialog').last();
  await expect(question.getByText('El conductor escribe: «La salida estaba cerrada»')).toBeVisible();
  await expectNoViolations(page);
  await question.getByRole('textbox').fill('La barrera de la salida no abrió');
  await question.getByRole('button', { name: /^Devolver RD/ }).click();
  await expect
    .poll(async () => (await driver.client.from('overstays').select('state')).data)
    .toEqual([{ state: 'waived' }]);
});

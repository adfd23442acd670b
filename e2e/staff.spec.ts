import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver } from './bookings.ts';
import { createAdminClient, createZone } from './office.ts';
import { createPerson, expect, findMail, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// A person who is invited works on a phone in Spanish, until they are suspended.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });
test.use({ expectedErrors: [/status of 40[013]/] });

test('who is invited accepts, sees who comes today, marks an arrival, and has no rights once suspended', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Puerta', { 'PU-1': null });
  const driver = await createReadyDriver(server, 'arriving');
  await book(driver, [{ zone: 'Zona Puerta', space: 0, startsInHours: 0.1, hours: 2 }]);
  const attendant = await createPerson(server, 'attendant', 'Marisol Peña');
  const { data: zones } = await admin.from('parking_zones').select('id').eq('name', 'Zona Puerta').throwOnError();
  const zone = zones?.[0]?.id;
  await admin.rpc('invite_staff', { email: attendant.email, duty: 'attendant', zone }).throwOnError();
  const mail = await findMail(server, attendant.email, /staff\/invitation#/);
  const link = /\/staff\/invitation#\w+/.exec(mail.text)?.[0] ?? '';

  await signIn(page, attendant.email);
  await page.goto(link);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(/\/staff$/);
  await expect(page.getByText('A123456')).toBeVisible();
  await expect(page.getByText('Por llegar')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: /^Marcar llegada de A123456/ }).click();
  await expect(page.getByText('Parqueado')).toBeVisible();

  await admin.from('profiles').update({ status: 'suspended' }).eq('user_id', attendant.id).throwOnError();
  const { error } = await attendant.client.rpc('staff_today');
  expect(error?.code).toBe('42501');
});

test('an accountant reads the month and changes nothing in it', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const accountant = await createPerson(server, 'accountant', 'Luis Mejía');
  await admin.rpc('invite_staff', { email: accountant.email, duty: 'accountant', zone: null }).throwOnError();
  const mail = await findMail(server, accountant.email, /staff\/invitation#/);
  const token = /\/staff\/invitation#(\w+)/.exec(mail.text)?.[1];
  await accountant.client.rpc('accept_invitation', { token }).throwOnError();
  await signIn(page, accountant.email);
  await page.goto('/staff');
  await expect(page).toHaveURL(/\/admin\/month$/);
  await expect(page.getByRole('button', { name: /^Exportar/ }).first()).toBeVisible();
  for (const name of [/^Cerrar/, /^Agregar/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
});

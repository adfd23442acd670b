import { expectNoViolations } from './axe.ts';
import { book, createReadyDriver } from './bookings.ts';
import { createAdminClient, createZone } from './office.ts';
import { OFFLINE_ERRORS } from './offline.ts';
import { createPerson, expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// Plates are checked and noted at the gate, on a phone, in Spanish, with a connection that breaks.

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO', viewport: { width: 390, height: 844 } });
test.use({ expectedErrors: OFFLINE_ERRORS });

test('a plate is checked in two taps, noted with a photo without EXIF, and not said to be missing without a connection', async ({
  page,
  server,
  context,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Placas', { 'PL-1': null });
  const driver = await createReadyDriver(server, 'parked');
  await book(driver, [{ zone: 'Zona Placas', space: 0, startsInHours: 0.1, hours: 2 }]);
  const attendant = await createPerson(server, 'attendant', 'Marisol Peña');
  await runAsOwner(server, async (sql) => {
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${attendant.id}, 'attendant', ${zoneId})`;
    await sql`update public.user_settings set language = 'es' where user_id = ${attendant.id}`;
  });
  await signIn(page, attendant.email);
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Placa', exact: true }).click();
  await expectNoViolations(page);
  // Two taps: the field and the button.
  await page.getByRole('textbox', { name: 'Placa' }).tap();
  await page.keyboard.type('a12-3456');
  await page.getByRole('button', { name: 'Consultar' }).tap();
  await expect(page.getByText(/^Llega: /)).toBeVisible();
  await expect(page.getByText(/A123456\s· PL-1\nZona Placas/)).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('textbox', { name: 'Placa' }).fill('AI23456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No aparece')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Placa parecida' })).toBeVisible();

  await page.getByRole('button', { name: 'Agregar una nota' }).tap();
  const note = page.getByRole('dialog');
  await note.getByLabel('Clase').selectOption({ label: 'Bloquea el paso' });
  await note.getByLabel('Nota').fill('Frente a la salida');
  const drawn = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
    canvas.getContext('2d').fillRect(0, 0, 1000, 1000);
    return canvas.toDataURL('image/jpeg').replace(/^.*,/, '');
  })()`);
  const bare = Buffer.from(String(drawn), 'base64');
  const exif = Buffer.from('ffe1000a457869660000abcd', 'hex');
  const buffer = Buffer.concat([bare.subarray(0, 2), exif, bare.subarray(2)]);
  await note.getByLabel('Foto').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await expectNoViolations(page);
  await note.getByRole('button', { name: 'Guardar' }).tap();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Consultar' }).tap();
  const photo = page.getByRole('img', { name: 'Foto' });
  await expect(photo).toBeVisible();
  const size = await page.evaluate(
    `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('img[alt=Foto]'))`,
  );
  expect(size).toEqual([1600, 1066]);
  await expectNoViolations(page);

  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Placa' }).fill('A123456');
  await page.getByRole('button', { name: 'Consultar' }).tap();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('A123456', { exact: true })).toBeVisible();
  await expect(page.getByText(/Sin conexión. Datos leídos/)).toBeVisible();
  await expect(page.getByText(/No aparece|Ninguna reserva/)).toHaveCount(0);
  await expectNoViolations(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Consultar' }).tap();
  await expect(page.getByText(/^Llega: /)).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { m } from '#messages';
import { createAdminClient, createZone, dialog, signInOperator } from './office.ts';
import { createPerson, expect, submitLogIn, test } from './people.ts';

const HEADERS = 'Zona;Nombre;Ubicación;Cómo encontrarlo;Cerradura;Tarifa por hora';
const toFile = (...lines: string[]) => ({
  name: 'espacios.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADERS, ...lines].join('\r\n'), 'latin1'),
});

/** What a phone reads in a picture. */
async function readCode(picture: Buffer): Promise<string | undefined> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer }, fireImmediately: true });
  const [code] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return code?.text;
}

test.use({ locale: 'es-DO' });

const locale = { locale: 'es' } as const;
const ZONE = 'Peña 1';

test('an administrator imports spaces and prints their signs, and a driver scans one', async ({
  page,
  server,
  browser,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, ZONE, { 'P-1': null });
  const listNames = async () => {
    const { data } = await admin
      .from('parking_spaces')
      .select('name')
      .eq('zone_id', zoneId)
      .order('name')
      .throwOnError();
    return data.map(({ name }) => name);
  };
  await signInOperator(page, server, 'es');
  await page.goto(`/admin?tab=parking&q=${encodeURIComponent(ZONE)}`);
  const choose = async (...lines: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog(page)
      .getByRole('button', { name: m.import_choose({}, locale) })
      .click();
    await (await chooser).setFiles(toFile(...lines));
  };

  await test.step('the file of a spreadsheet is imported', async () => {
    await page.getByRole('button', { name: m.import_open({}, locale) }).click();
    await choose(`${ZONE};P-2;;Nivel 1;;3,50`, `${ZONE};P-3;Av. 27;;KV-9010;`);
    await dialog(page)
      .getByRole('button', { name: m.import_save({ count: 2 }, locale) })
      .click();
    await expect(page.getByText(m.import_saved({ count: 2 }, locale))).toBeVisible();
    await expect(page.getByText('$3.50').first()).toBeVisible();
    expect(await listNames()).toEqual(['P-1', 'P-2', 'P-3']);
  });
  const address = await test.step('the sign of a space has a code that a phone reads', async () => {
    await page.getByRole('link', { name: m.signs_open({}, locale) }).click();
    const sign = page.getByRole('article', { name: `P-2, ${ZONE}` });
    await expect(sign).toContainText('Scan the code');
    const code = await readCode(await sign.getByRole('img').screenshot());
    expect(code).toMatch(new RegExp(`^${server.url}/p/[2-9A-HJKMNP-Z]{8}$`));
    await expect(sign).toContainText(code?.replace('http://', '') ?? '');
    return code ?? '';
  });
  await test.step('on paper there are the signs and nothing else', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: m.signs_print({}, locale) })).toBeHidden();
    const sheet = await page.locator('.sign-sheet').boundingBox();
    expect([Math.round(sheet?.width ?? 0), Math.round(sheet?.height ?? 0)]).toEqual([794, 1123]);
  });
  await test.step('a driver who is not signed in scans it and comes to the form of this space', async () => {
    const driver = await createPerson(server, 'scanning');
    const phone = await browser.newPage({ locale: 'en-US' });
    await phone.goto(address);
    await phone.getByRole('link', { name: 'I have an account' }).click();
    await submitLogIn(phone, driver.email);
    await expect(phone).toHaveURL(/\/reserve\//);
    await expect(phone.getByText('P-2')).toBeVisible();
    await expect(phone.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
    await phone.close();
  });
});

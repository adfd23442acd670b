import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { createAdminClient, createZone, dialog, findRow, openParking } from './parking-tab.ts';
import { ADMIN, createPerson, expect, PASSWORD, test } from './people.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

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

test('an administrator imports spaces and prints their signs, and a driver scans one', async ({
  page,
  server,
  browser,
}) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Peña Norte', { 'P-1': null });
  const listNames = async () => {
    const { data } = await admin
      .from('parking_spaces')
      .select('name')
      .eq('zone_id', zoneId)
      .order('name')
      .throwOnError();
    return data.map(({ name }) => name);
  };
  await openParking(page, '&q=Peña');
  const choose = async (...lines: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles(toFile(...lines));
  };

  await test.step('a file of a spreadsheet says what is wrong with its rows', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await choose('Peña Norte;P-1;;;;3', 'Peña Nórte 2;P-2;;;;3', 'Peña Norte;P-3;Av. 27;;;tres');
    await expect(dialog(page).getByText('3 rows have to be corrected')).toBeVisible();
    await expect(dialog(page).getByText('Row 2: “P-1” is already in this zone')).toBeVisible();
    await expect(dialog(page).getByText('Row 3: zone “Peña Nórte 2” does not exist')).toBeVisible();
    await expect(dialog(page).getByText('Row 4: rate “tres” is not a number')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Import 3 spaces' })).toBeDisabled();
  });
  await test.step('the corrected file is imported', async () => {
    await dialog(page).getByRole('button', { name: 'Other file' }).click();
    await choose('Peña Norte;P-2;;Nivel 1;;3,50', 'Peña Norte;P-3;Av. 27;;KV-9018;');
    await dialog(page).getByRole('button', { name: 'Import 2 spaces' }).click();
    await expect(page.getByText('2 spaces imported')).toBeVisible();
    await expect(findRow(page, 'P-2')).toContainText('$3.50');
    expect(await listNames()).toEqual(['P-1', 'P-2', 'P-3']);
  });
  await test.step('the log has one line for it', async () => {
    const { data } = await admin
      .from('admin_audit_log')
      .select('action, actor_email, after')
      .eq('is_of_import', false)
      .order('id', { ascending: false })
      .limit(1)
      .throwOnError();
    expect(data).toEqual([{ action: 'import', actor_email: ADMIN.email, after: { count: 2 } }]);
  });

  const address = await test.step('the sign of a space has a code that a phone reads', async () => {
    await page.getByRole('link', { name: 'Print signs' }).click();
    const sign = page.getByRole('article', { name: 'P-2, Peña Norte' });
    await expect(sign).toContainText('Scan the code');
    const code = await readCode(await sign.getByRole('img').screenshot());
    expect(code).toMatch(new RegExp(`^${server.url}/reserve/[0-9a-f-]{36}$`));
    await expect(sign).toContainText(code?.replace('http://', '') ?? '');
    return code ?? '';
  });
  await test.step('on paper there are the signs and nothing else', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    const sheet = await page.locator('.sign-sheet').boundingBox();
    expect([Math.round(sheet?.width ?? 0), Math.round(sheet?.height ?? 0)]).toEqual([794, 1123]);
  });
  await test.step('a driver who is not signed in scans it and comes to the form of this space', async () => {
    const driver = await createPerson(server, 'scanning');
    const phone = await browser.newPage();
    await phone.goto(address);
    await phone.getByLabel('Email').fill(driver.email);
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Log in' }).click();
    await expect(phone).toHaveURL(address);
    await expect(phone.getByText('P-2')).toBeVisible();
    await expect(phone.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
    await phone.close();
  });
});

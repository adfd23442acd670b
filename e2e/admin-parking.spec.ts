import { test } from './lock-vendor.ts';
import { createAdminClient, createZone, dialog, findRow, groups, openParking, search, table } from './parking-tab.ts';
import { ADMIN, createPerson, expect, signIn } from './people.ts';

const COLUMNS = [
  ...['Space Name', 'Status', 'Location', 'Lock Device', 'Lock Status', 'Lock Control', 'Rate/Hour'],
  ...['Last Activity', 'Actions'],
];
const HOUR_MS = 3_600_000;

test('an administrator sees the spaces by zone, and finds them by name, zone and location', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  await createZone(admin, 'Zona Búsqueda', { 'BQ-10': 'KV-0019', 'BQ-2': null });
  await admin.from('parking_spaces').insert({ name: 'BQ-Suelto' }).throwOnError();
  await openParking(page);

  await test.step('the columns and groups are the ones that were asked for', async () => {
    await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS);
    await expect(groups(page).first()).toBeVisible();
    const names = await groups(page).allTextContents();
    expect(names.length).toBeGreaterThan(2);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en-US')));
    expect(names.every((name) => /\d+ spaces?$/.test(name))).toBe(true);
  });
  await test.step('a search finds names', async () => {
    await search(page).fill('bq-');
    await expect(groups(page)).toHaveText(['Unassigned 1 space', 'Zona Búsqueda 2 spaces']);
    await expect(page.getByText('Showing 1–3 of 3 parking spaces')).toBeVisible();
    await expect(findRow(page, 'BQ-10').getByRole('cell')).toHaveText(
      ['BQ-10', 'Available', 'Calle de Zona Búsqueda', 'KV-0019', /^(Up|Down)/, '', '$7.50', 'Never', ''],
      { useInnerText: true },
    );
    await expect(findRow(page, 'BQ-2').getByRole('cell').nth(3)).toHaveText('No device');
    const order = await table(page).getByRole('cell', { name: /^BQ-/ }).allTextContents();
    expect(order).toEqual(['BQ-Suelto', 'BQ-2', 'BQ-10']);
  });
  await test.step('it finds zones and locations too, whatever their case', async () => {
    await search(page).fill('ZONA BÚSQ');
    await expect(page.getByText('Showing 1–2 of 2 parking spaces')).toBeVisible();
    await search(page).fill('calle de zona b');
    await expect(page.getByText('Showing 1–2 of 2 parking spaces')).toBeVisible();
  });
  await test.step('the zone filter narrows further', async () => {
    await search(page).fill('bq');
    await page.getByLabel('Zone', { exact: true }).selectOption('Zona Búsqueda');
    await expect(groups(page)).toHaveText(['Zona Búsqueda 2 spaces']);
    await page.getByLabel('Zone', { exact: true }).selectOption('Unassigned');
    await expect(groups(page)).toHaveText(['Unassigned 1 space']);
    await page.getByLabel('Zone', { exact: true }).selectOption('All Zones');
    await search(page).fill('nowhere to be found');
    await expect(page.getByText('No parking spaces match your search criteria.')).toBeVisible();
  });
});

test('an administrator adds, changes and removes a space', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Alta', {});
  const kept = async (name: string) =>
    (await admin.from('parking_spaces').select('zone_id, location, kavass_device_id, hourly_rate').eq('name', name))
      .data;
  await openParking(page, '&q=alta-');
  await expect(page.getByText('No parking spaces match your search criteria.')).toBeVisible();

  await test.step('a new space costs $5.00 unless told otherwise, and what is no number is 0', async () => {
    await page.getByRole('button', { name: 'Add Space' }).click();
    const rate = dialog(page).getByLabel('Hourly rate ($)');
    await expect(rate).toHaveValue('5');
    await expect(rate).toHaveAttribute('min', '0');
    await expect(rate).toHaveAttribute('step', '0.01');
    await dialog(page).getByLabel('Name').fill('Alta-1');
    await dialog(page).getByLabel('Zone').selectOption('Zona Alta');
    await dialog(page).getByLabel('Location').fill('Calle Nueva 1');
    await dialog(page).getByLabel('Lock device').selectOption('KV-0020');
    await rate.fill('');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Parking space created successfully')).toBeVisible();
    await expect(groups(page)).toHaveText(['Zona Alta 1 space']);
    expect(await kept('Alta-1')).toEqual([
      { zone_id: zoneId, location: 'Calle Nueva 1', kavass_device_id: 'KV-0020', hourly_rate: 0 },
    ]);
  });
  await test.step('a change is kept, and No device takes the lock away', async () => {
    await page.getByRole('button', { name: 'Edit Alta-1' }).click();
    await expect(dialog(page).getByLabel('Zone')).toHaveValue(zoneId);
    await expect(dialog(page).getByLabel('Lock device')).toHaveValue('KV-0020');
    await dialog(page).getByLabel('Lock device').selectOption('No device');
    await dialog(page).getByLabel('Location').fill(' ');
    await dialog(page).getByLabel('Zone').selectOption('No zone');
    await dialog(page).getByLabel('Hourly rate ($)').fill('3.25');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Parking space updated successfully')).toBeVisible();
    await expect(groups(page)).toHaveText(['Unassigned 1 space']);
    expect(await kept('Alta-1')).toEqual([
      { zone_id: null, location: null, kavass_device_id: null, hourly_rate: 3.25 },
    ]);
  });
  await test.step('a rate below nothing is not sent', async () => {
    await page.getByRole('button', { name: 'Edit Alta-1' }).click();
    await dialog(page).getByLabel('Hourly rate ($)').fill('-1');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Enter a rate of 0 or more, with at most two decimals')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('removing asks first', async () => {
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await page.getByRole('button', { name: 'Delete Alta-1' }).click();
    expect(questions).toEqual(['Are you sure you want to delete this parking space? This action cannot be undone.']);
    expect(await kept('Alta-1')).toHaveLength(1);
    page.once('dialog', (question) => void question.accept());
    await page.getByRole('button', { name: 'Delete Alta-1' }).click();
    await expect(page.getByText('Parking space deleted successfully')).toBeVisible();
    await expect(findRow(page, 'Alta-1')).toHaveCount(0);
    expect(await kept('Alta-1')).toEqual([]);
  });
});

test('an administrator adds a row of spaces in one request, after a look at their names', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Fila', { 'F-09': null });
  const inserts: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/parking_spaces')) inserts.push(request.postDataJSON());
  });
  await openParking(page);
  await page.getByRole('button', { name: 'Add Space' }).click();
  await dialog(page).getByLabel('Add several').check();
  await dialog(page).getByLabel('Prefix').fill('F-');
  await dialog(page).getByLabel('From').fill('08');
  await dialog(page).getByLabel('To').fill('7');
  await dialog(page).getByLabel('Zone').selectOption('Zona Fila');
  await dialog(page).getByLabel('Hourly rate ($)').fill('4');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Enter two whole numbers, the first not above the second, for at most 500 spaces',
  );
  await dialog(page).getByLabel('To').fill('19');
  await expect(dialog(page).getByText('12 spaces will be added')).toBeVisible();
  await expect(dialog(page).getByText('F-08, F-09, F-10 … F-17, F-18, F-19')).toBeVisible();
  await expect(dialog(page).getByText('1 of these names is already there in this zone')).toBeVisible();
  await dialog(page).getByLabel('From').fill('10');
  await dialog(page).getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('10 parking spaces created successfully')).toBeVisible();
  expect(inserts).toHaveLength(1);
  const { data } = await admin.from('parking_spaces').select('name, hourly_rate').eq('zone_id', zoneId).order('name');
  expect(data?.map(({ name }) => name)).toEqual([
    'F-09',
    ...Array.from({ length: 10 }, (_, index) => `F-${10 + index}`),
  ]);
  expect(data?.at(-1)?.hourly_rate).toBe(4);
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that spaces did not come, and asks again', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/parking_spaces*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=parking');
    await expect(page.getByRole('alert').getByText('Failed to fetch data')).toBeVisible();
    await page.unroute('**/rest/v1/parking_spaces*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing 1–50 of /)).toBeVisible();
  });

  test('an administrator waits for the spaces, and is told how to begin when there are none', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    const waiting: (() => void)[] = [];
    await page.route('**/rest/v1/parking_spaces*', async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.fulfill({ json: [] });
    });
    await page.goto('/admin?tab=parking');
    await expect(page.getByText('Loading parking spaces...')).toBeVisible();
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const answer of waiting) answer();
    await expect(page.getByText('No parking spaces found. Create your first space to get started.')).toBeVisible();
  });

  test('an administrator hears that a space was not added, changed or removed', async ({ page, server }) => {
    const admin = await createAdminClient(server);
    const { ids } = await createZone(admin, 'Zona Terca', { 'Terca-1': null, 'Terca-2': null });
    const driver = await createPerson(server, 'stubborn');
    const [from, to] = [1, 2].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
    const stay = { parking_space_id: ids.get('Terca-1'), start_time: from, end_time: to, status: 'active' };
    await driver.client
      .from('reservations')
      .insert({ user_id: driver.id, ...stay })
      .throwOnError();
    await openParking(page, '&q=terca-');

    page.on('dialog', (question) => void question.accept());
    await page.getByRole('button', { name: 'Delete Terca-1' }).click();
    await expect(page.getByText('Failed to delete parking space')).toBeVisible();
    await expect(findRow(page, 'Terca-1')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Terca-2' }).click();
    await admin.from('parking_spaces').delete().eq('name', 'Terca-2').throwOnError();
    await dialog(page).getByLabel('Name').fill('Terca-3');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to update parking space')).toBeVisible();
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Terca-3');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await page.route('**/rest/v1/parking_spaces*', (route) => route.fulfill({ status: 403, json: { code: '42501' } }));
    await page.getByRole('button', { name: 'Add Space' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to create parking space')).toBeVisible();
    await expect(dialog(page)).toBeVisible();
  });
});

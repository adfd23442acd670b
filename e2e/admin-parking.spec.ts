import { test } from './lock-vendor.ts';
import { createAdminClient, createZone, dialog, findRow, groups, openParking, search, table } from './parking-tab.ts';
import { expect } from './people.ts';

const COLUMNS = [
  ...['Select', 'Space Name', 'Status', 'Location', 'Lock Device', 'Lock Status', 'Lock Control', 'Rate/Hour'],
  ...['Last Activity', 'Actions'],
];

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
  await test.step('the headings stay in sight of the last row', async () => {
    await table(page)
      .getByRole('button', { name: /^Edit / })
      .first()
      .focus();
    await page.keyboard.press('End');
    await expect(
      table(page)
        .getByRole('button', { name: /^Edit / })
        .last(),
    ).toBeFocused();
    await expect(page.getByRole('columnheader', { name: 'Rate/Hour' })).toBeInViewport();
  });
  await test.step('a search finds names', async () => {
    await search(page).fill('bq-');
    await expect(groups(page)).toHaveText(['Unassigned 1 space', 'Zona Búsqueda 2 spaces']);
    await expect(page.getByText('Showing 1–3 of 3 parking spaces')).toBeVisible();
    await expect(findRow(page, 'BQ-10').getByRole('cell')).toHaveText(
      ['', 'BQ-10', 'Available', 'Calle de Zona Búsqueda', 'KV-0019', /^(Up|Down)/, '', '$7.50', 'Never', ''],
      { useInnerText: true },
    );
    await expect(findRow(page, 'BQ-2').getByRole('cell').nth(4)).toHaveText('No device');
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
    (
      await admin
        .from('parking_spaces')
        .select('zone_id, location, hourly_rate, lock:space_locks(device_id)')
        .eq('name', name)
    ).data;
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
      { zone_id: zoneId, location: 'Calle Nueva 1', hourly_rate: 0, lock: { device_id: 'KV-0020' } },
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
    expect(await kept('Alta-1')).toEqual([{ zone_id: null, location: null, hourly_rate: 3.25, lock: null }]);
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
    expect(questions).toEqual([
      'Are you sure you want to delete this parking space? This action cannot be undone.\n\nAlta-1',
    ]);
    expect(await kept('Alta-1')).toHaveLength(1);
    page.once('dialog', (question) => void question.accept());
    await page.getByRole('button', { name: 'Delete Alta-1' }).click();
    await expect(page.getByText('Parking space deleted successfully')).toBeVisible();
    await expect(findRow(page, 'Alta-1')).toHaveCount(0);
    expect(await kept('Alta-1')).toEqual([]);
  });
});

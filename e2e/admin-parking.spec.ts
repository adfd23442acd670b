import { AT_DESK, button, createAdminClient, createZone, dialog, findRow, openTab } from './office.ts';
import { expect, test } from './people.ts';

test.use(AT_DESK);

test('an administrator finds spaces by zone, adds one, changes and removes it', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { zoneId } = await createZone(admin, 'Zona Búsqueda', { 'BQ-10': null, 'BQ-2': null });
  await admin.from('parking_spaces').insert({ name: 'BQ-Suelto' }).throwOnError();
  const kept = async (name: string) => {
    const columns = 'zone_id, location, hourly_rate, kavass_device_id';
    const { data } = await admin.from('parking_spaces').select(columns).eq('name', name).throwOnError();
    return data;
  };
  await openTab(page, 'parking');
  const table = page.getByRole('table', { name: 'Parking spaces' });
  const groups = table.getByRole('rowheader');
  const search = page.getByPlaceholder('Search by space name, zone name or location...');

  await test.step('the headings stay in sight of the last row', async () => {
    const edits = table.getByRole('button', { name: /^Edit / });
    await edits.first().focus();
    await page.keyboard.press('End');
    await expect(edits.last()).toBeFocused();
    await expect(page.getByRole('columnheader', { name: 'Rate/Hour' })).toBeInViewport();
  });
  await test.step('a search finds names, zones and places, and numbers sort as numbers', async () => {
    await search.fill('bq-');
    await expect(groups).toHaveText(['Unassigned 1 space', 'Zona Búsqueda 2 spaces']);
    await expect(table.getByRole('cell', { name: /^BQ-/ })).toHaveText(['BQ-Suelto', 'BQ-2', 'BQ-10']);
    await search.fill('calle de ZONA busq');
    await expect(page.getByText('Showing 1–2 of 2 parking spaces')).toBeVisible();
  });
  await test.step('a new space has its zone, its lock and its rate', async () => {
    await page.getByRole('button', { name: 'Add Space' }).click();
    await expect(dialog(page).getByLabel('Hourly rate ($)')).toHaveValue('5');
    await dialog(page).getByLabel('Name').fill('BQ-3');
    await dialog(page).getByLabel('Zone').selectOption('Zona Búsqueda');
    await dialog(page).getByLabel('Location').fill('Calle de Zona Baja');
    await dialog(page).getByLabel('Lock device').selectOption('KV-0020');
    await button(page, 'Save').click();
    await expect(page.getByText('Parking space created successfully')).toBeVisible();
    await expect(groups).toHaveText(['Zona Búsqueda 3 spaces']);
    expect(await kept('BQ-3')).toEqual([
      { zone_id: zoneId, location: 'Calle de Zona Baja', hourly_rate: 5, kavass_device_id: 'KV-0020' },
    ]);
  });
  await test.step('a change is kept, and No device takes the lock away', async () => {
    await search.fill('bq-3');
    // Until then the row may still move up, away from under the pointer.
    await expect(groups).toHaveText(['Zona Búsqueda 1 space']);
    await page.getByRole('button', { name: 'Edit BQ-3' }).click();
    await dialog(page).getByLabel('Lock device').selectOption('No device');
    await dialog(page).getByLabel('Location').fill(' ');
    await dialog(page).getByLabel('Zone').selectOption('No zone');
    await dialog(page).getByLabel('Hourly rate ($)').fill('3.25');
    await button(page, 'Save').click();
    await expect(page.getByText('Parking space updated successfully')).toBeVisible();
    await expect(groups).toHaveText(['Unassigned 1 space']);
    expect(await kept('BQ-3')).toEqual([{ zone_id: null, location: null, hourly_rate: 3.25, kavass_device_id: null }]);
  });
  await test.step('removing asks first', async () => {
    await page.getByRole('button', { name: 'Delete BQ-3' }).click();
    await expect(dialog(page)).toContainText('BQ-3');
    await button(page, 'Delete space').click();
    await expect(page.getByText('Parking space deleted successfully')).toBeVisible();
    await expect(findRow(page, 'BQ-3')).toHaveCount(0);
    expect(await kept('BQ-3')).toEqual([]);
  });
});

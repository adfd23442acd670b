import type { Page } from '@playwright/test';
import { addPastReservations, book } from './bookings.ts';
import { AT_DESK, button, createAdminClient, dialog, field, findRow, openTab } from './office.ts';
import { ADMIN, createPerson, expect, test } from './people.ts';

test.use(AT_DESK);

const picker = (page: Page) => dialog(page).getByRole('region', { name: 'Where the zone is', exact: true });
const coordinates = (page: Page) => picker(page).getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
const NOT_ON_MAP = 'Not on the map. Click the map or search for an address.';

async function clickMap(page: Page, x: number, y: number): Promise<void> {
  await expect(dialog(page).getByText('Loading map...')).toHaveCount(0);
  const map = picker(page).locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x, y } });
}

test('an administrator adds a zone by its address, moves it on the map, takes it off the map and deletes it', async ({
  page,
  server,
}) => {
  const admin = await createAdminClient(server);
  const kept = async () =>
    (await admin.from('parking_zones').select('*').eq('name', 'Aab Nueva').maybeSingle().throwOnError()).data;
  await openTab(page, 'zones');

  await test.step('a place that is searched for is the location, and the zone is kept whole', async () => {
    await page.getByRole('button', { name: 'Add Zone' }).click();
    await expect(picker(page).getByText(NOT_ON_MAP)).toBeVisible();
    await dialog(page).getByRole('checkbox', { name: 'Security Cameras' }).check();
    await dialog(page).getByRole('checkbox', { name: '24/7 Access' }).check();
    await field(page, 'Name').fill('Aab Nueva');
    await field(page, 'Description in Spanish').fill('Recién abierta');
    await field(page, 'Price per hour ($)').fill('7.25');
    await field(page, 'Rating').fill('4.5');
    // The first search of a server reads its places, which the screen does not wait for on a busy machine.
    await expect(async () => {
      await field(page, 'Search by address').fill('Parque');
      await field(page, 'Search by address').fill('Parque Colón');
      await expect(page.getByRole('option').first()).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await page.getByRole('option').first().click();
    await expect(field(page, 'Location')).toHaveValue(/Colón/);
    await expect(picker(page).getByRole('img', { name: 'Where the zone is' })).toBeVisible();
    await button(page, 'Save').click();
    await expect(page.getByText('Zone created successfully')).toBeVisible();
    await expect(findRow(page, 'Aab Nueva')).toContainText('$7.25');
    const zone = await kept();
    expect(zone).toMatchObject({ description: 'Recién abierta', price_per_hour: 7.25, rating: 4.5 });
    expect(zone.amenities).toMatchObject({ video_surveillance: true, '24_7_access': true, roofed: false });
    expect(zone.latitude).toBeCloseTo(18.473, 1);
    expect(zone.location).toContain('Colón');
  });
  await test.step('a click on the map is the new position, with its address', async () => {
    const before = await kept();
    await page.getByRole('button', { name: 'Edit Aab Nueva' }).click();
    await clickMap(page, 150, 90);
    await expect(field(page, 'Location')).toHaveValue(/Santo Domingo/);
    await button(page, 'Save').click();
    await expect(page.getByText('Zone updated successfully')).toBeVisible();
    const zone = await kept();
    expect(zone.latitude).toBeGreaterThan(before.latitude);
    expect(zone.longitude).toBeLessThan(before.longitude);
    expect(zone.amenities).toMatchObject({ video_surveillance: true });
  });
  await test.step('Clear takes it off the map', async () => {
    await page.getByRole('button', { name: 'Edit Aab Nueva' }).click();
    await expect(coordinates(page)).toBeVisible();
    await button(page, 'Clear').click();
    await expect(picker(page).getByText(NOT_ON_MAP)).toBeVisible();
    await field(page, 'Location').fill('  ');
    await button(page, 'Save').click();
    await page.getByRole('button', { name: 'Save without a point' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await kept()).toMatchObject({ latitude: null, longitude: null, location: null });
  });

  const { id } = await kept();
  const spaces = ['C-1', 'C-2'].map((name) => ({ name, zone_id: id }));
  await admin.from('parking_spaces').insert(spaces).throwOnError();
  const driver = await createPerson(server, 'affected');
  const space = { zone: 'Aab Nueva', space: 0 };
  await addPastReservations(server, driver, [{ ...space, startsInHours: -3 }]);
  await book(driver, [
    { ...space, startsInHours: -1, hours: 2 },
    { ...space, startsInHours: 2 },
  ]);

  await test.step('the question before it is deleted says what depends on it', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Delete Aab Nueva' }).click();
    await expect(dialog(page)).toContainText('Aab Nueva');
    await expect(dialog(page)).toContainText(
      'Its 2 spaces will be in no zone. 2 current or future reservations of them stay active.',
    );
    await button(page, 'Delete zone').click();
    await expect(page.getByText('Zone deleted successfully')).toBeVisible();
    await expect(findRow(page, 'Aab Nueva')).toHaveCount(0);
    expect(await kept()).toBeNull();
  });
  await test.step('the overview lists what administrators did, the older on request', async () => {
    for (let space = 0; space < 5; space += 1) await admin.from('parking_spaces').insert({ name: `D-${space}` });
    await page.goto('/admin');
    const entries = page.getByRole('list', { name: 'Administrator log' }).getByRole('listitem');
    await expect(entries).toHaveCount(10);
    await expect(entries.filter({ hasText: 'Deleted zone Aab Nueva' })).toContainText(ADMIN.email);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect(entries.filter({ hasText: 'Added zone Aab Nueva' })).toBeVisible();
    await expect(entries.getByRole('button')).toHaveCount(0);
  });
});

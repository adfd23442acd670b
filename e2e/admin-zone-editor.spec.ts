import { expect, test } from './people.ts';
import {
  button,
  clickMap,
  coordinates,
  createAdminClient,
  createZone,
  dialog,
  field,
  findRow,
  findZone,
  NOT_ON_MAP,
  openZones,
  picker,
} from './zones-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('an administrator adds a zone where a search finds its address', async ({ page, server }) => {
  await openZones(page);
  await page.getByRole('button', { name: 'Add Zone' }).click();

  await test.step('a new zone costs 5 an hour, has no rating and is nowhere', async () => {
    await expect(page.getByRole('dialog', { name: 'Add Zone' })).toBeVisible();
    await expect(field(page, 'Price per hour ($)')).toHaveValue('5');
    await expect(field(page, 'Rating')).toHaveValue('0');
    await expect(picker(page).getByText(NOT_ON_MAP)).toBeVisible();
  });
  await test.step('every amenity can be set', async () => {
    const names = ['Security Cameras', 'Covered Parking', 'Multi-Level Parking', 'Security Guard'];
    const others = ['Electric Charging', 'Handicap Accessible', 'Valet Service', '24/7 Access'];
    for (const name of [...names, ...others]) {
      await expect(dialog(page).getByRole('checkbox', { name, exact: true })).not.toBeChecked();
    }
    await dialog(page).getByRole('checkbox', { name: 'Security Cameras' }).check();
    await dialog(page).getByRole('checkbox', { name: '24/7 Access' }).check();
  });
  await test.step('a place that is searched for is the location', async () => {
    await field(page, 'Name').fill('Nueva Zona');
    await field(page, 'Description').fill('Recién abierta');
    await field(page, 'Price per hour ($)').fill('7.25');
    await field(page, 'Rating').fill('4.5');
    await field(page, 'Search by address').fill('Parque Colón');
    await page.getByRole('option').first().click();
    await expect(field(page, 'Location')).toHaveValue(/Colón/);
    await expect(coordinates(page)).toBeVisible();
    await expect(picker(page).getByRole('img', { name: 'Where the zone is' })).toBeVisible();
  });
  await test.step('the zone is kept whole', async () => {
    await button(page, 'Save').click();
    await expect(page.getByText('Zone created successfully')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await expect(findRow(page, 'Nueva Zona')).toContainText('$7.25');
    const zone = await findZone(server, 'Nueva Zona');
    expect(zone).toMatchObject({ description: 'Recién abierta', price_per_hour: 7.25, rating: 4.5 });
    expect(zone.amenities).toMatchObject({ video_surveillance: true, '24_7_access': true, roofed: false });
    expect(zone.latitude).toBeCloseTo(18.473, 1);
    expect(zone.location).toContain('Colón');
  });
});

test('an administrator moves a zone by clicking the map, and takes it off the map', async ({ page, server }) => {
  const id = await createZone(server, {
    name: 'Aab Móvil',
    location: 'Antes',
    latitude: 18.4724,
    longitude: -69.8844,
    amenities: { car_wash: true },
  });
  await openZones(page);
  const edit = page.getByRole('button', { name: 'Edit Aab Móvil' });
  const kept = async () =>
    (await (await createAdminClient(server)).from('parking_zones').select('*').eq('id', id).single().throwOnError())
      .data;
  await edit.click();

  await test.step('the map shows where the zone is', async () => {
    await expect(coordinates(page)).toHaveText('18.472400, -69.884400');
    await expect(dialog(page).getByRole('checkbox', { name: 'Car Wash' })).toBeChecked();
  });
  await test.step('a click is the new position, with its address', async () => {
    await clickMap(page, 150, 90);
    await expect(coordinates(page)).not.toHaveText('18.472400, -69.884400');
    await expect(field(page, 'Location')).toHaveValue(/Santo Domingo/);
    await button(page, 'Save').click();
    await expect(page.getByText('Zone updated successfully')).toBeVisible();
    const zone = await kept();
    expect(zone.latitude).toBeGreaterThan(18.4724);
    expect(zone.longitude).toBeLessThan(-69.8844);
    expect(zone.location).toContain('Santo Domingo');
    expect(zone.amenities).toMatchObject({ car_wash: true });
  });
  await test.step('Clear takes it off the map, and an empty location is none', async () => {
    await edit.click();
    await expect(coordinates(page)).toBeVisible();
    await button(page, 'Clear').click();
    await expect(picker(page).getByText(NOT_ON_MAP)).toBeVisible();
    await expect(picker(page).getByRole('img', { name: 'Where the zone is' })).toHaveCount(0);
    await field(page, 'Location').fill('  ');
    await button(page, 'Save').click();
    await expect(dialog(page)).toHaveCount(0);
    expect(await kept()).toMatchObject({ latitude: null, longitude: null, location: null });
    await expect(findRow(page, 'Aab Móvil')).toContainText('Not set');
  });
});

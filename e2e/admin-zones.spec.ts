import type { Page } from '@playwright/test';
import { ADMIN, clientOf, createPerson, expect, logIn, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const HOUR_MS = 3_600_000;

const adminOf = (server: RunningServer) => clientOf(server, ADMIN.email, ADMIN.password);
const zoneNamed = async (server: RunningServer, name: string) =>
  (await (await adminOf(server)).from('parking_zones').select('*').eq('name', name).maybeSingle().throwOnError()).data;

async function createZone(server: RunningServer, zone: Record<string, unknown>): Promise<string> {
  const admin = await adminOf(server);
  return (await admin.from('parking_zones').insert(zone).select('id').single().throwOnError()).data.id;
}

async function openZones(page: Page): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=zones');
  await expect(page.getByRole('heading', { name: 'Zone Management' })).toBeVisible();
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const picker = (page: Page) => dialog(page).getByRole('region', { name: 'Where the zone is', exact: true });
const coordinates = (page: Page) => picker(page).getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
const NOT_ON_MAP = 'Not on the map. Click the map or search for an address.';

async function clickMap(page: Page, x: number, y: number): Promise<void> {
  await expect(dialog(page).getByText('Loading map...')).toHaveCount(0);
  const map = picker(page).locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x, y } });
}

test('an administrator sees each zone with its spaces, price, rating, place and amenities', async ({
  page,
  server,
}) => {
  const id = await createZone(server, {
    name: 'Aaa Vista',
    description: 'Junto al parque',
    location: 'Calle de Prueba 7',
    price_per_hour: 2.5,
    rating: 3.4,
    amenities: { roofed: true, active_security: false, car_wash: true },
  });
  const admin = await adminOf(server);
  await admin
    .from('parking_spaces')
    .insert(['A-1', 'A-2', 'A-3'].map((name) => ({ name, zone_id: id })))
    .throwOnError();
  await openZones(page);

  await expect(page.getByRole('columnheader')).toHaveText([
    'Zone Name',
    'Description',
    'Spaces',
    'Price/Hour',
    'Rating',
    'Location',
    'Amenities',
    'Actions',
  ]);
  const row = rowOf(page, 'Aaa Vista');
  await expect(row.getByRole('cell')).toHaveText([
    'Aaa Vista',
    'Junto al parque',
    '3',
    '$2.50',
    '3.4',
    'Calle de Prueba 7',
    'Covered ParkingCar Wash',
    '',
  ]);
  await expect(row.getByRole('img', { name: '3.4 out of 5 stars' })).toBeVisible();
  await expect(row.getByRole('listitem').locator('svg')).toHaveCount(2);
  await expect(row.getByRole('button', { name: 'Edit Aaa Vista' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Delete Aaa Vista' })).toBeVisible();
  await page.getByRole('button', { name: 'Spaces' }).click();
  await page.getByRole('button', { name: 'Spaces' }).click();
  await expect(page).toHaveURL(/sort=space_count\.desc/);
  await expect(page.getByRole('row').nth(1)).not.toContainText('Aaa Vista');
});

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
    await expect(rowOf(page, 'Nueva Zona')).toContainText('$7.25');
    const zone = await zoneNamed(server, 'Nueva Zona');
    expect(zone).toMatchObject({ description: 'Recién abierta', price_per_hour: 7.25, rating: 4.5 });
    expect(zone.amenities).toMatchObject({ video_surveillance: true, '24_7_access': true, roofed: false });
    expect(zone.latitude).toBeCloseTo(18.473, 1);
    expect(zone.location).toContain('Colón');
  });
});

test('the search finds addresses of the Dominican Republic only, near the middle of the country first', async ({
  page,
}) => {
  const asked: URL[] = [];
  await page.route('**/maps/api?*', (route) => {
    asked.push(new URL(route.request().url()));
    const feature = (name: string, countrycode: string) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-70, 18.5] },
      properties: { name, countrycode },
    });
    return route.fulfill({
      json: { type: 'FeatureCollection', features: [feature('Plaza Madrid', 'ES'), feature('Plaza Duarte', 'DO')] },
    });
  });
  await openZones(page);
  await page.getByRole('button', { name: 'Add Zone' }).click();
  await field(page, 'Search by address').fill('Plaza');
  await expect(page.getByRole('option')).toHaveText(['Plaza Duarte']);
  expect(asked[0]?.searchParams.get('lat')).toBe('18.7357');
  expect(asked[0]?.searchParams.get('lon')).toBe('-70.1627');
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
    (await (await adminOf(server)).from('parking_zones').select('*').eq('id', id).single().throwOnError()).data;
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
    await expect(rowOf(page, 'Aab Móvil')).toContainText('Not set');
  });
});

test('a price that is no number is 0, and values out of bounds are refused beside their fields', async ({
  page,
  server,
}) => {
  await openZones(page);
  await page.getByRole('button', { name: 'Add Zone' }).click();
  await expect(field(page, 'Price per hour ($)')).toHaveAttribute('step', '0.01');
  await expect(field(page, 'Price per hour ($)')).toHaveAttribute('min', '0');
  for (const [attribute, value] of [
    ['min', '0'],
    ['max', '5'],
    ['step', '0.1'],
  ] as const)
    await expect(field(page, 'Rating')).toHaveAttribute(attribute, value);
  await field(page, 'Name').fill('Aac Límites');
  await field(page, 'Price per hour ($)').fill('-1');
  await field(page, 'Rating').fill('5.1');
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('Enter a price of 0 or more, with at most two decimals')).toBeVisible();
  await expect(dialog(page).getByText('Enter a rating from 0 to 5, with at most one decimal')).toBeVisible();
  expect(await zoneNamed(server, 'Aac Límites')).toBeNull();
  await field(page, 'Rating').fill('5');
  await field(page, 'Price per hour ($)').fill('');
  await field(page, 'Name').focus();
  await expect(field(page, 'Price per hour ($)')).toHaveValue('0');
  await button(page, 'Save').click();
  await expect(page.getByText('Zone created successfully')).toBeVisible();
  expect(await zoneNamed(server, 'Aac Límites')).toMatchObject({
    price_per_hour: 0,
    rating: 5,
    description: null,
    location: null,
    latitude: null,
    longitude: null,
  });
});

test('an administrator deletes a zone after a question that says what depends on it', async ({ page, server }) => {
  const id = await createZone(server, { name: 'Aad Cerrada' });
  const admin = await adminOf(server);
  const { data: spaces } = await admin
    .from('parking_spaces')
    .insert(['C-1', 'C-2'].map((name) => ({ name, zone_id: id })))
    .select('id')
    .throwOnError();
  const driver = await createPerson(server, 'affected');
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  for (const [from, to] of [
    [-3, -2],
    [-1, 1],
    [2, 3],
  ] as const)
    await driver.client
      .from('reservations')
      .insert({
        user_id: driver.id,
        parking_space_id: spaces[0]?.id,
        start_time: at(from),
        end_time: at(to),
        status: 'active',
      })
      .throwOnError();
  await openZones(page);
  const ask = page.getByRole('button', { name: 'Delete Aad Cerrada' });

  await ask.click();
  await expect(
    dialog(page).getByText('Are you sure you want to delete this parking zone? This action cannot be undone.'),
  ).toBeVisible();
  await expect(
    dialog(page).getByText('Its 2 spaces will be in no zone. 2 current or future reservations of them stay active.'),
  ).toBeVisible();
  await button(page, 'Keep zone').click();
  await expect(rowOf(page, 'Aad Cerrada')).toBeVisible();
  expect(await zoneNamed(server, 'Aad Cerrada')).not.toBeNull();
  await ask.click();
  await button(page, 'Delete zone').click();
  await expect(page.getByText('Zone deleted successfully')).toBeVisible();
  await expect(rowOf(page, 'Aad Cerrada')).toHaveCount(0);
  expect(await zoneNamed(server, 'Aad Cerrada')).toBeNull();
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that zones did not come, and that there are none', async ({ page }) => {
    await logIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/admin_zones?*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=zones');
    await expect(page.getByRole('alert').getByText('Failed to fetch parking zones')).toBeVisible();
    await page.unroute('**/rest/v1/admin_zones?*');
    await page.route('**/rest/v1/admin_zones?*', (route) => route.fulfill({ json: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No parking zones found. Create your first zone to get started.')).toBeVisible();
  });

  test('an administrator hears that a zone was not written, and keeps what they entered', async ({ page, server }) => {
    const id = await createZone(server, { name: 'Aae Perdida' });
    await openZones(page);
    await page.getByRole('button', { name: 'Edit Aae Perdida' }).click();
    await (await adminOf(server)).from('parking_zones').delete().eq('id', id).throwOnError();
    await field(page, 'Name').fill('Aae Renombrada');
    await page.keyboard.press('Escape');
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to update zone')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Aae Renombrada');
    await button(page, 'Cancel').click();

    await page.route('**/rest/v1/parking_zones?*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: { code: 'X' } }),
    );
    await page.getByRole('button', { name: 'Add Zone' }).click();
    await button(page, 'Save').click();
    await expect(page.getByText('Failed to create zone')).toBeVisible();
    await button(page, 'Cancel').click();
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await button(page, 'Delete zone').click();
    await expect(page.getByText('Failed to delete zone')).toBeVisible();
  });
});

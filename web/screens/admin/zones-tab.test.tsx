import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectTexts, openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast, passTime } from '../../testing/render-screen.tsx';

const ZONES_ROUTE = '/rest/v1/parking_zones';
const VIEW_ROUTE = 'GET /rest/v1/admin_zones';
/** Longer than a search waits for the typing to pause. */
const TYPING_MS = 1000;

const createZone = (zone: Row) => ({
  id: crypto.randomUUID(),
  description: null,
  location: null,
  latitude: null,
  longitude: null,
  rating: 0,
  price_per_hour: 5,
  amenities: {},
  space_count: 0,
  updated_at: '2026-01-01T00:00:00+00:00',
  ...zone,
});

const findZone = (name: string) => server.rows('parking_zones').find((zone) => zone.name === name);
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the search finds addresses of the country only, those near its middle first', async () => {
  const toFeature = (name: string, countrycode: string) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-70, 18.5] },
    properties: { name, countrycode },
  });
  server.handle('GET /api', () =>
    Response.json({
      type: 'FeatureCollection',
      features: [toFeature('Plaza Madrid', 'ES'), toFeature('Plaza Duarte', 'DO')],
    }),
  );
  const { user } = await openTab('zones');
  await click('Add Zone');
  await user.type(await dialog().findByLabelText('Search by address'), 'Plaza');
  await passTime(TYPING_MS);
  await expectTexts(() => screen.queryAllByRole('option'), ['Plaza Duarte']);
  const [request] = server.received('GET /api');
  expect(request?.url.searchParams.get('lat')).toBe('18.7357');
  expect(request?.url.searchParams.get('lon')).toBe('-70.1627');
});

test('a price that is no number is 0, and values out of bounds are refused beside their fields', async () => {
  await openTab('zones');
  await click('Add Zone');
  expect(field('Price per hour ($)')).toHaveAttribute('step', '0.01');
  expect(field('Price per hour ($)')).toHaveAttribute('min', '0');
  for (const [attribute, value] of [
    ['min', '0'],
    ['max', '5'],
    ['step', '0.1'],
  ] as const) {
    expect(field('Rating')).toHaveAttribute(attribute, value);
  }
  fill('Name', 'Aac Límites');
  fill('Price per hour ($)', '-1');
  fill('Rating', '5.1');
  press('Save');
  expect(await dialog().findByText(/^Enter a price of 0 or more, with at most two decimals/)).toBeVisible();
  expect(dialog().getByText('Enter a rating from 0 to 5, with at most one decimal')).toBeVisible();
  expect(findZone('Aac Límites')).toBeUndefined();
  fill('Rating', '5');
  fill('Price per hour ($)', '');
  fireEvent.blur(field('Price per hour ($)'));
  await waitFor(() => expect(field('Price per hour ($)')).toHaveValue(0));
  press('Save');
  expect(await findToast('Zone created successfully')).toBeVisible();
  expect(findZone('Aac Límites')).toMatchObject({
    price_per_hour: 0,
    rating: 5,
    description: null,
    location: null,
    latitude: null,
    longitude: null,
  });
});

test('the second of two administrators who change a zone sees what changed, loses nothing', async () => {
  const zone = createZone({ name: 'Aaf Doble', price_per_hour: 2, amenities: { roofed: true } });
  server.rows('parking_zones').push(zone);
  await openTab('zones');
  await click('Edit Aaf Doble');
  Object.assign(zone, {
    price_per_hour: 9,
    description: 'Con guardia',
    amenities: { roofed: true, active_security: true },
    updated_at: '2026-01-02T00:00:00+00:00',
  });

  fill('Price per hour ($)', '3');
  fill('Location', 'Calle Mía 1');
  press('Save');
  const [notice] = await dialog().findAllByRole('alert');
  expect(notice).toHaveTextContent('Somebody else changed this zone while you were editing.');
  await expectTexts(
    () => within(dialog().getByRole('list', { name: 'Newer values' })).getAllByRole('listitem'),
    [
      'Description is now Con guardia.',
      'Price per hour is now $9.00. You typed $3.00.',
      'Amenities is now Covered Parking, Security Guard.',
    ],
  );
  expect(field('Price per hour ($)')).toHaveValue(3);
  expect(field('Location')).toHaveValue('Calle Mía 1');
  expect(dialog().getByRole('checkbox', { name: 'Security Guard' })).toBeChecked();
  expect(findZone('Aaf Doble')).toMatchObject({ price_per_hour: 9, location: null });

  press('Save');
  expect(await findToast('Zone updated successfully')).toBeVisible();
  expect(findZone('Aaf Doble')).toMatchObject({
    price_per_hour: 3,
    description: 'Con guardia',
    location: 'Calle Mía 1',
    amenities: { roofed: true, active_security: true },
  });
});

describe('a zone that gets another price', () => {
  const createSpace = (zone: Row, hourly_rate: number | null) => ({
    id: crypto.randomUUID(),
    zone_id: zone.id,
    hourly_rate,
  });

  /** Opens the zone with spaces of these rates, and saves another price. */
  async function changePrice(rates: (number | null)[], price: string) {
    const zone = createZone({ name: 'Aah Tarifa', price_per_hour: 5 });
    const other = createZone({ name: 'Aai Ajena', price_per_hour: 5 });
    server.rows('parking_zones').push(zone, other);
    server.rows('parking_spaces').push(createSpace(other, 5), ...rates.map((rate) => createSpace(zone, rate)));
    await openTab('zones');
    await click('Edit Aah Tarifa');
    expect(dialog().getByText('Aah Tarifa')).toBeVisible();
    fill('Price per hour ($)', price);
    press('Save');
    expect(await findToast('Zone updated successfully')).toBeVisible();
  }
  const readRates = () => server.rows('parking_spaces').map(({ hourly_rate }) => hourly_rate);
  const findQuestion = () => screen.findByRole('dialog', { name: 'Apply the price to its spaces?' });

  test('an administrator applies it to the spaces that had the old one, in one request', async () => {
    await changePrice([5, 5, 8, null, 6], '6');
    expect(await findQuestion()).toHaveTextContent(
      'Aah Tarifa costs $6.00 an hour now. Existing reservations keep their amounts.',
    );
    expect(
      dialog().getByText('2 spaces still cost $5.00, the price so far, and 1 space has another rate.'),
    ).toBeVisible();
    press('Apply to 2 spaces');
    expect(await findToast('2 spaces cost $6.00 an hour now')).toBeVisible();
    await expectClosed();
    expect(readRates()).toEqual([5, 6, 6, 8, null, 6]);
    expect(server.received('PATCH /rest/v1/parking_spaces')).toHaveLength(1);
  });

  test('an administrator applies it to all spaces, or to none', async () => {
    await changePrice([5, 8], '6');
    await findQuestion();
    press('Keep their rates');
    await expectClosed();
    expect(readRates()).toEqual([5, 5, 8]);

    await click('Edit Aah Tarifa');
    fill('Price per hour ($)', '7');
    press('Save');
    await findQuestion();
    expect(dialog().getByText('2 spaces have another rate.')).toBeVisible();
    press('Apply to all 2 spaces');
    expect(await findToast('2 spaces cost $7.00 an hour now')).toBeVisible();
    expect(readRates()).toEqual([5, 7, 7]);
  });

  test('an administrator reads that the rates were not changed, and tries again', async () => {
    await changePrice([5], '6');
    await findQuestion();
    const mend = server.failRequests('PATCH /rest/v1/parking_spaces', 500, { code: 'X' });
    press('Apply to 1 space');
    expect(await findToast('Failed to change the rates of the spaces. None of them was changed.')).toBeVisible();
    mend();
    await waitFor(() => expect(dialog().getByRole('button', { name: 'Apply to 1 space' })).toBeEnabled());
    press('Apply to 1 space');
    expect(await findToast('1 space costs $6.00 an hour now')).toBeVisible();
    expect(readRates()).toEqual([5, 6]);
  });

  test('an administrator is not asked when no space would change', async () => {
    await changePrice([6, null], '6');
    await waitFor(() => expect(server.received('HEAD /rest/v1/parking_spaces')).toHaveLength(2));
    await expectClosed();
  });
});

describe('failures', () => {
  test('an administrator reads that zones did not come, and that there are none', async () => {
    const mend = server.failRequests(VIEW_ROUTE, 400, { code: 'X' });
    await openTab('zones');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch parking zones');
    mend();
    await click('Try again');
    expect(await screen.findByText('No parking zones found. Create your first zone to get started.')).toBeVisible();
  });

  test('an administrator reads that a zone was not written, and keeps what they entered', async () => {
    server.rows('parking_zones').push(createZone({ name: 'Aae Perdida' }), createZone({ name: 'Aag Otra' }));
    const { user } = await openTab('zones');
    await click('Edit Aae Perdida');
    server.rows('parking_zones').shift();
    fill('Name', 'Aae Renombrada');
    await user.keyboard('{Escape}');
    press('Save');
    expect(await findToast('Failed to update zone')).toBeVisible();
    expect(field('Name')).toHaveValue('Aae Renombrada');
    press('Cancel');
    await expectClosed();

    server.failRequests(`POST ${ZONES_ROUTE}`, 500, { code: 'X' });
    server.failRequests(`DELETE ${ZONES_ROUTE}`, 500, { code: 'X' });
    await click('Add Zone');
    press('Save');
    expect(await findToast('Failed to create zone')).toBeVisible();
    press('Cancel');
    await expectClosed();
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await click('Delete Aag Otra');
    expect(await findToast('Failed to delete zone')).toBeVisible();
  });
});

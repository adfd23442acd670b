import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openTab, selectOption } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';

const ZONES_ROUTE = '/rest/v1/parking_zones';
const UPDATE = 'POST /rest/v1/rpc/update_zone';

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
  lowest_rate: 5,
  highest_rate: 5,
  updated_at: '2026-01-01T00:00:00+00:00',
  ...zone,
});

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const pressSave = async () => {
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Save' })).toBeEnabled());
  press('Save');
};
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a zone that gets another price', () => {
  /** Opens a zone with spaces of these rates, and types another price. */
  async function typePrice(rates: (number | null)[], price: string) {
    const zone = createZone({ name: 'Aah Tarifa', price_per_hour: 5, latitude: 18.5, longitude: -69.9 });
    server.rows('parking_zones').push(zone);
    server
      .rows('parking_spaces')
      .push(...rates.map((hourly_rate) => ({ id: crypto.randomUUID(), zone_id: zone.id, hourly_rate })));
    server.handle(UPDATE, () => Response.json(true));
    await openTab('zones');
    await click('Edit Aah Tarifa');
    fill('Price per hour ($)', price);
  }

  /** Presses Save; what is sent asks for the rates of these spaces. */
  async function save(rates: string) {
    await pressSave();
    expect(await findToast('Zone updated successfully')).toBeVisible();
    await expectClosed();
    expect(server.received(UPDATE).map(({ body }) => body)).toEqual([
      expect.objectContaining({ rates, changes: expect.objectContaining({ price_per_hour: 6 }) }),
    ]);
  }

  test.each([
    { choice: 'Change the 1 space that costs $5.00 too', rates: 'old-price' },
    { choice: 'Change all 3 spaces too', rates: 'all' },
    { choice: 'Leave its spaces as they are', rates: 'none' },
  ])('its spaces follow, two of which have a price of their own: $choice', async ({ choice, rates }) => {
    await typePrice([5, 8, 9], '6');
    const question = await dialog().findByLabelText('Price of its spaces');
    expect(question).toHaveDisplayValue('Change the 1 space that costs $5.00 too');
    expect(dialog().getByText(/^2 spaces have a price of their own\./)).toBeVisible();
    selectOption(question, choice);
    await save(rates);
  });

  test('shows which spaces follow, also where the choice was made for another price', async () => {
    await typePrice([5, 8], '7');
    selectOption(await dialog().findByLabelText('Price of its spaces'), 'Change all 2 spaces too');
    fill('Price per hour ($)', '8');
    await waitFor(() => expect(dialog().queryByText('Change all 2 spaces too')).toBeNull());
    const question = await dialog().findByLabelText('Price of its spaces');
    expect(question).toHaveDisplayValue('Change the 1 space that costs $5.00 too');
  });

  test('nothing is asked when no space would change', async () => {
    await typePrice([6, null], '6');
    await waitFor(() => expect(server.received('HEAD /rest/v1/parking_spaces')).toHaveLength(2));
    expect(dialog().queryByLabelText('Price of its spaces')).toBeNull();
    await save('old-price');
  });

  test('is saved only after the choice was shown', async () => {
    const release = server.holdRequests('HEAD /rest/v1/parking_spaces');
    await typePrice([5, 5, 8], '6');
    expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
    await waitFor(() => expect(server.received('HEAD /rest/v1/parking_spaces')).not.toHaveLength(0));
    press('Save');
    expect(server.received(UPDATE)).toEqual([]);
    release();
    expect(await dialog().findByLabelText('Price of its spaces')).toBeVisible();
    await save('old-price');
  });

  test('is not saved while its spaces cannot be counted', async () => {
    server.failRequests('HEAD /rest/v1/parking_spaces', 500, { code: 'X' });
    await typePrice([5], '6');
    await pressSave();
    expect(await findToast('Its spaces and reservations could not be counted.')).toBeVisible();
    expect(server.received(UPDATE)).toEqual([]);
  });
});

test('the table shows the lowest and the highest rate of a zone’s spaces where they differ', async () => {
  const rated = createZone({ name: 'Aab Mixta', price_per_hour: 135, lowest_rate: 100, highest_rate: 135 });
  server.rows('parking_zones').push(rated, createZone({ name: 'Aac Igual' }));
  await openTab('zones');
  expect(await screen.findByText('$100.00 – $135.00')).toBeVisible();
  expect(screen.getByText('$5.00')).toBeVisible();
});

test('an administrator reads that a zone was not written, and keeps what they entered', async () => {
  const place = { latitude: 18.5, longitude: -69.9 };
  server.rows('parking_zones').push(createZone({ name: 'Aae Perdida', ...place }), createZone({ name: 'Aag Otra' }));
  const { user } = await openTab('zones');
  await click('Edit Aae Perdida');
  server.rows('parking_zones').shift();
  server.handle(UPDATE, () => Response.json(false));
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
  fireEvent.click(await screen.findByRole('button', { name: 'Save without a point' }));
  expect(await findToast('Failed to create zone')).toBeVisible();
  press('Cancel');
  await expectClosed();
  await click('Delete Aag Otra');
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Delete zone' })).toBeEnabled());
  press('Delete zone');
  expect(await findToast('Failed to delete zone')).toBeVisible();
});

test('a link opens the zone of a colleague, and Back closes a dialog unless something was entered', async () => {
  const zone = createZone({ name: 'Aah Enlazada', latitude: 18.5, longitude: -69.9 });
  server.rows('parking_zones').push(zone);
  await openTab('zones', `&dialog=edit.${zone.id}`);
  await waitFor(() => expect(field('Name')).toHaveValue('Aah Enlazada'));
  press('Cancel');
  await expectClosed();
  expect(location.search).toBe('?tab=zones');

  fireEvent.click(await screen.findByText('Aah Enlazada'));
  expect(location.search).toBe(`?tab=zones&dialog=edit.${zone.id}`);
  history.back();
  await expectClosed();

  await click('Add Zone');
  fill('Name', 'Nueva');
  history.back();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(field('Name')).toHaveValue('Nueva'));
  history.back();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await expectClosed();
});

test('a zone without spaces is a draft that leads to the form of its first space', async () => {
  const zone = createZone({ name: 'Aai Vacía' });
  server.rows('parking_zones').push(zone);
  await openTab('zones');
  const row = within((await screen.findByText('Aai Vacía')).closest('tr') as HTMLElement);
  expect(row.getByText('Draft')).toBeVisible();
  fireEvent.click(row.getByRole('link', { name: 'Add spaces' }));
  await waitFor(() => expect(field('Zone')).toHaveValue(zone.id));
});

test('days are closed once they have a name, a first and a last day, and what they hit is known', async () => {
  server.rows('parking_zones').push(createZone({ name: 'Aah Feriada', latitude: 18.5, longitude: -69.9 }));
  server.handle('POST /rest/v1/rpc/list_touched_reservations', () => Response.json([]));
  server.handle('POST /rest/v1/rpc/add_special_day', () => Response.json(null));
  server.handle('POST /rest/v1/rpc/list_rates', () => Response.json({ zones: [], tables: [] }));
  await openTab('zones');
  await click('Edit Aah Feriada');
  await click('Add special days');
  const closing = within(await screen.findByRole('dialog', { name: 'Add special days' }));
  const type = (name: string, value: string) => fireEvent.change(closing.getByLabelText(name), { target: { value } });
  type('Name, such as Christmas', 'Christmas');
  type('First day', '2199-12-26');
  type('Last day', '2199-12-25');
  expect(closing.getByRole('button', { name: 'Save' })).toBeDisabled();
  type('Last day', '2199-12-26');
  expect(await closing.findByText('No reservation is affected.')).toBeVisible();
  await waitFor(() => expect(closing.getByRole('button', { name: 'Save' })).toBeEnabled());
  fireEvent.click(closing.getByRole('button', { name: 'Save' }));
  expect(await findToast('Special days saved')).toBeVisible();
  expect(server.received('POST /rest/v1/rpc/add_special_day').map(({ body }) => body)).toEqual([
    expect.objectContaining({ kind: 'closed', name: 'Christmas', first_day: '2199-12-26', resolutions: [] }),
  ]);
});

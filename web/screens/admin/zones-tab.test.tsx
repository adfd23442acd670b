import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';

const ZONES_ROUTE = '/rest/v1/parking_zones';

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

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

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

  test('an administrator is not asked when no space would change', async () => {
    await changePrice([6, null], '6');
    await waitFor(() => expect(server.received('HEAD /rest/v1/parking_spaces')).toHaveLength(2));
    await expectClosed();
  });
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

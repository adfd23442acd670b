import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { CLIENT_RETRIES_MS, fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const CALL = { name: 'Call +1 809 555 0100' };

beforeEach(() => {
  server.config.support = { phone: '+1 809 555 0100' };
});

test.each([
  ['reservations', '/reservations', 'Reservations', 'reservations'],
  ['zones', '/zones', 'All parking zones', 'parking_zones'],
])('a driver whose %s do not arrive can call the operator', async (_, path, heading, table) => {
  fakeClock();
  server.breakRequests(`GET /rest/v1/${table}`);
  await renderScreen(path);
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  await passTime(CLIENT_RETRIES_MS);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(within(alert).getByRole('link', CALL)).toHaveAttribute('href', 'tel:+18095550100');
});

test('a driver whose space is gone, or whose booking fails, can call the operator', async () => {
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push(createSpace());
  server.failRequests('POST /rest/v1/reservations', 500, { code: 'XX000' });
  const { user, open } = await renderScreen(`/reserve/${createSpace().id}`);
  const confirm = await screen.findByRole('button', { name: 'CONFIRM RESERVATION' });
  expect(screen.queryByRole('link', CALL)).toBeNull();
  await user.click(confirm);
  expect(await screen.findByRole('link', CALL)).toBeVisible();

  await open(`/reserve/${createSpace(2).id}`);
  expect(await screen.findByText('Parking space information not available')).toBeVisible();
  expect(screen.getByRole('link', CALL)).toBeVisible();
});

test('a driver whose cancellation fails can call the operator', async () => {
  server.rows('reservations').push(createReservation({ startsInHours: 5 }));
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('button', { name: 'CANCEL' }));
  server.failRequests('PATCH /rest/v1/reservations', 500, { code: 'XX000' });
  await user.click(screen.getByRole('button', { name: 'Cancel reservation' }));
  expect(await within(screen.getByRole('dialog')).findByRole('link', CALL)).toBeVisible();
});

test('the back office, whose people are the support, is offered no number', async () => {
  fakeClock();
  server.breakRequests('GET /rest/v1/admin_zones');
  await renderScreen('/admin?tab=zones', { as: ADMIN });
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await passTime(CLIENT_RETRIES_MS);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByRole('link', CALL)).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const TICKET = 'POST /functions/v1/ticket';
const CODE = { name: 'QR code of your ticket' };
const KEPT_KEY = `parqueo.tickets.${DRIVER.id}`;

const kept = () => JSON.parse(localStorage.getItem(KEPT_KEY) ?? '[]') as { reservation: { id: string } }[];

beforeEach(() => {
  server.rows('parking_zones').push(ZONE);
});

function addReservation(startsInHours: number, number = 3) {
  const reservation = createReservation({ startsInHours, space: createSpace(number) });
  server.rows('reservations').push(reservation);
  return reservation;
}

test('a ticket that is not there yet says why and can be tried again', async () => {
  addReservation(2);
  const restore = server.failRequests(TICKET, 503, { code: 'unavailable' });
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('button', { name: 'Ticket' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('It needs a connection the first time.');
  restore();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', CODE)).toBeVisible();
});

test('an older ticket stays, and says that it is older, until the new one is there', async () => {
  const reservation = addReservation(2);
  const { open, user } = await renderScreen('/wallet');
  await waitFor(() => expect(kept()).toHaveLength(1));
  const older = localStorage.getItem(KEPT_KEY);
  const restore = server.failRequests(TICKET, 503, { code: 'unavailable' });
  reservation.end_time = new Date(Date.parse(String(reservation.end_time)) + 3_600_000).toISOString();
  await open('/reservations');
  await user.click(await screen.findByRole('button', { name: 'Ticket' }));
  expect(await screen.findByText(/^This code is from before the last change\./)).toBeVisible();
  expect(screen.getByRole('img', CODE)).toBeVisible();
  expect(localStorage.getItem(KEPT_KEY)).toBe(older);

  restore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/^This code is from before/)).toBeNull());
  expect(screen.getByRole('img', CODE)).toBeVisible();
  expect(kept()).toMatchObject([{ reservation: { endsAt: reservation.end_time } }]);
});

test('a ticket goes with its reservation, but not while the server shows no reservations to this session', async () => {
  const reservations = [addReservation(-0.5, 3), addReservation(2, 4)];
  const { open } = await renderScreen('/wallet');
  await waitFor(() => expect(kept()).toHaveLength(2));
  const rows = server.rows('reservations').splice(0);
  await open('/reservations');
  await screen.findByText('No upcoming reservations');
  expect(kept()).toHaveLength(2);

  rows.map((row) => server.rows('reservations').push(row));
  Object.assign(reservations[0] ?? {}, { status: 'cancelled' });
  await open('/reservations');
  await waitFor(() => expect(kept().map(({ reservation }) => reservation.id)).toEqual([reservations[1]?.id]));
});

test('a driver who logs out leaves neither a ticket nor a plate on the device', async () => {
  server.handle('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
  addReservation(-0.5);
  const { user, open } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('link', { name: /Parked now/ }));
  await screen.findByRole('timer');
  await waitFor(() => expect(kept()).toHaveLength(1));
  const address = (kept()[0] as { address?: string }).address ?? '';
  const stored = () => JSON.stringify(localStorage);
  expect(address).not.toBe('');
  expect(stored()).toContain(address);
  await open('/settings');
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  await expectPath('/login');
  await waitFor(() => expect(stored()).not.toContain(DRIVER.id));
  expect(stored()).not.toContain(address);
  expect(stored()).not.toContain('licensePlate');
});

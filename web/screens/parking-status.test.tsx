import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import {
  expectPath,
  fakeClock,
  findToast,
  jumpTime,
  openParked,
  passTime,
  renderScreen,
} from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const SAVED_KEY = `parqueo.current-session.${DRIVER.id}`;

const timer = () => screen.findByRole('timer');
const saved = () => localStorage.getItem(SAVED_KEY);

/** Opens the status of a reservation of an hour that has so many minutes left. */
function park(minutesLeft: number, now = new Date()) {
  fakeClock(now);
  return openParked(createReservation({ startsInHours: minutesLeft / MINUTES_PER_HOUR - 1, space: createSpace(3) }));
}

test('a reservation that has not begun says when it starts and cannot be ended, but cancelled after a question', async () => {
  fakeClock(new Date(2026, 2, 1, 9, 0));
  server.rows('parking_zones').push(ZONE);
  const reservation = createReservation({ startsInHours: 24, space: createSpace(3) });
  server.rows('reservations').push(reservation);
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('button', { name: 'DIRECTIONS' }));
  await user.click(await screen.findByRole('button', { name: 'START DRIVING' }));
  await passTime(10_000);
  await user.click((await screen.findAllByRole('button', { name: 'Park Now' }))[0] as HTMLElement);
  await expectPath('/parking-status');
  expect(await screen.findByText('Starts tomorrow at 9:00 AM')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End Parking' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel reservation' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this reservation?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel reservation' }));
  await expectPath('/map');
  expect(reservation.status).toBe('cancelled');
});

test('a driver who is parked asks for a document with a tax number', async () => {
  server.config.samples = false;
  server.handle('POST /rest/v1/rpc/fiscal_buyer_limit', () => Response.json(250_000));
  server.handle('POST /rest/v1/rpc/ask_for_tax_credit', () => new Response(null, { status: 204 }));
  const { user, reservation } = await park(40);
  await user.click(await screen.findByRole('button', { name: 'Receipt with tax credit (RNC)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt with tax credit (RNC)' }));
  await user.type(dialog.getByLabelText('RNC or cédula'), '1-32-00000-5');
  await user.type(dialog.getByLabelText('Name or company'), 'Sol SRL');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await findToast('The fiscal receipt will have this RNC');
  expect(server.received('POST /rest/v1/rpc/ask_for_tax_credit')[0]?.body).toEqual({
    reservation: reservation.id,
    tax_number: '132000005',
    name: 'Sol SRL',
  });
});

test.each([
  ['broken off', '{"id":"reservation-1"'],
  ['no reservation', '{"id":42}'],
])('a saved session that is %s is removed and leads to the map', async (_, text) => {
  localStorage.setItem(SAVED_KEY, text);
  await renderScreen('/parking-status');
  await expectPath('/map');
  expect(saved()).toBeNull();
});

describe('a parked driver whose reservation changes elsewhere', () => {
  const READ = 'GET /rest/v1/reservations';
  const REFRESH_MS = 30_000;
  const readsOf = ({ id }: { id?: unknown }) =>
    server.received(READ).filter(({ url }) => url.searchParams.get('id') === `eq.${id}`).length;

  test('sees the new end and space within 30 seconds, also after a reload without a connection', async () => {
    const { reservation, reload } = await park(40);
    const space = createSpace(4);
    const end_time = new Date(Date.parse(String(reservation.end_time)) + 120 * MINUTE_MS).toISOString();
    Object.assign(reservation, { end_time, parking_spaces: space, parking_space_id: space.id });
    await passTime(REFRESH_MS);
    await waitFor(async () => expect(await timer()).toHaveTextContent(/^2h 39m/));
    expect(screen.getByText(`A-04, ${ZONE.name}`)).toBeVisible();
    expect(JSON.parse(saved() ?? '')).toMatchObject({ spaceName: 'A-04', endsAt: end_time });
    setOnline(false);
    await reload();
    expect(await timer()).toHaveTextContent(/^2h 39m/);
    setOnline(true);
  });

  test.each([
    ['cancelled', {}, 'Your reservation at A-03, Naco Tiradentes was cancelled.'],
    [
      'completed',
      { ended_at: '2026-03-02T11:50:00' },
      'Your reservation at A-03, Naco Tiradentes was ended as of 11:50 AM.',
    ],
  ])(
    'reads that it was %s (%j), and is on the map',
    async (status, { ended_at = null }: { ended_at?: string | null }, text) => {
      server.rows('parking_zones').push(ZONE);
      const { reservation } = await park(40, new Date(2026, 2, 2, 12, 0));
      Object.assign(reservation, { status, ended_at: ended_at && new Date(ended_at).toISOString() });
      await passTime(REFRESH_MS);
      expect(await findToast(text)).toHaveTextContent('No longer active');
      await expectPath('/map');
      expect(saved()).toBeNull();
    },
  );

  test('keeps the reservation while the server does not show it to this session', async () => {
    const { reservation } = await park(40);
    server.rows('reservations').length = 0;
    await passTime(2 * REFRESH_MS);
    expect(readsOf(reservation)).toBeGreaterThan(1);
    expect(await timer()).toHaveTextContent(/^0h 3[89]m/);
    expect(saved()).not.toBeNull();
  });
});

test('a driver who does nothing is not signed out while parked or within 30 minutes after, but later', async () => {
  const stillThere = () => screen.queryByRole('dialog', { name: 'Are you still there?' });
  for (const row of server.rows('user_settings')) row.auto_logout_minutes = 5;
  await park(40);
  await waitFor(() => expect(localStorage.getItem('parqueo.last-activity')).toContain('"limitMinutes":5'));
  // The server knows the reservation as well.
  localStorage.removeItem(SAVED_KEY);
  for (const minutes of [35, 15, 15]) {
    await jumpTime(minutes * MINUTE_MS);
    expect(stillThere()).toBeNull();
    await expectPath('/parking-status');
  }

  await jumpTime(9.5 * MINUTE_MS);
  await waitFor(() => expect(stillThere()).toBeVisible());
  await jumpTime(MINUTE_MS);

  await expectPath('/login');
  expect(screen.queryByText('Time Running Out!')).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, fakeClock, findToast, jumpTime, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const SAVED_KEY = `parqueo.current-session.${DRIVER.id}`;
const END = 'PATCH /rest/v1/reservations';

const timer = () => screen.findByRole('timer');
const lowTimeToast = () => screen.queryByText('Time Running Out!');
const saved = () => localStorage.getItem(SAVED_KEY);

/** Opens the status of a stay of an hour that has so many minutes left. */
async function park(minutesLeft: number) {
  fakeClock();
  const reservation = createReservation({ startsInHours: minutesLeft / MINUTES_PER_HOUR - 1, space: createSpace(3) });
  server.rows('reservations').push(reservation);
  const app = await renderScreen('/reservations');
  await app.user.click(await screen.findByRole('link', { name: /Parked now/ }));
  await expectPath('/parking-status');
  await timer();
  return { ...app, reservation };
}

test('a session that is over is forgotten by a status screen that was handed none', async () => {
  const { open } = await park(20);
  await jumpTime(21 * MINUTE_MS);

  await open('/parking-status');

  await expectPath('/map');
  expect(saved()).toBeNull();
});

test('a session that is over is forgotten by the map', async () => {
  server.rows('parking_zones').push(ZONE);
  const { open, reload } = await park(20);
  await open('/map');
  expect(await screen.findByRole('link', { name: /Parked at A-03/ })).toBeVisible();
  expect(saved()).not.toBeNull();

  await jumpTime(21 * MINUTE_MS);
  await reload();

  expect(await screen.findByText('Choose a parking zone')).toBeVisible();
  await waitFor(() => expect(saved()).toBeNull());
  expect(screen.queryByRole('link', { name: /Parked at/ })).toBeNull();
});

test('a session that has not begun is not kept for later', async () => {
  const { open } = await park(50);
  await jumpTime(-30 * MINUTE_MS);

  await open('/parking-status');

  await expectPath('/map');
  expect(saved()).toBeNull();
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

test('with 15 minutes left a driver is warned once, and not again after a reload or in a tab', async () => {
  const { open, reload } = await park(17);
  expect(screen.queryByRole('alert')).toBeNull();

  await jumpTime(3 * MINUTE_MS);
  await waitFor(() => expect(lowTimeToast()).toBeVisible());
  expect(screen.getByText('You have 15 minutes or less remaining in your parking spot.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Time is running out!');

  for (const look of [reload, () => open('/parking-status')]) {
    await look();
    expect(await screen.findByRole('alert')).toHaveTextContent('Time is running out!');
    await passTime(1000);
    expect(lowTimeToast()).toBeNull();
  }
});

test('a tab that slept past the end stands at zero', async () => {
  const { reload } = await park(30);

  await jumpTime(40 * MINUTE_MS);

  expect(await timer()).toHaveTextContent('0h 0m 0s');
  expect(screen.getByRole('alert')).toHaveTextContent('Time is running out!');
  await reload();
  expect(await timer()).toHaveTextContent('0h 0m 0s');
});

test('the countdown follows the clock of the device when that is set forward and back', async () => {
  await park(45);

  await jumpTime(20 * MINUTE_MS);
  expect(await timer()).toHaveTextContent(/^0h 2\dm/);
  await jumpTime(-20 * MINUTE_MS);
  expect(await timer()).toHaveTextContent(/^0h 4\dm/);
});

test('a double click on Done ends the session with one request', async () => {
  const { user } = await park(40);
  await user.click(screen.getByRole('button', { name: 'End Parking' }));
  await user.dblClick(screen.getByRole('button', { name: 'Done' }));

  await expectPath('/parking-rating');
  expect(await screen.findByText('Session Ended')).toBeVisible();
  expect(server.received(END)).toHaveLength(1);
  expect(saved()).toBeNull();
});

describe('a session that cannot be ended', () => {
  async function askToEnd() {
    const app = await park(40);
    await app.user.click(screen.getByRole('button', { name: 'End Parking' }));
    return { ...app, done: () => app.user.click(screen.getByRole('button', { name: 'Done' })) };
  }

  test('because it was cancelled elsewhere: the driver is told so and stays', async () => {
    const { done, reservation } = await askToEnd();
    reservation.status = 'cancelled';
    // Row level security hides what this driver may not change any more.
    server.handle(END, () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 }));

    await done();

    expect(await findToast('Failed to end parking session. Please try again.')).toHaveTextContent('Error');
    await expectPath('/parking-status');
    expect(reservation.status).toBe('cancelled');
  });

  test('because nobody answers: the driver is told so, and ends it when somebody does', async () => {
    const { done, reservation } = await askToEnd();
    setOnline(false);

    await done();
    expect(await findToast('An unexpected error occurred. Please try again.')).toHaveTextContent('Error');
    setOnline(true);
    expect(reservation.status).toBe('active');
    await done();

    expect(await screen.findByText('Your parking session has been successfully ended.')).toBeVisible();
    expect(reservation.status).toBe('completed');
  });
});

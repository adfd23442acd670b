import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, fakeClock, findToast, jumpTime, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const MINUTE_MS = 60_000;
const END = 'PATCH /rest/v1/reservations';
const PENDING_KEY = `parqueo.pending-ends.${DRIVER.id}`;
const OFFLINE = 'No connection. It will be ended as of 3:05 PM as soon as you are back online.';

const WAITING = 'Waiting for the server. It will be ended as of 3:05 PM.';

const pending = () => localStorage.getItem(PENDING_KEY);
const noteOf = async (place: string) => (await screen.findByText(`Ending ${place}...`)).closest('[role="status"]');

beforeEach(() => {
  fakeClock(new Date(2026, 2, 2, 15, 5));
  server.rows('parking_zones').push(ZONE);
});

/** Opens the status of a stay of three hours that began an hour ago. */
async function park() {
  const reservation = createReservation({ startsInHours: -1, hours: 3, space: createSpace(3) });
  server.rows('reservations').push(reservation);
  const app = await renderScreen('/reservations');
  await app.user.click(await screen.findByRole('link', { name: /Parked now/ }));
  await screen.findByRole('timer');
  const end = async () => {
    await app.user.click(screen.getByRole('button', { name: 'End Parking' }));
    await app.user.click(screen.getByRole('button', { name: 'Done' }));
    await expectPath('/parking-rating');
  };
  return { ...app, reservation, end };
}

/** Parks and ends without a connection. */
async function endOffline() {
  const app = await park();
  setOnline(false);
  await app.end();
  return app;
}

describe('an end without a connection', () => {
  test('leads to the rating at once and says everywhere what it waits for', async () => {
    const { open, reservation } = await endOffline();
    expect(await noteOf(`A-03, ${ZONE.name}`)).toHaveTextContent(OFFLINE);

    // Without a service worker, the page itself needs the connection.
    server.breakRequests(END);
    setOnline(true);
    await jumpTime(10 * MINUTE_MS);
    for (const path of ['/parking-status', '/map', '/activity', '/activity?tab=past', '/reservations']) {
      await open(path);
      expect(await noteOf(`A-03, ${ZONE.name}`)).toHaveTextContent(WAITING);
      expect(screen.queryByRole('button', { name: 'End Parking' })).toBeNull();
      expect(screen.queryByRole('timer')).toBeNull();
    }
    expect(reservation.status).toBe('active');
  });

  test('is sent as of the tap when the device is back online, and the note goes', async () => {
    const { reservation } = await endOffline();
    await jumpTime(40 * MINUTE_MS);
    setOnline(true);

    expect(await findToast('Your parking session has been successfully ended.')).toHaveTextContent('Session Ended');
    expect(Math.abs(Date.parse(String(reservation.ended_at)) - new Date(2026, 2, 2, 15, 5).getTime())).toBeLessThan(
      MINUTE_MS,
    );
    expect(reservation.status).toBe('completed');
    expect(pending()).toBeNull();
    await waitFor(() => expect(screen.queryByText(/^Ending /)).toBeNull());
  });

  test('is sent by the app that is opened again, on whatever screen', async () => {
    const { open, reservation } = await endOffline();
    setOnline(true);
    const restore = server.breakRequests(END);
    await open('/wallet');
    restore();
    await open('/wallet');
    await waitFor(() => expect(reservation.status).toBe('completed'));
    expect(pending()).toBeNull();
  });

  test('is not shown or sent to somebody else who uses the device', async () => {
    const { open, reservation } = await endOffline();
    setOnline(true);
    server.breakRequests(END);
    localStorage.removeItem('sb-parqueo-auth-token');
    await open('/map');
    await screen.findByText('Choose a parking zone');
    expect(screen.queryByText(/^Ending /)).toBeNull();
    expect(reservation.status).toBe('active');
    expect(pending()).not.toBeNull();
  });
});

test('an end is repeated with a growing delay while the server is in trouble', async () => {
  const { end, reservation } = await park();
  const restore = server.failRequests(END, 503, { code: 'unavailable' });
  await end();
  expect(await noteOf(`A-03, ${ZONE.name}`)).toHaveTextContent(WAITING);
  await passTime(30_000);
  const tries = server.received(END).length;
  expect(tries).toBeGreaterThan(2);
  expect(tries).toBeLessThan(7);
  restore();
  await passTime(MINUTE_MS);
  expect(reservation.status).toBe('completed');
});

test('an end whose response got lost is the same end when it is sent again', async () => {
  const { end, reservation } = await park();
  let isLost = true;
  server.handle(END, ({ body }) => {
    if (!isLost) return Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 });
    isLost = false;
    Object.assign(reservation, body);
    throw new TypeError('Failed to fetch');
  });
  await end();
  await passTime(5000);
  expect(await findToast('Your parking session has been successfully ended.')).toHaveTextContent('Session Ended');
  expect(pending()).toBeNull();
});

describe('an end that comes too late', () => {
  test.each([
    ['cancelled', null, `Your stay at A-03, ${ZONE.name} was cancelled before it could be ended.`],
    ['expired', null, `Your stay at A-03, ${ZONE.name} expired before it could be ended. The space is free again.`],
    ['completed', '2026-03-02T14:30:00', `Your stay at A-03, ${ZONE.name} had already been ended, as of 2:30 PM.`],
    ['completed', null, `Your stay at A-03, ${ZONE.name} had already been ended.`],
  ])('because the stay was %s (%s) is forgotten, and the driver reads why', async (status, endedAt, text) => {
    const { end, reservation } = await park();
    const ended_at = endedAt === null ? null : new Date(endedAt).toISOString();
    Object.assign(reservation, { status, ended_at });
    // Row level security hides what this driver may not change any more.
    server.handle(END, () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 }));
    await end();
    expect(await findToast(text)).toHaveTextContent('No longer active');
    expect(pending()).toBeNull();
    expect(reservation.status).toBe(status);
  });

  test('for a stay that is nobody’s any more says that it failed', async () => {
    const { end } = await park();
    server.rows('reservations').length = 0;
    server.handle(END, () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 }));
    await end();
    expect(await findToast('Failed to end parking session. Please try again.')).toHaveTextContent('Error');
    expect(pending()).toBeNull();
  });
});

test('a stay that has not begun by the clock of the server goes on, and the driver reads why', async () => {
  const { end, open } = await park();
  const message = 'This stay has not begun yet. It can be cancelled now, and ended once it has begun.';
  server.failRequests(END, 400, { code: '23514', message, hint: 'stay-not-begun' });
  await end();
  expect(await findToast(message)).toBeVisible();
  expect(pending()).toBeNull();
  await open('/map');
  expect(await screen.findByRole('link', { name: /Parked at A-03/ })).toBeVisible();
});

describe('who signs out before the server has the end', () => {
  test('is warned and stays, or signs out and has it sent at the next log-in', async () => {
    const { open, user } = await endOffline();
    server.breakRequests(END);
    setOnline(true);
    await open('/settings');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out before your parking is ended?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay signed in' }));
    await expectPath('/settings');

    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out anyway' }));
    await expectPath('/login');
    expect(pending()).not.toBeNull();
  });
});

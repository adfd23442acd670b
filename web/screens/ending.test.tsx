import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
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
const END = 'PATCH /rest/v1/reservations';
const PENDING_KEY = `parqueo.pending-ends.${DRIVER.id}`;
const OFFLINE = 'No connection. It will be ended as of 3:05 PM as soon as you are back online.';

const WAITING = 'Waiting for the server. It will be ended as of 3:05 PM.';

const pending = () => localStorage.getItem(PENDING_KEY);
const noteOf = async (place: string) =>
  (await screen.findByText(`Ending ${place}...`)).closest<HTMLElement>('[role="status"]') as HTMLElement;

beforeEach(() => {
  fakeClock(new Date(2026, 2, 2, 15, 5));
  server.rows('parking_zones').push(ZONE);
});

/** Opens the status of a reservation of three hours that began an hour ago. */
async function park() {
  const app = await openParked(createReservation({ startsInHours: -1, hours: 3, space: createSpace(3) }));
  const press = async () => {
    await app.user.click(screen.getByRole('button', { name: 'End Parking' }));
    await app.user.click(screen.getByRole('button', { name: 'Done' }));
  };
  const end = async () => {
    await press();
    await expectPath('/parking-rating');
  };
  return { ...app, press, end };
}

const NOTHING_TO_CHANGE = () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 });

/** Stores the ends of reservations that began an hour ago on these spaces, as an earlier visit left them. */
function leaveEnds(...spaces: number[]) {
  const reservations = spaces.map((space) => createReservation({ startsInHours: -1, space: createSpace(space) }));
  server.rows('reservations').push(...reservations);
  const endedAt = new Date().toISOString();
  const entries = reservations.map(({ id }) => ({ reservation: { id }, endedAt, key: crypto.randomUUID() }));
  localStorage.setItem(PENDING_KEY, JSON.stringify(entries));
  return reservations;
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
    const [firstStar] = await screen.findAllByRole('radio');
    const note = await noteOf(`A-03, ${ZONE.name}`);
    expect(note).toHaveTextContent(OFFLINE);
    expect(firstStar?.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    // Nothing looks done before the server has the end.
    expect(screen.queryByText(`How was ${ZONE.name}?`)).toBeNull();

    // With a connection it waits for the server.
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

test('an end that fails does not hold up the ones behind it, and each is sent once', async () => {
  const [first, second, third] = leaveEnds(3, 4, 5);
  server.handle(END, ({ url, body }) => {
    const row = server.rows('reservations').find(({ id }) => url.searchParams.get('id') === `eq.${id}`);
    if (row === undefined || row === first) return Response.json({ code: 'unavailable' }, { status: 503 });
    return Response.json(Object.assign(row, body));
  });
  await renderScreen('/wallet');
  await waitFor(() => expect([second?.status, third?.status]).toEqual(['completed', 'completed']));
  await waitFor(() => expect(JSON.parse(pending() ?? '')).toHaveLength(1));
  const sent = server.received(END).map(({ url }) => url.searchParams.get('id'));
  for (const row of [second, third]) expect(sent.filter((id) => id === `eq.${row?.id}`)).toHaveLength(1);
  expect(first?.status).toBe('active');
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

test.each([
  ['', {}],
  [' by a device whose clock is ahead', { ended_at: new Date(2026, 2, 2, 14, 50).toISOString() }],
])('an end whose response got lost%s is the same end when it is sent again', async (_, stored) => {
  const { end, reservation } = await park();
  let isLost = true;
  server.handle(END, ({ body }) => {
    if (!isLost) return NOTHING_TO_CHANGE();
    isLost = false;
    Object.assign(reservation, body, stored);
    throw new TypeError('Failed to fetch');
  });
  await end();
  await passTime(5000);
  expect(await findToast('Your parking session has been successfully ended.')).toHaveTextContent('Session Ended');
  expect(pending()).toBeNull();
});

test.each([
  ['cancelled', null, `Your reservation at A-03, ${ZONE.name} was cancelled before it could be ended.`],
  [
    'expired',
    null,
    `Your reservation at A-03, ${ZONE.name} expired before it could be ended. The space is free again.`,
  ],
  ['completed', '2026-03-02T14:30:00', `Your reservation at A-03, ${ZONE.name} had already been ended, as of 2:30 PM.`],
  ['completed', null, `Your reservation at A-03, ${ZONE.name} had already been ended.`],
])(
  'an end that comes too late because the reservation was %s (%s) is forgotten, and the driver reads why',
  async (status, endedAt, text) => {
    const { end, reservation } = await park();
    const ended_at = endedAt === null ? null : new Date(endedAt).toISOString();
    Object.assign(reservation, { status, ended_at });
    // Row level security hides what this driver may not change any more.
    server.handle(END, NOTHING_TO_CHANGE);
    await end();
    expect(await findToast(text)).toHaveTextContent('No longer active');
    expect(pending()).toBeNull();
    expect(reservation.status).toBe(status);
  },
);

test.each([
  ['keeps the reservation active', 'Failed to end parking session. Please try again.', { ended_at: null }],
  ['says what nobody understands', 'An unexpected error occurred. Please try again.', { ended_at: 1 }],
])('an end that the server refuses, as it %s, is said where it can be tried again', async (_, text, odd) => {
  const { press, reservation } = await park();
  server.handle(END, () => {
    Object.assign(reservation, odd);
    return NOTHING_TO_CHANGE();
  });
  await press();
  expect(await findToast(text)).toHaveTextContent('Error');
  await expectPath('/parking-status');
  expect(await screen.findByRole('button', { name: 'End Parking' })).toBeVisible();
  expect(pending()).toBeNull();
});

test('an end waits, and says so, while the server does not show the reservation to this session', async () => {
  const { end, reservation } = await park();
  const rows = server.rows('reservations');
  rows.length = 0;
  await end();
  const note = await screen.findByText(/^The server does not show this reservation at the moment\./);
  expect(note).toHaveTextContent('We keep trying to end it as of 3:05 PM.');
  expect(pending()).not.toBeNull();
  rows.push(reservation);
  await passTime(30_000);
  expect(reservation.status).toBe('completed');
  await waitFor(() => expect(screen.queryByText(/^Ending /)).toBeNull());
});

test('who signs out before the server has the end is warned and stays, or signs out and has it sent at the next log-in', async () => {
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

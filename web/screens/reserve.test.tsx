import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import { chosenArrival } from '../booking/arrival/chosen-arrival.tsx';
import { server, setOnline } from '../testing/fake-server.ts';
import {
  CLIENT_RETRIES_MS,
  expectPath,
  fakeClock,
  findToast,
  passTime,
  renderScreen,
} from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const SPACE = createSpace();
const PATH = `/reserve/${SPACE.id}`;
const BOOK = 'POST /rest/v1/reservations';
const CHECK = 'GET /rest/v1/space_occupancy';
const DAY_MS = 86_400_000;
/** The form asks for the availability once it was left alone for so long. */
const QUIET_MS = 500;

beforeEach(() => {
  server.rows('parking_spaces').push(SPACE);
  server.rows('parking_zones').push(ZONE);
});

const confirm = () => screen.findByRole('button', { name: 'CONFIRM RESERVATION' });
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const reservations = () => server.rows('reservations');

/** Somebody else takes the space for all the time there is. */
function takeSpace(): void {
  const times = { start_time: new Date(0).toISOString(), end_time: '9999-01-01T00:00:00Z' };
  server.rows('space_occupancy').push({ parking_space_id: SPACE.id, status: 'active', ...times });
}

async function expectBooked(): Promise<void> {
  expect(await screen.findByText('Reservation confirmed!')).toBeVisible();
  await expectPath('/directions');
  expect(reservations()).toHaveLength(1);
}

/** Opens the form for a time that is free. */
async function openForm(days = 200) {
  fakeClock();
  const { user } = await renderScreen(PATH);
  await fill('Date', dayAhead(days));
  await passTime(QUIET_MS);
  // The hint asks too; what is broken from here on is what confirming asks.
  expect(await screen.findByText('Free at this time')).toBeVisible();
  return user;
}

test('a double tap books once, with one request', async () => {
  const { user } = await renderScreen(PATH);
  await user.dblClick(await confirm());
  await expectBooked();
  expect(server.received(BOOK)).toHaveLength(1);
  // For the form and for the booking, and not again once it is this driver who has the space.
  expect(server.received('GET /rest/v1/parking_spaces')).toHaveLength(2);
});

test('a driver without a connection is told so, and books when it is back', async () => {
  const { user } = await renderScreen(PATH);
  await confirm();
  setOnline(false);
  await user.click(await confirm());
  expect(await screen.findByText('You are offline. Check your connection and try again.')).toBeVisible();
  setOnline(true);
  await user.click(await confirm());
  await expectBooked();
});

test('a space that does not exist is said plainly', async () => {
  await renderScreen('/reserve/5a0e0000-0000-4000-8000-00000000dead');
  expect(await screen.findByRole('alert')).toHaveTextContent('Parking space information not available');
});

test('the form begins with the chosen arrival, which outlives a failure and ends with the booking', async () => {
  const start = new Date(`${dayAhead(180)}T09:30`);
  chosenArrival.write(createPeriod(start, 2));
  const { user } = await renderScreen(PATH);
  expect(await screen.findByLabelText('Time')).toHaveValue('09:30');
  const mend = server.failRequests(BOOK, 500, { code: 'XX000' });
  await user.click(await confirm());
  expect(await findToast('Failed to create reservation')).toBeVisible();
  expect(chosenArrival.read()).not.toBeNull();
  mend();
  await user.click(await confirm());
  await expectBooked();
  expect(reservations()).toMatchObject([{ start_time: start.toISOString() }]);
  expect(chosenArrival.read()).toBeNull();
});

describe('a reservation that cannot be made', () => {
  test.each([
    ['GET /rest/v1/parking_spaces', 'Failed to fetch parking space details'],
    [CHECK, 'Failed to check parking space availability'],
    [BOOK, 'Failed to create reservation'],
  ])('when %s fails it is told, and confirming again books', async (route, sentence) => {
    const user = await openForm();
    const mend = server.breakRequests(route);

    await user.click(await confirm());
    if (route.startsWith('GET')) await passTime(CLIENT_RETRIES_MS);

    expect(await findToast(sentence)).toBeVisible();
    expect(reservations()).toEqual([]);
    mend();
    await user.click(await confirm());
    await expectBooked();
  });

  test('a space that was taken since is refused when it is confirmed', async () => {
    const user = await openForm();
    takeSpace();

    await user.click(await confirm());

    expect(await screen.findByText('Parking space is not available during the selected time')).toBeVisible();
    expect(screen.getByRole('button', { name: 'See what is free' })).toBeVisible();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    expect(reservations()).toEqual([]);
  });
});

const SENTENCE = 'This parking space is currently reserved. Please try another space or time.';

test.each([
  ['occupied', SENTENCE],
  ['reserved', SENTENCE],
  ['maintenance', 'This space is out of service. Choose another one.'],
])('a link straight to a space does not offer one that is %s', async (status, sentence) => {
  server.rows('parking_spaces').splice(0, 1, { ...SPACE, status });
  const { user } = await renderScreen(PATH);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.queryByRole('button', { name: 'CONFIRM RESERVATION' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to the zone' }));
  await expectPath(`/reserve-parking/${ZONE.id}`);
});

const openAt = (...time: [hour: number, minute: number]) => {
  fakeClock(new Date(2026, 2, 1, ...time));
  return renderScreen(PATH);
};
const note = () => screen.queryByText(/ left of /);

test('a start in the current hour says how much is left, and one tap moves start and end to now', async () => {
  const { user } = await openAt(14, 39);
  expect(await screen.findByText('2 hr 21 min left of 3 hours')).toBeVisible();
  expect(screen.getByLabelText('Time')).toHaveValue('14:00');
  expect(screen.getByText('Ends at 5:00 PM')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Start now' }));

  expect(screen.getByLabelText('Time')).toHaveValue('14:39');
  expect(screen.getByText('Ends at 5:39 PM')).toBeVisible();
  expect(note()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull();
  await user.click(await confirm());
  await expectBooked();
  expect(reservations()).toMatchObject([
    {
      start_time: new Date(2026, 2, 1, 14, 39).toISOString(),
      end_time: new Date(2026, 2, 1, 17, 39).toISOString(),
    },
  ]);
});

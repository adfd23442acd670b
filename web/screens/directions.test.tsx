import { fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { DRIVER } from '../testing/people.ts';
import {
  expectPath,
  fakeClock,
  moveDevice,
  passTime,
  renderScreen,
  setDevicePosition,
} from '../testing/render-screen.tsx';
import { RESERVATION } from '../testing/rows.ts';

const PLACE = { latitude: 18.48, longitude: -69.93 };
const ARRIVAL_MS = 10_000;

const visit = (path = '/directions') => renderScreen(path, { as: null, state: { reservation: RESERVATION } });
const button = (name: string) => screen.findByRole('button', { name });
const arrival = () => screen.queryByText('You have arrived!');

beforeEach(() => {
  fakeClock(new Date('2026-03-01T10:30:00Z'));
  setDevicePosition(PLACE);
});

test.each(['/directions', '/directions?to=Calle%20El%20Conde'])(
  'somebody who opens %s without a reservation is told so once and led to the map',
  async (address) => {
    const error = vi.spyOn(toast, 'error');
    const { open } = await renderScreen('/zones', { as: null });

    await open(address);

    await expectPath('/map');
    expect(await screen.findByText('No reservation data found')).toBeVisible();
    expect(error.mock.calls.map(([sentence]) => sentence)).toEqual(['No reservation data found']);
    window.history.back();
    await expectPath('/zones');
  },
);

test('without sample data a driver who opens them anew gets the way to the reservation under way', async () => {
  server.config.samples = false;
  localStorage.setItem(`parqueo.current-session.${DRIVER.id}`, JSON.stringify(RESERVATION));
  await renderScreen('/directions');
  expect(await button('START DRIVING')).toBeVisible();
  expect(screen.getAllByText('Casco Colonial')[0]).toBeVisible();
  expect(window.location.pathname).toBe('/directions');
});

test('10 seconds after starting, not before, a driver has arrived and parks', async () => {
  const { user } = await visit();

  const start = await button('START DRIVING');
  vi.setTimerTickMode('manual');
  fireEvent.click(start);
  expect(screen.getByRole('button', { name: 'BACK TO MAP' })).toBeVisible();
  await passTime(ARRIVAL_MS - 1);
  expect(arrival()).toBeNull();
  await passTime(1);
  expect(arrival()).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent('Your space is A-01, Casco Colonial.');
  vi.setTimerTickMode('interval');
  await user.click(await button('Park Now'));

  await expectPath('/parking-status');
  expect(window.history.state.usr).toEqual({ reservation: RESERVATION });
  expect(await screen.findByRole('timer')).toBeVisible();
});

test('a driver without a location is told so, starts driving all the same, and can ask again', async () => {
  setDevicePosition(null);
  const { user } = await visit();

  expect(await screen.findByText('Unable to access your location')).toBeVisible();
  // A toast would lie over the one that confirms the reservation.
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  expect(screen.getByText('Your location is not known')).toBeVisible();
  await user.click(await button('START DRIVING'));
  await user.click(await button('BACK TO DIRECTIONS'));

  setDevicePosition(PLACE);
  await user.click(await button('Try again'));
  expect(await screen.findByText('12 min')).toBeVisible();
});

test('a driver hears the next turn, again shortly before it, and not at every metre', async () => {
  const { user } = await visit();
  await screen.findByText('12 min');
  await user.click(await button('START DRIVING'));
  const turn = await screen.findByRole('region', { name: 'Next turn' });
  const spoken = () => turn.querySelector('[aria-live]')?.textContent;
  const first = spoken();
  expect(first).toMatch(/^In 3\.4 km: Turn left/);
  moveDevice({ latitude: 18.475, longitude: -69.905 });
  await waitFor(() => expect(turn).toHaveTextContent('1.7 km'));
  expect(spoken()).toBe(first);
  moveDevice({ latitude: 18.4702, longitude: -69.881 });
  await waitFor(() => expect(spoken()).toMatch(/^In \d+ m: Turn left/));
});

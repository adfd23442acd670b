import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { server } from '../testing/fake-server.ts';
import {
  expectPath,
  fakeClock,
  findToast,
  passTime,
  renderScreen,
  setDevicePosition,
} from '../testing/render-screen.tsx';
import { formatTime } from '../testing/rows.ts';

const RESERVATION: Reservation = {
  id: 'reservation-1',
  parkingSpotId: 'space-1',
  parkingSpotName: 'A-01',
  zoneName: 'Casco Colonial',
  startTime: '2026-03-01T10:00:00Z',
  durationHours: 3,
  vehicle: { id: 'v', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  paymentMethod: 'wallet',
  ownerName: '',
  address: 'Calle El Conde 105',
  price: 15,
  lat: 18.47,
  lng: -69.88,
  createdAt: '2026-03-01T09:00:00Z',
};
const PLACE = { latitude: 18.48, longitude: -69.93 };
const ARRIVAL_MS = 10_000;
/** Longer than any browser may take to say where it is. */
const BROWSER_MS = 15_000;

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

test('a driver reads first what they booked: space, zone, day, times and total', async () => {
  await visit();

  const booked = await screen.findByRole('region', { name: 'Your reservation' });
  for (const text of ['A-01', 'Casco Colonial', '$15.00']) expect(within(booked).getByText(text)).toBeVisible();
  const [start, end] = [RESERVATION.startTime, '2026-03-01T13:00:00Z'].map(formatTime);
  expect(booked).toHaveTextContent(`${start} to ${end?.split(', ').at(-1)}`);
  const map = screen.getByRole('region', { name: /^Map of the way/ });
  expect(booked.compareDocumentPosition(map)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a driver whose reservation ends on another day reads that day as well', async () => {
  await renderScreen('/directions', { as: null, state: { reservation: { ...RESERVATION, durationHours: 30 } } });
  const booked = await screen.findByRole('region', { name: 'Your reservation' });
  expect(booked).toHaveTextContent(`to ${formatTime('2026-03-02T16:00:00Z')}`);
});

test.each([
  [-60, 'Mar 01, 2026, 6:00 AM to 9:00 AM in Santo Domingo'],
  [240, null],
])('with a device at %s minutes the times of the country are %s', async (offset, text) => {
  const device = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  await visit();
  await screen.findByRole('region', { name: 'Your reservation' });
  await waitFor(() => expect(screen.queryByText(/Santo Domingo$/)?.textContent ?? null).toBe(text));
  device.mockRestore();
});

test('a driver to a place that nobody knows reads so, and is led to no other app', async () => {
  const unknown = { ...RESERVATION, address: '', parkingSpotName: '', lat: 0, lng: 0 };
  await renderScreen('/directions', { as: null, state: { reservation: unknown } });
  expect(await screen.findByText('Unknown Location')).toBeVisible();
  expect(screen.getByRole('heading', { name: /^Unknown Space/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Waze/ })).toBeNull();
});

test('a driver sees driving time, distance, vehicle, both ends and the turns', async () => {
  await visit('/directions?to=Parque%20Col%C3%B3n');

  for (const text of ['12 min', 'Toyota Yaris', 'Your location', 'Parque Colón', 'Turn left onto Av. Bolívar']) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(screen.getAllByText('3.4 km')).not.toHaveLength(0);
  // The address of the page is where the driver is told to go.
  expect(screen.queryByText(RESERVATION.address)).toBeNull();
});

test('a driver who has started driving can go back to the directions and to the map', async () => {
  const { user } = await visit();

  await button('START DRIVING');
  expect(screen.queryByRole('button', { name: 'BACK TO MAP' })).toBeNull();
  await user.click(await button('START DRIVING'));
  expect(screen.queryByRole('button', { name: 'START DRIVING' })).toBeNull();
  await user.click(await button('BACK TO DIRECTIONS'));
  await user.click(await button('START DRIVING'));
  await user.click(await button('BACK TO MAP'));

  await expectPath('/map');
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

test('a driver who went back to the directions does not arrive', async () => {
  const { user } = await visit();

  await user.click(await button('START DRIVING'));
  await passTime(ARRIVAL_MS / 2);
  await user.click(await button('BACK TO DIRECTIONS'));
  await passTime(ARRIVAL_MS);

  expect(arrival()).toBeNull();
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

test('a driver whom the router knows no way for is told so, and gets one when it does', async () => {
  server.route = null;
  const { user } = await visit();

  expect(await findToast('Directions request failed')).toBeVisible();
  expect(screen.getByText('Driving time is not known')).toBeVisible();
  server.reset();
  await user.click(await button('Try again'));
  expect(await screen.findByText('12 min')).toBeVisible();
});

test('a driver whose browser never says where it is is told so', async () => {
  setDevicePosition(undefined);
  await visit();

  expect(await screen.findByText('Finding your location...')).toBeVisible();
  await passTime(BROWSER_MS);
  await waitFor(() => expect(screen.queryByText('Finding your location...')).toBeNull());
  expect(screen.getAllByText('Unable to access your location')[0]).toBeVisible();
});

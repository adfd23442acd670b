import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { server } from '../testing/fake-server.ts';
import {
  expectPath,
  fakeClock,
  moveDevice,
  passTime,
  renderScreen,
  setDevicePosition,
} from '../testing/render-screen.tsx';

const ZONE = { lat: 18.47, lng: -69.88 };
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
  ...ZONE,
  createdAt: '2026-03-01T09:00:00Z',
};
const HOME = { latitude: 18.48, longitude: -69.93 };
/** On the straight way of the fake router, half way. */
const HALF_WAY = { latitude: 18.475, longitude: -69.905 };
/** About 200 m beside it. */
const OFF_THE_WAY = { latitude: 18.477, longitude: -69.905 };

const isRoute = ({ url }: { url: URL }) => url.origin === server.config.maps.routerUrl;
const routes = () => server.requests.filter(isRoute).map(({ url }) => url.pathname.split('/').at(-1));
const arrival = () => screen.queryByText('You have arrived!');

beforeEach(() => {
  fakeClock(new Date('2026-03-01T10:30:00Z'));
  setDevicePosition(HOME);
});

async function drive() {
  const app = await renderScreen('/directions', { as: null, state: { reservation: RESERVATION } });
  await screen.findByText('12 min');
  await app.user.click(screen.getByRole('button', { name: 'START DRIVING' }));
  return app;
}

test('a driver hears the next turn, again shortly before it, and not at every metre', async () => {
  await drive();
  const turn = await screen.findByRole('region', { name: 'Next turn' });
  const spoken = () => turn.querySelector('[aria-live]')?.textContent;
  const first = spoken();
  expect(first).toMatch(/^In 3\.4 km: Turn left/);
  moveDevice(HALF_WAY);
  await waitFor(() => expect(turn).toHaveTextContent('1.7 km'));
  expect(spoken()).toBe(first);
  moveDevice({ latitude: 18.4702, longitude: -69.881 });
  await waitFor(() => expect(spoken()).toMatch(/^In \d+ m: Turn left/));
});

test('a driver who is off the way for 5 seconds gets a new one, and not before', async () => {
  await drive();
  moveDevice(OFF_THE_WAY);
  await passTime(4000);
  moveDevice(HALF_WAY);
  await passTime(10_000);
  expect(routes()).toHaveLength(1);

  moveDevice(OFF_THE_WAY);
  await passTime(5500);
  await waitFor(() => expect(routes()).toHaveLength(2));
  expect(routes().at(-1)).toBe('-69.905,18.477;-69.88,18.47');
});

test('the way stays while there is no new one', async () => {
  await drive();
  server.route = null;
  moveDevice(OFF_THE_WAY);
  await passTime(6000);
  await waitFor(() => expect(routes().length).toBeGreaterThan(1));
  expect(screen.getByText('12 min')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Next turn' })).toBeVisible();
});

test('an inaccurate position does not move the car', async () => {
  await drive();
  const turn = await screen.findByRole('region', { name: 'Next turn' });
  moveDevice({ ...HALF_WAY, accuracy: 900 } as typeof HALF_WAY);
  await passTime(1000);
  expect(turn).toHaveTextContent('3.4 km');
});

describe('without sample data', () => {
  beforeEach(() => {
    server.config.samples = false;
  });

  test('a driver arrives within 80 m of the zone, and not by waiting', async () => {
    const { user } = await drive();
    await passTime(30_000);
    expect(arrival()).toBeNull();
    moveDevice({ latitude: ZONE.lat + 0.0009, longitude: ZONE.lng });
    await passTime(1000);
    expect(arrival()).toBeNull();
    moveDevice({ latitude: ZONE.lat + 0.0006, longitude: ZONE.lng });
    await waitFor(() => expect(arrival()).toBeVisible());
    await user.click(screen.getAllByRole('button', { name: 'Park Now' })[0] as HTMLElement);
    await expectPath('/parking-status');
  });

  test('a driver says that they are there', async () => {
    const { user } = await drive();
    await user.click(screen.getByRole('button', { name: 'I am here' }));
    expect(arrival()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull();
  });

  test('a driver without a position arrives after 10 seconds', async () => {
    setDevicePosition(null);
    const { user } = await renderScreen('/directions', { as: null, state: { reservation: RESERVATION } });
    await user.click(await screen.findByRole('button', { name: 'START DRIVING' }));
    await passTime(9000);
    expect(arrival()).toBeNull();
    await passTime(1500);
    await waitFor(() => expect(arrival()).toBeVisible());
  });
});

test('with sample data a driver arrives after 10 seconds, wherever they are, and says nothing', async () => {
  await drive();
  expect(screen.queryByRole('button', { name: 'I am here' })).toBeNull();
  await passTime(10_500);
  await waitFor(() => expect(arrival()).toBeVisible());
});

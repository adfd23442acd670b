import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { connect } from '../data/connection.ts';
import { ARRIVAL_MS } from '../directions/use-arrival.ts';
import { paths } from '../paths.ts';
import { DirectionsScreen } from './directions.tsx';

const RESERVATION: Reservation = {
  id: 'reservation-1',
  parkingSpotId: 'space-1',
  parkingSpotName: 'A-01',
  startTime: '2026-03-01T10:00:00Z',
  durationHours: 3,
  vehicle: { id: 'v', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  paymentMethod: 'wallet',
  ownerName: 'System',
  address: 'Calle El Conde 105',
  price: 15,
  lat: 18.47,
  lng: -69.88,
  createdAt: '2026-03-01T09:00:00Z',
};
const ROUTE = {
  code: 'Ok',
  routes: [
    {
      distance: 3400,
      duration: 725,
      geometry: {
        coordinates: [
          [-69.93, 18.48],
          [-69.88, 18.47],
        ],
      },
      legs: [{ steps: [{ name: 'Av. Bolívar', distance: 3400, maneuver: { type: 'turn', modifier: 'left' } }] }],
    },
  ],
};

// The map itself needs a graphics card; browser journeys cover it.
vi.mock('../directions/trip-map.tsx', () => ({ TripMap: () => null }));

/** What the device and the servers say; a null answer is a failure. */
const world = { position: null as { latitude: number; longitude: number } | null, route: null as object | null };

beforeAll(() => {
  vi.stubGlobal('fetch', async () => Response.json(world.route ?? { code: 'NoRoute' }));
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    },
  );
  const geolocation = {
    getCurrentPosition: (found: (at: object) => void, failed: (why: object) => void) =>
      world.position === null ? failed({ code: 1 }) : found({ coords: world.position }),
  };
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { geolocation: { value: geolocation }, onLine: { value: true } }),
  );
  connect({
    supabaseUrl: 'http://parqueo.test',
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    maps: { provider: 'open', styleUrl: '', routerUrl: 'http://router.test', geocoderUrl: 'http://search.test' },
  });
});

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(world, { position: { latitude: 18.48, longitude: -69.93 }, route: ROUTE });
});

afterEach(() => {
  toast.dismiss();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function open(state: unknown, search = '') {
  const router = createMemoryRouter(
    [
      { path: paths.directions, Component: DirectionsScreen },
      { path: '*', element: null },
    ],
    { initialEntries: ['/before', { pathname: paths.directions, search, state }] },
  );
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Toaster />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await pass(100);
  return router;
}

describe('DirectionsScreen', () => {
  it('sends a driver without a reservation to the map and says so once', async () => {
    const error = vi.spyOn(toast, 'error');

    const router = await open(null, '?to=Calle%20El%20Conde');

    expect(router.state.location.pathname).toBe(paths.map);
    expect(error.mock.calls.map(([sentence]) => sentence)).toEqual(['No reservation data found']);
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe('/before');
  });

  it('shows driving time, distance, vehicle, both ends and the turns', async () => {
    await open({ reservation: RESERVATION }, '?to=Parque%20Col%C3%B3n');

    for (const text of ['12 min', 'Toyota Yaris', 'Your location', 'Parque Colón', 'Turn left onto Av. Bolívar']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getAllByText('3.4 km')).not.toHaveLength(0);
  });

  it('arrives 10 seconds after driving starts, and hands the reservation over', async () => {
    const router = await open({ reservation: RESERVATION });

    press('START DRIVING');
    await pass(ARRIVAL_MS - 1);
    expect(screen.queryByText('You have arrived!')).not.toBeInTheDocument();
    await pass(1);
    expect(screen.getByText('You have arrived!')).toBeVisible();
    await act(async () => press('Park Now'));

    expect(router.state.location).toMatchObject({ pathname: paths.parkingStatus, state: { reservation: RESERVATION } });
  });

  it('does not arrive when the driver went back to the directions', async () => {
    await open({ reservation: RESERVATION });

    press('START DRIVING');
    await pass(ARRIVAL_MS / 2);
    press('BACK TO DIRECTIONS');
    await pass(ARRIVAL_MS);

    expect(screen.queryByText('You have arrived!')).not.toBeInTheDocument();
  });

  it('goes on without a location, which can be asked for again', async () => {
    world.position = null;
    const error = vi.spyOn(toast, 'error');
    await open({ reservation: RESERVATION });

    expect(error.mock.calls.map(([sentence]) => sentence)).toContain('Unable to access your location');
    expect(screen.getByRole('button', { name: 'START DRIVING' })).toBeEnabled();

    world.position = { latitude: 18.48, longitude: -69.93 };
    press('Try again');
    await pass(100);
    expect(screen.getByText('12 min')).toBeVisible();
  });

  it('says that there is no route, which can be asked for again', async () => {
    world.route = null;
    const error = vi.spyOn(toast, 'error');
    await open({ reservation: RESERVATION });

    expect(error.mock.calls.map(([sentence]) => sentence)).toContain('Directions request failed');
    expect(screen.getByText('Driving time is not known')).toBeVisible();

    world.route = ROUTE;
    press('Try again');
    await pass(100);
    expect(screen.getByText('12 min')).toBeVisible();
  });
});

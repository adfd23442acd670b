import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../app/query-client.ts';
import { reservationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ParkNowScreen } from './park-now.tsx';

/** Where the device is; null when the person says no, undefined while they have not answered. */
const device = { position: null as { latitude: number; longitude: number } | null | undefined };
const IN_GAZCUE = { latitude: 18.4713, longitude: -69.912 };

beforeAll(() => {
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
    getCurrentPosition: (found: (at: object) => void, failed: (why: object) => void) => {
      if (device.position === null) failed({ code: 1 });
      else if (device.position !== undefined) found({ coords: device.position });
    },
  };
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { geolocation: { value: geolocation }, onLine: { value: true } }),
  );
});

beforeEach(() => {
  device.position = IN_GAZCUE;
});

afterAll(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const router = createMemoryRouter(
    [
      { path: paths.parkNow, Component: ParkNowScreen },
      { path: '*', element: null },
    ],
    { initialEntries: [paths.map, paths.parkNow] },
  );
  await act(async () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  return router;
}

const FALLBACK = 'Your location is not available, so distances are from the city centre.';
const zones = async () => (await screen.findAllByRole('radio')).length;
const parkNow = () => screen.getByRole('button', { name: 'PARK NOW' });

describe('ParkNowScreen', () => {
  it('offers the three zones nearest to the driver, and parks only once one is chosen', async () => {
    await open();

    expect(await zones()).toBe(3);
    expect(screen.getAllByRole('radio')[0]).toHaveAccessibleName('Patio Gazcue');
    expect(screen.queryByText(FALLBACK)).not.toBeInTheDocument();
    expect(parkNow()).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: 'Patio Gazcue' }));
    expect(screen.getByText('$10.50')).toBeVisible();
    expect(parkNow()).toBeEnabled();
  });

  it('hands a stay of 3 hours from now over, and does not come back to it by the way back', async () => {
    const router = await open();
    const before = Math.floor(Date.now() / 1000) * 1000;

    await userEvent.click(await screen.findByRole('radio', { name: 'Patio Gazcue' }));
    await userEvent.click(parkNow());

    const { pathname, state } = router.state.location;
    expect(pathname).toBe(paths.parkingStatus);
    const { reservation } = reservationState.parse(state);
    expect(reservation).toMatchObject({ durationHours: 3, price: 10.5, paymentMethod: 'wallet' });
    expect(reservation.id).toMatch(/^local-/);
    expect(Date.parse(reservation.startTime)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(reservation.startTime)).toBeLessThanOrEqual(Date.now());
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.map);
  });

  it('leads back to the map when the driver cancels', async () => {
    const router = await open();

    await userEvent.click(screen.getByRole('button', { name: 'CANCEL' }));

    expect(router.state.location.pathname).toBe(paths.map);
  });

  it('counts from the city centre for a driver who does not share the location, until they do', async () => {
    device.position = null;
    await open();

    expect(await screen.findByText(FALLBACK)).toBeVisible();
    expect(screen.getAllByRole('radio')[0]).toHaveAccessibleName('Garaje Arroyo Hondo');

    device.position = IN_GAZCUE;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('radio', { name: 'Patio Gazcue' })).toBeVisible();
    expect(screen.queryByText(FALLBACK)).not.toBeInTheDocument();
  });

  it('does not keep a driver waiting who leaves the question about the location open', async () => {
    device.position = undefined;
    await open();

    expect(screen.getByText('Finding your location...')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use the city centre instead' }));

    expect(await zones()).toBe(3);
    expect(screen.getByText(FALLBACK)).toBeVisible();
  });
});

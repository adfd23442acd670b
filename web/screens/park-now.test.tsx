import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectPath, renderScreen, setDevicePosition } from '../testing/render-screen.tsx';

const IN_ARROYO_HONDO = { latitude: 18.4861, longitude: -69.9312 };
const IN_GAZCUE = { latitude: 18.4713, longitude: -69.912 };
const IN_COLONIAL_CITY = { latitude: 18.4716, longitude: -69.8924 };
const FALLBACK = 'Your location is not available, so distances are from the city centre.';

type App = Awaited<ReturnType<typeof renderScreen>>;

const open = (path = '/park-now') => renderScreen(path, { as: null });
const zones = async () =>
  (await screen.findAllByRole('radio')).map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
const firstZone = async () => (await screen.findAllByRole('radio'))[0] as HTMLElement;
const parkNow = () => screen.getByRole('button', { name: 'PARK NOW' });
const banner = () => screen.findByRole('link', { name: /Parked at/ });

async function parkIn(zone: string, { user }: App): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: zone }));
  await user.click(parkNow());
  await expectPath('/parking-status');
  await screen.findByRole('timer');
}

async function endAndRate({ user }: App): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'End Parking' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Your parking session has been successfully ended.')).toBeVisible();
  await expectPath('/parking-rating');
  for (const group of await screen.findAllByRole('radiogroup')) {
    await user.click(group.querySelectorAll<HTMLElement>('[role=radio], input')[4] as HTMLElement);
  }
  await user.click(screen.getByRole('button', { name: 'Submit Rating' }));
  await expectPath('/map');
}

beforeEach(() => setDevicePosition(IN_GAZCUE));

test('a driver who leaves the question about the location open need not wait', async () => {
  setDevicePosition(undefined);
  const { user } = await open();

  expect(await screen.findByText('Finding your location...')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use the city centre instead' }));

  expect(await zones()).toHaveLength(3);
  expect(screen.getByText(FALLBACK)).toBeVisible();
});

test('a driver is offered what is near, but not the full zone around the corner', async () => {
  setDevicePosition(IN_COLONIAL_CITY);
  await open();
  expect(await zones()).toHaveLength(3);
  expect(await firstZone()).toHaveAccessibleName('Parqueo George Washington');
  expect(screen.queryByRole('radio', { name: 'Patio Santomé' })).toBeNull();
});

describe('a session on this device only', () => {
  beforeEach(() => setDevicePosition(IN_ARROYO_HONDO));

  test('does not come back by the way back once it was ended', async () => {
    const app = await open('/map');
    const { user } = app;
    await user.click(await screen.findByRole('link', { name: 'Park Now' }));
    await parkIn('Garaje Arroyo Hondo', app);
    await user.click(await screen.findByRole('button', { name: 'Navigate to Parking' }));
    await expectPath('/directions');
    await user.click(await screen.findByRole('button', { name: 'Back to map' }));
    await user.click(await banner());
    await endAndRate(app);
    for (const earlier of ['/parking-rating', '/map', '/directions']) {
      window.history.back();
      await expectPath(earlier);
    }
    // Here the history still holds the status screen with its reservation.
    window.history.back();
    await expectPath('/map');
    expect(await screen.findByRole('link', { name: 'Park Now' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Parked at/ })).toBeNull());
  });
});

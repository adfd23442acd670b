import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeClock, moveDevice, renderScreen, setDevicePosition } from '../testing/render-screen.tsx';
import { RESERVATION } from '../testing/rows.ts';

const HOME = { latitude: 18.48, longitude: -69.93 };
/** On the straight way of the fake router, half way. */
const HALF_WAY = { latitude: 18.475, longitude: -69.905 };

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

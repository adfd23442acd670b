import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

/** A day within the 366 that can be booked ahead. */
const AHEAD = new Date(Date.now() + 200 * 24 * 3_600_000).toISOString().slice(0, 10);

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('without a zone the choice leads to the map and waits there for a space', async () => {
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push(createSpace());
  const { user, open } = await renderScreen('/arrival-time');
  expect(await screen.findByText('Choose when you arrive. Then pick a space on the map.')).toBeVisible();
  await fill('Date', AHEAD);
  await fill('Time', '09:30');
  await user.click(screen.getByRole('button', { name: /add 2 hours/ }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expectPath('/map');
  await user.click(await screen.findByRole('radio'));
  await user.click(screen.getByRole('button', { name: /^Choose / }));
  const reserve = await screen.findByRole('button', { name: 'Reserve A-01' });
  await waitFor(() => expect(reserve).toBeEnabled());
  await user.click(reserve);
  expect(await screen.findByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
  expect(screen.getByLabelText('Date')).toHaveValue(AHEAD);
  expect(screen.getByLabelText('Time')).toHaveValue('09:30');
  expect(screen.getByLabelText('Duration (hours)')).toHaveDisplayValue('5');

  await user.click(screen.getByRole('button', { name: 'Start now' }));
  expect(screen.getByLabelText('Date')).not.toHaveValue(AHEAD);
  await open('/arrival-time');
  expect(await screen.findByLabelText('Date')).not.toHaveValue(AHEAD);
});

test('an arrival that is incomplete or over is refused as on the reserve form', async () => {
  const { user } = await renderScreen('/arrival-time', { as: null });
  const proceed = async () => user.click(screen.getByRole('button', { name: 'Continue' }));

  await fill('Date', '');
  await proceed();
  expect(await screen.findByText('Please select date and time')).toBeVisible();

  await fill('Date', '2020-03-02');
  await proceed();
  expect(await screen.findByText('This time has already passed. Choose a later date or time.')).toBeVisible();

  await fill('Date', AHEAD);
  await fill('Duration (hours)', '');
  await proceed();
  expect(await screen.findByText('Duration must be at least 1 hour')).toBeVisible();
  await expectPath('/arrival-time');
});

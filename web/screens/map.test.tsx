import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const HOUR_MS = 3_600_000;
const visit = () => renderScreen('/map', { as: null });

beforeEach(() => {
  server.rows('parking_zones').push(structuredClone(ZONE));
  server.rows('parking_spaces').push(createSpace());
});

test('a space taken for the next hour is refused before the form, and the list is new', async () => {
  const { user } = await renderScreen('/map');
  await user.click(await screen.findByRole('button', { name: `Details of ${ZONE.name}` }));
  const reserve = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Reserve A-01' });
  await waitFor(() => expect(reserve).toBeEnabled());
  const [start, end] = [Date.now() - HOUR_MS / 2, Date.now() + HOUR_MS / 2].map((time) => new Date(time).toISOString());
  server.rows('space_occupancy').push({ parking_space_id: createSpace().id, start_time: start, end_time: end });
  Object.assign(server.rows('parking_spaces')[0] ?? {}, { status: 'occupied' });

  await user.click(reserve);

  expect(
    await screen.findByText('This parking space is currently reserved. Please try another space or time.'),
  ).toBeVisible();
  await waitFor(() => expect(reserve).toBeDisabled());
  await expectPath('/map');
});

test('without permission the map stays usable and the driver is told how to go on', async () => {
  const { user } = await visit();
  const locate = (await screen.findAllByRole('button', { name: /location/i }))[0] as HTMLElement;
  await user.click(locate);
  const hint = /Unable to access your location\..*or search by address\./;
  expect(await screen.findByText(hint)).toBeVisible();
  expect(screen.getByText('Choose a parking zone')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(hint)).toBeNull();
  expect(locate).toBeEnabled();
});

test('a zone without a position is left out of the map and kept in the lists', async () => {
  const nowhere = { ...ZONE, id: ZONE.id.replace('14', '15'), name: 'Somewhere', latitude: null, longitude: null };
  server.rows('parking_zones').push(nowhere);
  const { open } = await visit();
  expect(await screen.findByRole('button', { name: `Pin of ${ZONE.name}` })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pin of Somewhere' })).toBeNull();
  await open('/zones');
  expect(await screen.findByRole('link', { name: /Somewhere.*Not on the map yet/ })).toBeVisible();
});

test('a driver reads what each space costs, and the lowest of it wherever the zone has a price', async () => {
  Object.assign(server.rows('parking_zones')[0] ?? {}, { price_per_hour: 8, lowest_rate: 5, highest_rate: 8 });
  server.rows('parking_spaces').push({ ...createSpace(2), hourly_rate: null });
  const { user, open } = await visit();
  expect(within(await screen.findByRole('radiogroup')).getByText('from DOP 5.00/hr')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: `Details of ${ZONE.name}` }));
  const details = within(await screen.findByRole('dialog'));
  expect(details.getByText('from $5.00/hr')).toBeVisible();
  const rows = within(await details.findByRole('region', { name: 'Parking spaces' }));
  const [first, second] = rows.getAllByRole('listitem');
  expect(first).toHaveTextContent('A-01$5.00/hr');
  expect(second).toHaveTextContent('A-02$8.00/hr');
  await open('/zones');
  expect(await screen.findByText('from $5.00/hr')).toBeVisible();
});

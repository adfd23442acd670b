import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addDays, format, set } from 'date-fns';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { expectPath, findToast, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const HOUR_MS = 3_600_000;
const START = set(addDays(new Date(), 5), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const DAY = format(START, 'yyyy-MM-dd');
const CHIP = new RegExp(`${format(START, 'MMM d')},.* 9:00 AM, 5 hours, change`);
const AREA = 'Chosen arrival';

/** Somebody else takes the space for hours that are counted from the chosen arrival. */
function takeSpace(number: number, fromHours: number, toHours: number): void {
  const [start_time, end_time] = [fromHours, toHours].map((hours) =>
    new Date(START.getTime() + hours * HOUR_MS).toISOString(),
  );
  const { id } = createSpace(number);
  server.rows('space_occupancy').push({ parking_space_id: id, start_time, end_time });
  const space = server.rows('find_spaces').find((row) => row.id === id);
  Object.assign(space ?? {}, { status: 'reserved' });
}

beforeEach(() => {
  localStorage.setItem('parqueo.arrival', JSON.stringify({ startTime: START.toISOString(), durationHours: 5 }));
  const createSpaces = () => [createSpace(1), createSpace(2), createSpace(3)];
  const zone = { ...ZONE, spaces: [{ count: 3 }], available: [{ count: 3 }] };
  server.tables.parking_zones = [zone];
  server.tables.parking_spaces = createSpaces();
  // With their status at the chosen arrival.
  server.tables.find_spaces = createSpaces();
  for (const search of ['find_zones', 'find_map_zones']) {
    server.handle(`GET /rest/v1/rpc/${search}`, (request) => {
      const spaces = request.url.searchParams.has('starts') ? 'find_spaces' : 'parking_spaces';
      const count = server.rows(spaces).filter(({ status }) => status === 'available').length;
      server.tables.parking_zones = [{ ...zone, available: [{ count }] }];
      const response = server.respond(request);
      server.tables.parking_zones = [zone];
      return response;
    });
  }
  takeSpace(1, -1, 1);
  takeSpace(2, 4.5, 6);
});

test('the sheet, the pins and the details count the spaces that are free at the chosen arrival', async () => {
  const { user } = await renderScreen('/map');
  expect(await screen.findByRole('link', { name: CHIP })).toBeVisible();
  expect(within(await screen.findByRole('radiogroup')).getByText('1 free')).toBeVisible();
  expect(await screen.findByRole('button', { name: `Pin of ${ZONE.name}` })).toHaveAttribute('title', '1 free');

  await user.click(screen.getByRole('button', { name: `Details of ${ZONE.name}` }));
  const details = within(await screen.findByRole('dialog'));
  const rows = within(await details.findByRole('region', { name: 'Parking spaces' })).getAllByRole('listitem');
  expect(details.getByText('1 free')).toBeVisible();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Reserved'),
    expect.stringContaining('Reserved'),
    expect.stringContaining('Available'),
  ]);
  expect(within(rows[0] as HTMLElement).getByRole('button')).toBeDisabled();
  await user.click(within(rows[2] as HTMLElement).getByRole('button', { name: 'Reserve A-03' }));
  await expectPath(`/reserve/${createSpace(3).id}`);
  expect(await screen.findByLabelText('Date')).toHaveValue(DAY);
  expect(screen.getByLabelText('Duration (hours)')).toHaveDisplayValue('5');
});

test('a driver who clears the chosen arrival sees what is free now, and keeps the focus', async () => {
  const { user, open } = await renderScreen('/map', { as: null });
  expect(await screen.findByRole('group', { name: AREA })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the chosen arrival' }));
  expect(await within(screen.getByRole('radiogroup')).findByText('3 free')).toBeVisible();
  expect(screen.queryByRole('link', { name: CHIP })).toBeNull();
  expect(screen.getByRole('group', { name: 'No arrival is chosen: parking now' })).toHaveFocus();
  await open('/zones');
  expect(await screen.findByText('3 free')).toBeVisible();
});

test('a chosen zone that is full at the arrival can be reserved as soon as that is cleared', async () => {
  takeSpace(3, 0, 5);
  const { user } = await renderScreen('/map', { as: null });
  await user.click(await screen.findByRole('radio', { name: ZONE.name }));
  expect(screen.getByRole('button', { name: 'Reserve Parking' })).toBeDisabled();
  const readZoneNow = () =>
    server.received('GET /rest/v1/parking_zones').filter(({ url }) => url.searchParams.get('id') === `eq.${ZONE.id}`);
  expect(readZoneNow()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Clear the chosen arrival' }));
  // At once, and not with the next refresh.
  expect(readZoneNow()).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reserve Parking' })).toBeEnabled());
});

test('the list of zones counts for the chosen arrival, which can be changed or cleared there', async () => {
  const { user } = await renderScreen('/zones', { as: null });
  expect(await screen.findByText('1 free')).toBeVisible();
  expect(screen.getByRole('link', { name: CHIP })).toHaveAttribute('href', '/arrival-time');
  await user.click(screen.getByRole('button', { name: 'Clear the chosen arrival' }));
  expect(await screen.findByText('3 free')).toBeVisible();
});

test('the screen of a zone marks its spaces for the chosen arrival until it is cleared', async () => {
  const { user } = await renderScreen(`/reserve-parking/${ZONE.id}`, { as: null });
  expect(await screen.findByText('1 free')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Reserve A-01' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Clear the chosen arrival' }));
  expect(await screen.findByText('3 free')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reserve A-01' })).toBeEnabled());
  expect(screen.getByRole('link', { name: /Arriving later\?/ })).toHaveFocus();
});

test('a space that somebody took since is refused before the form, for the chosen arrival', async () => {
  const { user } = await renderScreen(`/reserve-parking/${ZONE.id}`);
  const reserve = await screen.findByRole('button', { name: 'Reserve A-03' });
  takeSpace(3, 0, 1);
  await user.click(reserve);
  expect(await findToast('This parking space is currently reserved. Please try another space or time.')).toBeVisible();
  await waitFor(() => expect(reserve).toBeDisabled());
  await expectPath(`/reserve-parking/${ZONE.id}`);
});

test('Reserve Parking takes a space that is free at the chosen arrival, though it is taken now', async () => {
  Object.assign(server.rows('parking_spaces')[2] ?? {}, { status: 'reserved' });
  const { user } = await renderScreen('/map');
  await user.click(await screen.findByRole('radio', { name: ZONE.name }));
  await user.click(screen.getByRole('button', { name: 'Reserve Parking' }));
  await expectPath(`/reserve/${createSpace(3).id}`);
  expect(await screen.findByText('Free at this time')).toBeVisible();
});

test('a driver who chooses or clears the arrival in another tab sees the counts for it here', async () => {
  const stored = localStorage.getItem('parqueo.arrival') ?? '';
  const changeElsewhere = (value: string | null) => {
    if (value === null) localStorage.removeItem('parqueo.arrival');
    else localStorage.setItem('parqueo.arrival', value);
    fireEvent(window, new StorageEvent('storage', { key: 'parqueo.arrival' }));
  };
  await renderScreen('/map', { as: null });
  expect(within(await screen.findByRole('radiogroup')).getByText('1 free')).toBeVisible();
  changeElsewhere(null);
  expect(await within(await screen.findByRole('radiogroup')).findByText('3 free')).toBeVisible();
  changeElsewhere(stored);
  expect(await within(await screen.findByRole('radiogroup')).findByText('1 free')).toBeVisible();
  expect(screen.getByRole('link', { name: CHIP })).toBeVisible();
});

test('Park Now shows the chosen arrival and says that it starts at once', async () => {
  await renderScreen('/park-now', { as: null });
  expect(await screen.findByRole('link', { name: CHIP })).toBeVisible();
  expect(screen.getByText('Park Now starts at once, not at the arrival you chose.')).toBeVisible();
});

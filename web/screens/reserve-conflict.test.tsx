import { fireEvent, screen, within } from '@testing-library/react';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { set } from 'date-fns/set';
import { beforeEach, expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import { server } from '../testing/fake-server.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const HOUR_MS = 3_600_000;
const START = set(addDays(new Date(), 5), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const DAY = format(START, 'yyyy-MM-dd');

const createTime = (hours: number) => new Date(START.getTime() + hours * HOUR_MS).toISOString();

/** Somebody else takes the space for hours that are counted from the start of the reservation. */
function takeSpace(number: number, fromHours: number, toHours: number): void {
  const start_time = createTime(fromHours);
  const end_time = createTime(toHours);
  const { id } = createSpace(number);
  server.rows('space_occupancy').push({ parking_space_id: id, start_time, end_time });
  const space = server.rows('find_spaces').find((row) => row.id === id);
  Object.assign(space ?? {}, { status: 'reserved' });
}

const confirm = () => screen.findByRole('button', { name: 'CONFIRM RESERVATION' });
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Opens the form of a space and fills in the reservation: three hours from nine o'clock on. */
async function openForm(number = 1) {
  const { user } = await renderScreen(`/reserve/${createSpace(number).id}`);
  await fill('Date', DAY);
  await fill('Time', '09:00');
  return user;
}

beforeEach(() => {
  server.rows('parking_zones').push(ZONE);
  const createSpaces = () => [createSpace(1), createSpace(2), { ...createSpace(3), hourly_rate: 6.5 }];
  server.tables.parking_spaces = createSpaces();
  // With their status at the time of the reservation.
  server.tables.find_spaces = createSpaces();
});

test('a driver takes the nearest free space for the same time, with all that was filled in', async () => {
  takeSpace(1, 1, 2);
  takeSpace(2, 0, 1);
  const user = await openForm();
  await user.click(screen.getByRole('radio', { name: /Honda Civic/ }));
  await user.click(screen.getByRole('radio', { name: 'PayPal' }));

  expect(await screen.findByText('A-03 is free')).toBeVisible();
  expect(screen.getByText('$6.50/hr')).toBeVisible();
  expect(await confirm()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Take A-03' }));

  await expectPath(`/reserve/${createSpace(3).id}`);
  expect(await screen.findByText('Free at this time')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'A-03' })).toBeVisible();
  expect(screen.getByLabelText('Date')).toHaveValue(DAY);
  expect(screen.getByLabelText('Time')).toHaveValue('09:00');
  expect(screen.getByRole('radio', { name: /Honda Civic/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  expect(screen.getByText('Free at this time').closest('[role=status]')).toHaveFocus();
  await user.click(await confirm());
  await expectPath('/directions');
  expect(server.rows('reservations')).toMatchObject([
    { parking_space_id: createSpace(3).id, start_time: createTime(0), end_time: createTime(3) },
  ]);
});

test('a driver chooses a later start on the same space', async () => {
  takeSpace(1, 1, 5);
  takeSpace(1, 9, 10);
  const user = await openForm();
  expect(await screen.findByText('Free from 2:00 PM')).toBeVisible();
  expect(screen.getByText('Free from 7:00 PM')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Choose 2:00\u00a0PM' }));

  expect(await screen.findByText('Free at this time')).toBeVisible();
  expect(screen.getByText('Free at this time').closest('[role=status]')).toHaveFocus();
  expect(screen.getByLabelText('Time')).toHaveValue('14:00');
  await user.click(await confirm());
  await expectPath('/directions');
  expect(server.rows('reservations')).toMatchObject([{ start_time: createTime(5), end_time: createTime(8) }]);
});

test('a zone that is full for a time says so', async () => {
  for (const number of [1, 2, 3]) takeSpace(number, -1, 24 * 9);
  await openForm();
  expect(await screen.findByText('No other space of this zone is free then. Try another date or zone.')).toBeVisible();
});

const CHIP = new RegExp(`${format(START, 'MMM.d')},.* 9:00.AM, 5 hours, change`);

test('the sheet, the pins and the details count the spaces that are free at the chosen arrival', async () => {
  localStorage.setItem('parqueo.arrival', JSON.stringify(createPeriod(START, 5)));
  const zone = { ...ZONE, spaces: [{ count: 3 }], available: [{ count: 3 }] };
  server.tables.parking_zones = [zone];
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
  const { user } = await renderScreen('/map');
  expect(await screen.findByRole('button', { name: CHIP })).toBeVisible();
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

import { screen, within } from '@testing-library/react';
import { addDays, format, set } from 'date-fns';
import { beforeEach, expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import { server } from '../testing/fake-server.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const HOUR_MS = 3_600_000;
const START = set(addDays(new Date(), 5), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });
const DAY = format(START, 'yyyy-MM-dd');
const CHIP = new RegExp(`${format(START, 'MMM d')},.* 9:00 AM, 5 hours, change`);

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
  localStorage.setItem('parqueo.arrival', JSON.stringify(createPeriod(START, 5)));
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

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import {
  CLIENT_RETRIES_MS,
  expectPath,
  fakeClock,
  passTime,
  renderScreen,
  setDevicePosition,
} from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const HOUR_MS = 3_600_000;
const ROUTE = 'GET /route/v1/driving';
const zoneChoice = () => screen.findByRole('radio', { name: ZONE.name });
const visit = () => renderScreen('/map', { as: null });

beforeEach(() => {
  server.rows('parking_zones').push(structuredClone(ZONE));
  server.rows('parking_spaces').push(createSpace());
});

test('nothing can be reserved until a zone is chosen, and the zone leads to its spaces', async () => {
  const { user } = await visit();
  expect(await screen.findByRole('button', { name: 'Reserve Parking' })).toBeDisabled();
  await user.click(await zoneChoice());
  expect(screen.getByRole('button', { name: 'Reserve Parking' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: `Choose ${ZONE.name}` }));
  await expectPath(`/reserve-parking/${ZONE.id}`);
  expect(await screen.findByRole('heading', { name: ZONE.name })).toBeVisible();
});

test('Reserve Parking goes straight on with the first free space', async () => {
  const { user } = await renderScreen('/map');
  await user.click(await zoneChoice());
  await user.click(screen.getByRole('button', { name: 'Reserve Parking' }));
  await expectPath(`/reserve/${createSpace().id}`);
  expect(await screen.findByRole('region', { name: 'Parking space' })).toHaveTextContent(ZONE.name);
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

test('a driver who parks sees the banner, and it leads to the countdown', async () => {
  server.rows('reservations').push(createReservation({ startsInHours: -0.5 }));
  const { user } = await renderScreen('/map');
  await user.click(await screen.findByRole('link', { name: /Parked at/ }));
  await expectPath('/parking-status');
  expect(await screen.findByRole('timer')).toHaveTextContent(/0h \d+m \d+s/);
});

test('a signed-in driver is welcomed once', async () => {
  const { reload } = await renderScreen('/map');
  expect(await screen.findByText('Welcome to Parqueo!')).toBeVisible();
  await reload();
  expect(await zoneChoice()).toBeVisible();
  expect(screen.queryByText('Welcome to Parqueo!')).toBeNull();
});

test('a full zone cannot be reserved', async () => {
  Object.assign(server.rows('parking_zones')[0] ?? {}, { available: [{ count: 0 }] });
  const { user } = await visit();
  await user.click(await screen.findByRole('button', { name: `Pin of ${ZONE.name}` }));
  expect(await screen.findByRole('button', { name: `Choose ${ZONE.name}` })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Reserve Parking' })).toBeDisabled();
});

test('without permission the map stays usable and the driver is told how to go on', async () => {
  const { user } = await visit();
  const locate = (await screen.findAllByRole('button', { name: /location/i }))[0] as HTMLElement;
  await user.click(locate);
  const why = await screen.findByRole('button', { name: 'Why is my location not shown?' });
  const hint = /Unable to access your location\..*or search by address\./;
  expect(screen.queryByText(hint)).toBeNull();
  expect(screen.getByText('Choose a parking zone')).toBeVisible();
  await user.click(why);
  expect(screen.getByText(hint)).toBeVisible();
  await user.click(why);
  expect(screen.queryByText(hint)).toBeNull();
  expect(locate).toBeEnabled();
});

test('a pin asks for no route while nobody knows where the driver is', async () => {
  const { user } = await visit();
  await user.click(await screen.findByRole('button', { name: `Pin of ${ZONE.name}` }));
  expect(await screen.findByRole('button', { name: `Choose ${ZONE.name}` })).toBeEnabled();
  expect(server.requests.filter(({ url }) => `GET ${url.pathname}`.startsWith(ROUTE))).toEqual([]);
});

test('a pin asks for the way to it once the driver’s own place is shared', async () => {
  setDevicePosition({ latitude: 18.4861, longitude: -69.9 });
  const route = `${ROUTE}/-69.9,18.4861;${ZONE.longitude},${ZONE.latitude}`;
  const { user } = await visit();
  await user.click((await screen.findAllByRole('button', { name: /location/i }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: `Pin of ${ZONE.name}` }));
  await waitFor(() => expect(server.received(route)).not.toEqual([]));
});

test('a city without zones says so', async () => {
  server.tables.parking_zones = [];
  await visit();
  expect(await screen.findByText('No parking zones available')).toBeVisible();
});

test('zones that do not arrive are told in a toast, and can be asked for again', async () => {
  fakeClock();
  const mend = server.breakRequests('GET /rest/v1/rpc/find_map_zones');
  const { user } = await visit();
  await passTime(CLIENT_RETRIES_MS);
  expect(await screen.findByText('Failed to load parking zones')).toBeVisible();
  mend();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await zoneChoice()).toBeVisible();
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
  expect(within(await screen.findByRole('radiogroup')).getByText('from $5.00/hr')).toBeVisible();
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

test('of a zone with many spaces a driver reads fifty, and more on demand', async () => {
  server.tables.parking_spaces = Array.from({ length: 60 }, (_, index) => createSpace(index + 1));
  const { user } = await renderScreen(`/reserve-parking/${ZONE.id}`, { as: null });
  const region = within(await screen.findByRole('region', { name: 'Parking spaces' }));
  expect(region.getAllByRole('listitem')).toHaveLength(50);
  await user.click(region.getByRole('button', { name: 'Show more spaces' }));
  expect(region.getAllByRole('listitem')).toHaveLength(60);
  expect(region.queryByRole('button', { name: 'Show more spaces' })).toBeNull();
});

test('a zone whose spaces all cost the same shows what they cost, whatever its own price', async () => {
  Object.assign(server.rows('parking_zones')[0] ?? {}, { price_per_hour: 8 });
  await visit();
  expect(within(await screen.findByRole('radiogroup')).getByText('$5.00/hr')).toBeVisible();
});

describe('ways to a zone beside its pin', () => {
  test('a driver who wants too much is told, and not shown an empty sheet', async () => {
    const { user } = await visit();
    await zoneChoice();
    server.tables.parking_zones = [];
    for (const name of ['Electric Charging', 'Valet Service', '24/7 Access']) {
      await user.click(screen.getByRole('button', { name }));
    }
    expect(await screen.findByText('No parking zone fits')).toBeVisible();
  });

  test('the amenities that are looked for are part of the list’s address', async () => {
    const valet = {
      ...ZONE,
      id: ZONE.id.replace('14', '15'),
      name: 'Casco Colonial',
      amenities: { valet_service: true },
    };
    server.tables.parking_zones = [valet];
    await renderScreen('/zones?with=valet_service', { as: null });
    expect(await screen.findByRole('link', { name: /Casco Colonial/ })).toBeVisible();
    const asked = server.requests.map(({ url }) => url.searchParams.get('amenities'));
    expect(asked).toContain('cs.{"valet_service":true}');
    expect(screen.getByRole('button', { name: 'Valet Service' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('a driver who asks for all zones again is not told that there are none while they load', async () => {
    server.tables.parking_zones = [];
    const { user } = await renderScreen('/zones?with=valet_service', { as: null });
    expect(await screen.findByText('No parking zone fits')).toBeVisible();
    server.tables.parking_zones = [ZONE];
    const release = server.holdRequests('GET /rest/v1/rpc/find_zones');
    await user.click(screen.getByRole('button', { name: 'Show all zones' }));
    expect(screen.queryByText('No parking zones available')).toBeNull();
    release();
    expect(await screen.findByRole('link', { name: new RegExp(ZONE.name) })).toBeVisible();
  });

  test('a driver reads until when a space is free before choosing it', async () => {
    server.rows('parking_spaces').push(createSpace(2));
    const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
    server.rows('space_occupancy').push({
      parking_space_id: createSpace(1).id,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + HOUR_MS).toISOString(),
    });
    const hour = start.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replace('\u202f', ' ');
    await renderScreen(`/reserve-parking/${ZONE.id}`, { as: null });
    const rows = within(await screen.findByRole('region', { name: 'Parking spaces' }));
    expect(await rows.findByText(new RegExp(`Free until .*${hour}`))).toBeVisible();
    const items = rows.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items.find((text) => text.includes('A-01'))).toMatch(new RegExp(`Free until .*${hour}`));
    expect(items.find((text) => text.includes('A-02'))).toContain('Free for the next 24 hours');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectTexts, openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createAdminReservation, createReservation } from '../../testing/rows.ts';

const NACO = '5e000000-0000-4000-8000-000000000001';
const RESERVATIONS_ROUTE = 'POST /rest/v1/rpc/todays_reservations';
const SEARCH_ROUTE = 'POST /rest/v1/rpc/search_admin_reservations';
const SCAN_ROUTE = 'POST /functions/v1/ticket-arrival';

let reservations: Row[];

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 2, 10, 14, 2));
  reservations = [];
  server.rows('parking_zones').push({ id: NACO, name: 'Naco', price_per_hour: 5 });
  server.handle(RESERVATIONS_ROUTE, ({ body }) => {
    const { zone } = body as { zone: string | null };
    return Response.json(reservations.filter(({ zone_id }) => zone === null || zone_id === zone));
  });
});

type Reservation = { plate: string; from: number; to: number; movement?: string; zone?: string };

/** A reservation of the list; from and to in minutes from now. */
function addReservation({ plate, from, to, movement = 'arrival', zone = 'Naco' }: Reservation): void {
  const times = createReservation({ startsInHours: from / 60, hours: (to - from) / 60 });
  const zoneOf = { zone_id: zone === 'Naco' ? NACO : null, zone_name: zone };
  const vehicle = { vehicle_name: 'Toyota Yaris', vehicle_plate: plate };
  reservations.push(createAdminReservation({ ...times, ...zoneOf, ...vehicle, movement, arrived_at: null }));
}

const openToday = () => openTab('reservations', '&view=today');
const arrivals = () => screen.findByRole('region', { name: /^Arrivals/ });
const departures = () => screen.findByRole('region', { name: /^Departures/ });
const plates = () => screen.queryAllByText(/^[A-Z]\d{6}$/);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');

test('an attendant reads who arrives and who leaves, by zone and time, and how late they are', async () => {
  addReservation({ plate: 'A100000', from: -12, to: 60 });
  addReservation({ plate: 'A200000', from: 25, to: 85 });
  addReservation({ plate: 'B100000', from: 40, to: 90, zone: 'Gazcue' });
  addReservation({ plate: 'C100000', from: -90, to: -20, movement: 'departure' });
  addReservation({ plate: 'C200000', from: -90, to: 95, movement: 'departure' });
  await openToday();
  await expectTexts(plates, ['B100000', 'A100000', 'A200000', 'C100000', 'C200000']);
  const coming = within(await arrivals());
  expect(coming.getByRole('heading', { name: 'Arrivals (3)' })).toBeVisible();
  expect(within(coming.getByRole('list', { name: 'Naco' })).getAllByRole('listitem')).toHaveLength(2);
  for (const text of ['12 min late', 'In 25 min', 'Ana Pérez, Toyota Yaris', '13:50 - 15:02']) {
    expect(coming.getAllByText(text)[0]).toBeVisible();
  }
  const leaving = within(await departures());
  for (const text of ['20 min over', 'In 1 hr 35 min']) expect(leaving.getByText(text)).toBeVisible();
  expect(screen.getByText('Updated 14:02')).toBeVisible();
});

function putDevices(getUserMedia: () => Promise<MediaStream>): void {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}

/** A camera that sees this code, read by a browser that can. */
function putCamera(see: () => string | null): void {
  const stream = { getTracks: () => [{ stop: () => undefined }] } as unknown as MediaStream;
  putDevices(async () => stream);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const Detector = class {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => {
      const rawValue = see();
      return rawValue === null ? [] : [{ rawValue }];
    };
  };
  vi.stubGlobal('BarcodeDetector', Detector);
}

const SHOWN = {
  zone: 'Naco',
  space: 'A-01',
  plate: 'A100000',
  from: new Date(2026, 2, 10, 14).getTime(),
  to: new Date(2026, 2, 10, 16).getTime(),
};
const MARKED = { arrived_at: '2026-03-10T18:02:00Z', is_new: true };

test.each([
  ['valid', MARKED, 'Arrival marked', 'This vehicle may park here now.'],
  ['not-yet', MARKED, 'Arrival marked', 'The ticket is genuine. The reservation starts at 14:00.'],
  ['cancelled', null, 'Cancelled', 'This reservation was cancelled.'],
  ['changed', null, 'Changed', /Below is what holds now\. No arrival was marked/],
] as const)('an attendant scans a ticket that is %s', async (verdict, arrival, title, text) => {
  putCamera(() => 'https://parqueo.test/ticket/x.y.z');
  server.handle(SCAN_ROUTE, ({ body }) => {
    expect(body).toEqual({ ticket: 'https://parqueo.test/ticket/x.y.z', scan: expect.any(String) });
    return Response.json({ verdict, arrival, shown: SHOWN, reservation: null });
  });
  const { user } = await openToday();
  await user.click(await button('Scan a ticket'));
  const result = await screen.findByRole('alert');
  expect(within(result).getByText(title)).toBeVisible();
  expect(within(result).getByText(text)).toBeVisible();
  expect(within(result).getByText('A100000')).toBeVisible();
  expect(within(await dialog()).getByText('Mar 10, 2026 16:00')).toBeVisible();
});

test('a ticket that could not be checked is checked again, as the same scan', async () => {
  putCamera(() => 'a ticket');
  server.failRequests(SCAN_ROUTE, 503, { code: 'unavailable' });
  const { user } = await openToday();
  await user.click(await button('Scan a ticket'));
  expect(await screen.findByText('The ticket could not be checked. Please try again.')).toBeVisible();
  server.handle(SCAN_ROUTE, () => Response.json({ verdict: 'valid', shown: SHOWN, arrival: MARKED }));
  await user.click(await button('Try again'));
  expect(await screen.findByText('Arrival marked')).toBeVisible();
  const [first, second] = server.received(SCAN_ROUTE).map(({ body }) => body);
  expect(second).toEqual(first);
});

test.each([
  ['is denied', new DOMException('', 'NotAllowedError'), /^The camera is not allowed here\./],
  ['is absent', new DOMException('', 'NotFoundError'), /^There is no camera to use here\./],
])('where the camera %s, an attendant finds the reservations of today by a plate', async (_, error, text) => {
  addReservation({ plate: 'A100000', from: 5, to: 60 });
  const listed = reservations[0];
  const tonight = createAdminReservation(createReservation({ startsInHours: 6 }));
  server.handle(SEARCH_ROUTE, ({ url, body }) => {
    expect(body).toEqual({ words: 'a100' });
    expect(url.searchParams.getAll('start_time')).toHaveLength(2);
    return Response.json([listed, { ...tonight, vehicle_plate: 'A100001' }]);
  });
  addReservation({ plate: 'B100000', from: 5, to: 60 });
  putDevices(() => Promise.reject(error));
  const { user } = await openToday();
  await user.click(await button('Scan a ticket'));
  expect(await screen.findByText(text)).toBeVisible();
  await user.type(within(await dialog()).getByLabelText('Plate'), 'a100{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectTexts(plates, ['A100000', 'A100001']);
});

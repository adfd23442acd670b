import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { NearbyZone } from '../../../domain/zones/nearest.ts';
import { connect } from '../../data/connection.ts';
import { SAMPLE_VEHICLES } from '../../samples/sample-vehicles.ts';
import { reservationRowSchema, reservedSpaceSchema, toReservation } from '../reservation-row.ts';
import { CurrentReservationBanner } from './current-reservation-banner.tsx';
import { getSavedSession } from './saved-session.ts';
import { CURRENT_RESERVATION_POLL_MS } from './use-current-reservation.ts';

const USER_ID = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';
const NOW = new Date('2026-03-01T14:00:00Z');
const SPACE = {
  name: 'A-01',
  location: 'Calle El Conde 105',
  zone_name: 'Casco Colonial',
  hourly_rate: 5,
  parking_zones: { location: null, price_per_hour: 5, latitude: 18.47, longitude: -69.88 },
};
const ROW = {
  id: 'reservation-1',
  parking_space_id: 'space-1',
  start_time: '2026-03-01T13:00:00+00:00',
  end_time: '2026-03-01T16:05:00+00:00',
  total_amount: 15,
  created_at: '2026-03-01T12:00:00+00:00',
};

/** Stands in for the server at its HTTP border: the rows it lists; undefined when it cannot be reached. */
const server = { rows: [] as object[] | undefined, asked: [] as URL[] };

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(new Request(input, init).url);
    server.asked.push(url);
    if (server.rows === undefined) throw new TypeError('Failed to fetch');
    return Response.json(server.rows);
  });
  connect({
    supabaseUrl: 'http://parqueo.test',
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    samples: true,
    maps: { provider: 'open', styleUrl: '', routerUrl: '', geocoderUrl: '' },
  });
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  Object.assign(server, { rows: [{ ...ROW, parking_spaces: SPACE }], asked: [] });
  onEnded.mockClear();
  const session = {
    access_token: 'token',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 36_000,
    expires_at: Math.floor(NOW.getTime() / 1000) + 36_000,
    user: { id: USER_ID },
  };
  localStorage.setItem('sb-parqueo-auth-token', JSON.stringify(session));
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The card of a reservation that is over is a module of its own. */
const loadOverdueCard = () => act(() => vi.dynamicImportSettled());
const banner = () => screen.queryByRole('link', { name: /Parked at A-01/ });

const ZONE: NearbyZone = {
  id: 'sample-gazcue',
  name: 'Patio Gazcue',
  address: 'Av. Máximo Gómez 35',
  position: { lat: 18.472, lng: -69.9115 },
  pricePerHour: 3.5,
  availableSpaces: 11,
};
const localReservation = (startTime: string) =>
  createLocalReservation({
    zone: ZONE,
    vehicle: SAMPLE_VEHICLES[0],
    now: new Date(startTime),
    uuid: crypto.randomUUID(),
  });

const onEnded = vi.fn();

async function openMap() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CurrentReservationBanner onEnded={onEnded} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(100);
}

test('the banner shows a driver the reservation under way, and asks for active ones that were over for less than a day', async () => {
  await openMap();

  expect(banner()).toHaveTextContent('2 hr 5 min left');
  expect(Object.fromEntries(server.asked[0]?.searchParams ?? [])).toMatchObject({
    user_id: `eq.${USER_ID}`,
    status: 'eq.active',
    start_time: 'lt.2026-03-01T14:00:00.000Z',
    end_time: 'gt.2026-02-28T14:00:00.000Z',
    order: 'start_time.desc',
  });
});

test('the banner goes away at the next look after the reservation was ended elsewhere', async () => {
  await openMap();
  server.rows = [];

  await pass(CURRENT_RESERVATION_POLL_MS - 200);
  expect(banner()).toBeVisible();
  await pass(300);

  expect(banner()).not.toBeInTheDocument();
});

test('the banner asks nothing and shows nothing to a visitor', async () => {
  localStorage.clear();
  await openMap();

  expect(banner()).not.toBeInTheDocument();
  expect(server.asked).toEqual([]);
});

test('the banner lets a driver end a reservation that is over, and keeps it for the way without a connection', async () => {
  const over = { ...ROW, end_time: '2026-03-01T13:40:00+00:00' };
  const reservation = toReservation(reservationRowSchema.parse(over), { space: reservedSpaceSchema.parse(SPACE) });
  getSavedSession(USER_ID).write(reservation);
  server.rows = undefined;
  vi.spyOn(console, 'warn').mockReturnValue(undefined);

  await openMap();
  await loadOverdueCard();

  expect(screen.getByRole('link', { name: /Still at A-01, Casco Colonial\?/ })).toHaveTextContent('Ended 20 min ago');
  expect(screen.getByRole('button', { name: 'End Parking' })).toBeVisible();
});

test('the banner shows of several reservations the running one that started last, else the one that ended last', async () => {
  const space = (name: string) => ({ parking_spaces: { ...SPACE, name } });
  const times = (start: string, end: string) => ({
    start_time: `2026-03-01T${start}:00+00:00`,
    end_time: `2026-03-01T${end}:00+00:00`,
  });
  const overdue = [
    { ...ROW, id: 'r-4', ...times('12:30', '13:00'), ...space('A-04') },
    { ...ROW, id: 'r-3', ...times('12:00', '13:30'), ...space('A-03') },
  ];
  const running = [
    { ...ROW, id: 'r-2', ...times('11:00', '15:00'), ...space('A-02') },
    { ...ROW, id: 'r-1', ...times('10:00', '16:00'), ...space('A-01') },
  ];
  server.rows = [...overdue, ...running];
  await openMap();
  expect(screen.getByRole('link', { name: /Parked at A-02/ })).toBeVisible();

  server.rows = overdue;
  await pass(CURRENT_RESERVATION_POLL_MS);
  await loadOverdueCard();

  expect(screen.getByRole('link', { name: /Still at A-03.*\?/ })).toBeVisible();
});

test('the banner relies on the saved session while the server cannot be reached', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const reservation = toReservation(reservationRowSchema.parse(ROW), { space: reservedSpaceSchema.parse(SPACE) });
  getSavedSession(USER_ID).write(reservation);
  server.rows = undefined;

  await openMap();

  expect(banner()).toBeVisible();
});

test.each([
  ['2026-03-01T13:30:00Z', 'Patio Gazcue'],
  ['2026-03-01T12:30:00Z', 'A-01'],
])(
  'the banner shows of a booked reservation from 13:00 and a local one from %s the later: %s',
  async (startTime, place) => {
    getSavedSession(USER_ID).write(localReservation(startTime));

    await openMap();

    expect(screen.getByRole('link', { name: new RegExp(`Parked at ${place}`) })).toBeVisible();
  },
);

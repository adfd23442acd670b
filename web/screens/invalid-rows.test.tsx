import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PastList } from '../booking/lists/past-list.tsx';
import { ReservationCard } from '../booking/lists/reservation-card.tsx';
import { UpcomingList } from '../booking/lists/upcoming-list.tsx';
import { SpaceList } from '../booking/zones/details/space-list.tsx';
import { ZoneList } from '../booking/zones/zone-list.tsx';
import { connect } from '../data/connection.ts';
import { EntryList } from '../office/audit/entry-list.tsx';
import { AdminUsers } from '../office/people/admin-users.tsx';
import { AdminReservations } from '../office/reservations/admin-reservations.tsx';
import { SpaceManagement } from '../office/spaces/space-management.tsx';
import { AdminZones } from '../office/zones/admin-zones.tsx';

// In every list one row is as nobody expects it: it shows as an invalid row, and the one beside it as ever.

const USER_ID = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';
const AHEAD = '2099-03-01T10:00:00+00:00';
const AHEAD_END = '2099-03-01T13:00:00+00:00';
const PAST = '2026-03-01T10:00:00+00:00';

const space = { name: 'A-01', location: null, zone_name: 'Naco', hourly_rate: 5, parking_zones: null };
const reservation = {
  parking_space_id: 'space-1',
  start_time: AHEAD,
  end_time: AHEAD_END,
  total_amount: 15,
  created_at: PAST,
  status: 'active',
  parking_spaces: space,
  user_name: 'Ana Pérez',
  user_email: 'ana@parqueo.test',
  space_name: 'A-01',
  space_location: null,
  zone_name: 'Naco',
  duration_hours: 3,
};
const person = {
  user_id: USER_ID,
  email: 'ana@parqueo.test',
  full_name: 'Ana Pérez',
  phone: null,
  rating: 4,
  total_trips: 1,
  status: 'active',
  last_activity: null,
  created_at: PAST,
};
const zone = {
  name: 'Naco',
  description: null,
  location: null,
  latitude: 18.47,
  longitude: -69.93,
  rating: 4,
  price_per_hour: 5,
  lowest_rate: 5,
  highest_rate: 5,
  amenities: {},
  space_count: 1,
  updated_at: PAST,
  spaces: [{ count: 1 }],
  available: [{ count: 1 }],
};
const parkingSpace = {
  name: 'A-01',
  zone_id: null,
  zone_name: null,
  location: null,
  hourly_rate: 5,
  status: 'available',
  last_activity: null,
  updated_at: PAST,
};
const entry = {
  action: 'update',
  subject_table: 'parking_zones',
  subject_id: 'zone-1',
  before: { name: 'Naco', rating: 1 },
  after: { name: 'Naco', rating: 2 },
  created_at: PAST,
  actor_email: 'admin@parqueo.test',
  person_email: null,
};

/** Two rows of each table, the second of which no screen can show. */
const TABLES: Record<string, object[]> = {
  admin_reservations: [
    { ...reservation, id: 'fine' },
    { ...reservation, id: 'invalid-1', end_time: 'infinity', total_amount: 'NaN' },
  ],
  reservations: [
    { ...reservation, id: 'fine' },
    { ...reservation, id: 'invalid-1', start_time: '12000-01-01T00:00:00+00:00' },
  ],
  profiles: [
    { ...person, id: 'fine' },
    { ...person, id: 'invalid-1', rating: 'NaN' },
  ],
  admin_zones: [
    { ...zone, id: 'fine' },
    { ...zone, id: 'invalid-1', price_per_hour: 'Infinity' },
  ],
  parking_zones: [
    { ...zone, id: 'fine' },
    { ...zone, id: 'invalid-1', latitude: 'NaN' },
  ],
  parking_spaces: [
    { ...parkingSpace, id: 'fine' },
    { ...parkingSpace, id: 'invalid-1', hourly_rate: 'NaN' },
  ],
  admin_audit_log: [
    { ...entry, id: 2 },
    { ...entry, id: 1, created_at: '0044-03-15T00:00:00+00:00 BC' },
  ],
};

beforeAll(() => {
  // The tests' browser does not know this element, which React reports once.
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<search />).unmount();
  report.mockRestore();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url);
    const rows = TABLES[pathname.split('/').at(-1) ?? ''] ?? [];
    // Stays under way are asked for beside those ahead.
    const isUnderWay = searchParams.getAll('start_time').some((filter) => filter.startsWith('lt.'));
    const shown = isUnderWay ? [] : rows;
    return Response.json(shown, { headers: { 'content-range': `0-${shown.length - 1}/${shown.length}` } });
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
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const nothing = () => null;
const lists: [name: string, list: ReactNode, fine: string, invalid: string][] = [
  [
    'reservations of the back office',
    <AdminReservations key="" hasVehicles={false} Details={nothing} />,
    'Ana Pérez',
    'invalid-1',
  ],
  ['users of the back office', <AdminUsers key="" History={nothing} />, 'Ana Pérez', 'invalid-1'],
  [
    'zones of the back office',
    <AdminZones key="" LocationPicker={nothing} History={nothing} Ratings={null} />,
    'Naco',
    'invalid-1',
  ],
  [
    'spaces of the back office',
    <SpaceManagement
      key=""
      lock={{ status: nothing, control: nothing }}
      History={nothing}
      deviceIds={[]}
      onRefresh={() => undefined}
    />,
    'A-01',
    'invalid-1',
  ],
  ['audit log', <EntryList key="" label="Log" subject={null} emptyText="None" />, 'Changed zone Naco', '1'],
  [
    'upcoming reservations',
    <UpcomingList
      key=""
      userId={USER_ID}
      card={ReservationCard}
      onDirections={() => undefined}
      onEnded={() => undefined}
    />,
    'A-01',
    'invalid-1',
  ],
  [
    'past reservations',
    <PastList
      key=""
      userId={USER_ID}
      card={ReservationCard}
      onDirections={() => undefined}
      onEnded={() => undefined}
    />,
    'A-01',
    'invalid-1',
  ],
  [
    'zones of drivers',
    <ZoneList
      key=""
      filter={{ amenities: [], period: null }}
      origin={null}
      onClearFilter={() => undefined}
      toZone={(id) => `/${id}`}
    />,
    'Naco',
    'invalid-1',
  ],
  [
    'spaces of a zone',
    <SpaceList key="" zone={{ id: 'zone-1', pricePerHour: 5 }} period={null} onReserve={() => undefined} />,
    'A-01',
    'invalid-1',
  ],
];

test.each(lists)('in the %s an invalid row shows as one and hides no other', async (_, list, fine, invalid) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{list}</MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(`This row cannot be shown (${invalid})`)).toBeVisible();
  expect(screen.getAllByText(fine, { exact: false })[0]).toBeVisible();
});

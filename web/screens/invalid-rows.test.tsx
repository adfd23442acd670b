import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { PastList } from '../booking/lists/past-list.tsx';
import { UpcomingList } from '../booking/lists/upcoming-list.tsx';
import { SpaceList } from '../booking/zones/details/space-list.tsx';
import { ZoneList } from '../booking/zones/zone-list.tsx';
import { connect } from '../data/connection.ts';
import { EntryList } from '../office/audit/entry-list.tsx';
import { AdminUsers } from '../office/people/admin-users.tsx';
import { AdminReservations } from '../office/reservations/admin-reservations.tsx';
import { SpaceManagement } from '../office/spaces/space-management.tsx';
import { AdminZones } from '../office/zones/admin-zones.tsx';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import { stubMedia } from '../testing/render-screen.tsx';
import { createAdminSpace, createReservation, ZONE } from '../testing/rows.ts';

// In every list one row is as nobody expects it: it shows as an invalid row, and the one beside it as ever.

const addInvalid = (row: Row, changes: Row): Row[] => [row, { ...row, id: 'invalid-1', ...changes }];

const nothing = () => null;
const reservationList = {
  userId: DRIVER.id,
  onDirections: () => undefined,
  onEnded: () => undefined,
};

beforeEach(() => {
  stubMedia(() => true);
  connect(server.config);
  const reservation = {
    ...createReservation({ startsInHours: 24 }),
    user_name: 'Ana Pérez',
    user_email: DRIVER.email,
    space_name: 'A-01',
    space_location: null,
    zone_name: ZONE.name,
    duration_hours: 1,
  };
  const person = {
    ...server.rows('profiles')[0],
    full_name: 'Ana Pérez',
    rating: 4,
    total_trips: 1,
    last_activity: null,
  };
  const zone = { ...ZONE, space_count: 1, updated_at: '2026-01-01T00:00:00Z' };
  const entry = {
    id: 2,
    action: 'update',
    subject_table: 'parking_zones',
    subject_id: ZONE.id,
    before: { name: ZONE.name, rating: 1 },
    after: { name: ZONE.name, rating: 2 },
    created_at: '2026-01-01T00:00:00Z',
    actor_email: null,
    person_email: null,
  };
  const reservations = addInvalid(reservation, { start_time: '12000-01-01T00:00:00+00:00' });
  Object.assign(server.tables, {
    admin_reservations: addInvalid(reservation, { end_time: 'infinity', total_amount: 'NaN' }),
    profiles: addInvalid(person, { rating: 'NaN' }),
    admin_zones: addInvalid(zone, { price_per_hour: 'Infinity' }),
    parking_zones: addInvalid(zone, { latitude: 'NaN' }),
    parking_spaces: addInvalid(createAdminSpace({ name: 'A-01' }), { hourly_rate: 'NaN' }),
    admin_audit_log: [entry, { ...entry, id: 1, created_at: '0044-03-15T00:00:00+00:00 BC' }],
  });
  // Reservations under way are asked for beside those ahead.
  server.handle('GET /rest/v1/reservations', ({ url }) => {
    const isUnderWay = url.searchParams.getAll('start_time').some((filter) => filter.startsWith('lt.'));
    return Response.json(isUnderWay ? [] : reservations);
  });
  for (const name of ['admin_user_summary', 'admin_message_inbox']) {
    server.handle(`POST /rest/v1/rpc/${name}`, () => Response.json([]));
  }
});

test.each<[name: string, list: ReactNode, fine: string]>([
  ['reservations of the back office', <AdminReservations key="" hasVehicles={false} Details={nothing} />, 'Ana Pérez'],
  ['users of the back office', <AdminUsers key="" History={nothing} />, 'Ana Pérez'],
  [
    'zones of the back office',
    <AdminZones key="" LocationPicker={nothing} History={nothing} Ratings={null} />,
    ZONE.name,
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
  ],
  ['upcoming reservations', <UpcomingList key="" {...reservationList} />, 'A-01'],
  ['past reservations', <PastList key="" {...reservationList} />, 'A-01'],
  [
    'zones of drivers',
    <ZoneList
      key=""
      filter={{ amenities: [], period: null }}
      origin={null}
      onClearFilter={() => undefined}
      toZone={(id) => `/${id}`}
    />,
    ZONE.name,
  ],
  [
    'spaces of a zone',
    <SpaceList key="" zone={{ id: ZONE.id, pricePerHour: 5 }} period={null} onReserve={() => undefined} />,
    'A-01',
  ],
  ['audit log', <EntryList key="" label="Log" subject={null} emptyText="None" />, `Changed zone ${ZONE.name}`],
])('in the %s an invalid row shows as one and hides no other', async (_, list, fine) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{list}</MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^This row cannot be shown \((invalid-)?1\)$/)).toBeVisible();
  expect(screen.getAllByText(fine, { exact: false })[0]).toBeVisible();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { SessionProvider } from '../account/session/session-provider.tsx';
import { ReservationCard } from '../booking/lists/reservation-card.tsx';
import { UpcomingList } from '../booking/lists/reservation-lists.tsx';
import { SpaceList } from '../booking/zones/space-list.tsx';
import { ZoneList } from '../booking/zones/zone-list.tsx';
import { connect } from '../data/connection.ts';
import { AdminReservations } from '../office/reservations/admin-reservations.tsx';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import { stubMedia } from '../testing/render-screen.tsx';
import { createAdminReservation, createAdminSpace, createReservation, ZONE } from '../testing/rows.ts';

// In a list of each kind one row is as nobody expects it: it shows as an invalid row, and the one beside it as ever.

const addInvalid = (row: Row, changes: Row): Row[] => [row, { ...row, id: 'invalid-1', ...changes }];

const reservationList = { userId: DRIVER.id, Card: ReservationCard, onEnded: () => undefined };

beforeEach(() => {
  stubMedia(() => true);
  connect(server.config);
  const reservation = createAdminReservation(createReservation({ startsInHours: 24 }));
  const reservations = addInvalid(reservation, { start_time: '12000-01-01T00:00:00+00:00' });
  Object.assign(server.tables, {
    admin_reservations: addInvalid(reservation, { end_time: 'infinity', total_amount: 'NaN' }),
    parking_zones: addInvalid(ZONE, { latitude: 'NaN' }),
    parking_spaces: addInvalid(createAdminSpace({ name: 'A-01' }), { hourly_rate: 'NaN' }),
  });
  server.handle('GET /rest/v1/reservations', () => Response.json(reservations));
});

test.each<[name: string, list: ReactNode, fine: string]>([
  ['reservations of the back office', <AdminReservations key="" onOpen={() => undefined} />, 'Ana Pérez'],
  ['upcoming reservations', <UpcomingList key="" {...reservationList} />, 'A-01'],
  [
    'zones of drivers',
    <ZoneList key="" filter={{ amenities: [], period: null }} origin={null} onClearFilter={() => undefined} />,
    ZONE.name,
  ],
  [
    'spaces of a zone',
    <SpaceList key="" zone={{ id: ZONE.id, pricePerHour: 5 }} period={null} onReserve={() => undefined} />,
    'A-01',
  ],
])('in the %s an invalid row shows as one and hides no other', async (_, list, fine) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SessionProvider onSignedOut={() => undefined}>{list}</SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/^This row cannot be shown \((invalid-)?1\)$/)).toBeVisible();
  expect(screen.getAllByText(fine, { exact: false })[0]).toBeVisible();
});

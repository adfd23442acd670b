import { fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { beforeEach, expect, test } from 'vitest';
import { keepInbox, keepMessages } from '../testing/fake-messages.ts';
import { servePayments } from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import { keepVehicles } from '../testing/fake-vehicles.ts';
import { createReceipt } from '../testing/money-rows.ts';
import { ADMIN, DRIVER } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { createReservation, ZONE } from '../testing/rows.ts';

// Every screen says what it could not load, and loads it when it is asked again.

const RECEIPT = createReceipt(createReservation({ startsInHours: -3 }));

beforeEach(() => {
  servePayments({ balance: 100 });
  keepVehicles();
  keepMessages();
  keepInbox([]);
  Object.assign(server.tables, { admin_reservations: [], admin_audit_log: [], receipts: [RECEIPT], user_activity: [] });
  server.rows('parking_zones').push({ ...ZONE, rating_count: 2 });
  server.handle('GET /rest/v1/rpc/zone_ratings', () => Response.json([]));
  for (const list of ['zone_timeline', 'todays_reservations', 'admin_user_summary']) {
    server.handle(`POST /rest/v1/rpc/${list}`, () => Response.json([]));
  }
});

test.each([
  ['/map', 'GET /rest/v1/rpc/find_map_zones', 'Failed to load parking zones'],
  ['/park-now', 'GET /rest/v1/rpc/find_zones', 'Failed to load parking zones'],
  [`/reserve-parking/${ZONE.id}`, 'GET /rest/v1/rpc/zone_ratings', 'Failed to load the ratings'],
  ['/reservations', 'GET /rest/v1/reservations', 'Failed to load reservations'],
  ['/wallet', 'GET /rest/v1/profiles', 'Failed to load your balance'],
  ['/wallet', 'GET /rest/v1/wallet_entries', "Failed to load your wallet's history"],
  [`/receipt/${RECEIPT.id}`, 'GET /rest/v1/receipts', 'Failed to load the receipt'],
  ['/messages', 'GET /rest/v1/user_messages', 'Failed to load the messages'],
  ['/account', 'GET /rest/v1/vehicles', 'Failed to load your vehicles. Please try again.'],
  ['/settings', 'GET /rest/v1/user_settings', 'Failed to load your settings'],
  ['/admin?tab=overview&part=revenue', 'POST /rest/v1/rpc/revenue_by_day', 'Failed to load the revenue'],
  ['/admin?tab=overview', 'GET /rest/v1/proposed_corrections', 'Failed to load what was paid'],
  ['/admin?tab=reservations', 'GET /rest/v1/admin_reservations', 'Failed to fetch reservations'],
  ['/admin?tab=reservations&view=today', 'POST /rest/v1/rpc/todays_reservations', /^Arrivals and departures could not/],
  ['/admin?tab=reservations&view=timeline', 'POST /rest/v1/rpc/zone_timeline', /^The timeline could not be loaded/],
  ['/admin?tab=users', 'GET /rest/v1/admin_users', 'Failed to fetch users'],
  ['/admin?tab=zones', 'GET /rest/v1/admin_zones', 'Failed to fetch parking zones'],
  ['/admin?tab=parking', 'GET /rest/v1/parking_spaces', 'Failed to fetch data'],
  ['/admin?tab=settings', 'GET /rest/v1/installation_settings', /^The settings of this installation could not/],
])('%s says that %s failed, and loads it when it is asked again', async (path, route, sentence) => {
  const repair = server.failRequests(route, 400, { code: 'XX000' });
  await renderScreen(path, { as: path.startsWith('/admin') ? ADMIN : DRIVER });
  expect((await screen.findAllByText(sentence))[0]).toBeVisible();
  repair();
  // Some say it in a toast too, which stays for four seconds.
  toast.dismiss();
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(again);
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

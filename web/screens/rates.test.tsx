import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { beforeEach, expect, test } from 'vitest';
import vectors from '../../domain/money/rate-vectors.json' with { type: 'json' };
import { serveChanges } from '../testing/fake-changes.ts';
import { servePayments } from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

// 50 an hour in steps of half an hour, 15 minutes free, 300 a day at most.
const { plaza } = vectors.tables;
const SPACE = { ...createSpace(), has_rates: true, hourly_rate: 50 };

beforeEach(() => {
  servePayments({ balance: 1000 });
  keepVehicles(createVehicle('Toyota Yaris', 'A987654'));
  server.rows('parking_zones').push({ ...ZONE, has_rates: true, lowest_rate: 50, highest_rate: 50 });
  server.rows('parking_spaces').push(SPACE);
  server.tables.find_spaces = [SPACE];
  server.handle('GET /rest/v1/rate_assignments', () =>
    Response.json([
      {
        rate_table_id: 'plaza',
        space_id: null,
        vehicle_type: null,
        rate_tables: { rate_versions: [plaza, { ...plaza, valid_from: '2199-01-01T00:00:00Z', per_hour: 90 }] },
      },
    ]),
  );
});

const fillHours = async (hours: number) =>
  fireEvent.change(await screen.findByLabelText('Duration (hours)'), { target: { value: String(hours) } });

test('a driver sees how a price by a table comes about, and pays that price', async () => {
  const { user } = await renderScreen(`/reserve/${SPACE.id}`);
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: inDays(5) } });
  expect(await screen.findByText('from $50.00')).toBeVisible();
  await fillHours(7);
  expect(await screen.findByText('7 hr at $50.00')).toBeVisible();
  expect(screen.getByText('Daily maximum reached').parentElement).toHaveTextContent('−$50.00');
  await user.click(await screen.findByRole('button', { name: /CONFIRM/ }));
  await waitFor(() => expect(server.rows('reservations')).toMatchObject([{ total_amount: 300 }]));
});

test('an extension beyond the maximum costs nothing, and the dialog says why', async () => {
  serveChanges();
  server.rows('reservations').push({
    ...createReservation({ startsInHours: -5, hours: 6, space: SPACE }),
    total_amount: 300,
    payment_method: 'wallet',
  });
  server.handle('GET /rest/v1/rpc/rates_of_reservation', () => Response.json({ version: plaza, events: [] }));
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('link', { name: /Parked now/ }));
  await user.click(await screen.findByRole('button', { name: 'Extend reservation' }));
  expect(await screen.findByText('Daily maximum reached')).toBeVisible();
  expect(screen.getByText('Paid so far').parentElement).toHaveTextContent('−$300.00');
  expect(screen.getByText('$0.00')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Extend until/ })).toBeEnabled();
});

const inDays = (days: number) => format(addDays(new Date(), days), 'yyyy-MM-dd');
const createDay = (day: object) => ({
  id: crypto.randomUUID(),
  zone_id: null,
  price: null,
  rate_tables: null,
  ended_at: null,
  first_day: inDays(4),
  last_day: inDays(6),
  name: 'Juego',
  ...day,
});

test('a driver reserves on the day of an event at its price, which the details of the zone say', async () => {
  server.rows('special_days').push(createDay({ kind: 'event', price: 500 }));
  const { user } = await renderScreen(`/reserve/${SPACE.id}`);
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: inDays(5) } });
  expect((await screen.findByText('Juego')).parentElement).toHaveTextContent('$500.00');
  await user.click(await screen.findByRole('button', { name: /CONFIRM/ }));
  await waitFor(() => expect(server.rows('reservations')).toMatchObject([{ total_amount: 500 }]));
  await renderScreen(`/reserve-parking/${ZONE.id}`);
  expect(await screen.findByText(/^Event .*: Juego, from \$500\.00 a stay$/)).toBeVisible();
});

test('a driver reads in the field that the zone is closed then, and cannot reserve', async () => {
  server.rows('special_days').push(createDay({ kind: 'closed', name: 'Navidad' }));
  Object.assign(server.rows('parking_zones')[0] ?? {}, { opening_hours: [{ days: '1234567', from: 0, to: 1 }] });
  await renderScreen(`/reserve/${SPACE.id}`);
  fireEvent.change(await screen.findByLabelText('Time'), { target: { value: '12:00' } });
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: inDays(9) } });
  expect(await screen.findByText(/^The zone is closed at that time\. Open: 12:00\sAM – 12:01\sAM\.$/)).toBeVisible();
  expect(screen.getByRole('button', { name: /CONFIRM/ })).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '00:00' } });
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: inDays(5) } });
  await fillHours(24);
  expect(await screen.findByText('The zone is closed then: Navidad.')).toBeVisible();
});

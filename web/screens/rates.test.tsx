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
        ...{ rate_table_id: 'plaza', space_id: null, vehicle_type: null },
        rate_tables: { rate_versions: [plaza, { ...plaza, valid_from: '2199-01-01T00:00:00Z', per_hour: 90 }] },
      },
    ]),
  );
});

const fillHours = async (hours: number) =>
  fireEvent.change(await screen.findByLabelText('Duration (hours)'), { target: { value: String(hours) } });

test('a driver sees how a price by a table comes about, and pays that price', async () => {
  const { user } = await renderScreen(`/reserve/${SPACE.id}`);
  fireEvent.change(await screen.findByLabelText('Date'), {
    target: { value: format(addDays(new Date(), 5), 'yyyy-MM-dd') },
  });
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
    ...{ total_amount: 300, payment_method: 'wallet' },
  });
  server.handle('GET /rest/v1/rpc/rates_of_reservation', () => Response.json([plaza]));
  const { user } = await renderScreen('/reservations');
  await user.click(await screen.findByRole('link', { name: /Parked now/ }));
  await user.click(await screen.findByRole('button', { name: 'Extend reservation' }));
  expect(await screen.findByText('Daily maximum reached')).toBeVisible();
  expect(screen.getByText('Paid so far').parentElement).toHaveTextContent('−$300.00');
  expect(screen.getByText('$0.00')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Extend until/ })).toBeEnabled();
});

test('a space with a table says from which price', async () => {
  await renderScreen(`/reserve-parking/${ZONE.id}`);
  expect((await screen.findAllByText('from $50.00/hr')).length).toBeGreaterThan(0);
});

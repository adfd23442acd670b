import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, format, set } from 'date-fns';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentMethod } from '../../../domain/reservations/payment.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { connect } from '../../data/connection.ts';
import { SampleReserveForm } from '../../samples/sample-reserve-form.tsx';
import { chosenArrival } from '../arrival/use-chosen-arrival.ts';

const SERVER = 'http://parqueo.test';
const USER_ID = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';
const SPACE = {
  name: 'A-01',
  location: null,
  zone_id: 'zone-1',
  zone_name: 'Zona Colonial',
  hourly_rate: 4,
  status: 'available',
};
const ZONE = { location: 'Calle El Conde 105', price_per_hour: 5, latitude: 18.47, longitude: -69.88 };
const TARGET = {
  space: { id: 'space-1', name: SPACE.name, location: null, hourlyRate: SPACE.hourly_rate },
  zone: { id: SPACE.zone_id, name: SPACE.zone_name, address: ZONE.location, pricePerHour: ZONE.price_per_hour },
};

const IN_HALF_A_YEAR = set(addDays(new Date(), 180), { hours: 9, minutes: 30, seconds: 0, milliseconds: 0 });
const ARRIVAL = { startTime: IN_HALF_A_YEAR.toISOString(), durationHours: 2 };

const TAKEN_TIME = {
  parking_space_id: 'space-1',
  start_time: '2026-01-01T00:00:00Z',
  end_time: '9999-01-01T00:00:00Z',
};

type Row = { id: string; start_time: string; end_time: string; parking_space_id: string };
type Answer = { status: number; body: unknown };

/** Stands in for the server at its HTTP border: keeps rows, and answers an insert as a test says. */
const server = {
  rows: [] as Row[],
  inserts: [] as Row[],
  othersHoldTheSpace: false,
  suspended: false,
  onInsert: (row: Row): Answer | 'answer lost' => server.keep(row),
  keep(row: Row): Answer {
    server.rows.push(row);
    return { status: 201, body: shown(row) };
  },
};

const shown = (row: Row) => ({ ...row, total_amount: 12, created_at: '2026-11-21T12:00:00+00:00' });

function answerTo(request: Request, body: string): Answer | 'answer lost' {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/parking_spaces')) return { status: 200, body: { ...SPACE, parking_zones: ZONE } };
  if (pathname.endsWith('/find_spaces')) return { status: 200, body: [] };
  if (pathname.endsWith('/profiles'))
    return { status: 200, body: [{ status: server.suspended ? 'suspended' : 'active' }] };
  if (pathname.endsWith('/space_occupancy')) {
    const isTaken = server.othersHoldTheSpace || server.rows.length > 0;
    return { status: 200, body: isTaken ? [TAKEN_TIME] : [] };
  }
  if (request.method === 'GET') return { status: 200, body: server.rows.map(shown) };
  const row: Row = JSON.parse(body);
  server.inserts.push(row);
  return server.onInsert(row);
}

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const answer = answerTo(request, await request.text());
    if (answer === 'answer lost') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status });
  });
  connect({
    supabaseUrl: SERVER,
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    samples: true,
    maps: { provider: 'open', styleUrl: '', routerUrl: '', geocoderUrl: '' },
  });
});

beforeEach(() => {
  Object.assign(server, { rows: [], inserts: [], othersHoldTheSpace: false, suspended: false, onInsert: server.keep });
  const session = {
    access_token: 'token',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: USER_ID },
  };
  localStorage.setItem('sb-parqueo-auth-token', JSON.stringify(session));
});

function openForm(paymentMethod: PaymentMethod = 'wallet') {
  const reserved: Reservation[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SampleReserveForm
        target={TARGET}
        paymentMethod={paymentMethod}
        onReserved={(reservation) => reserved.push(reservation)}
        onTakeSpace={() => undefined}
      />
    </QueryClientProvider>,
  );
  return reserved;
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: 'CONFIRM RESERVATION' }));

describe('ReserveForm', () => {
  test('books once on a double click, with the price live and the zone as the place', async () => {
    const reserved = openForm();

    await userEvent.click(screen.getByRole('button', { name: /add 2 hours/ }));
    expect(screen.getByText('$20.00')).toBeVisible();
    await userEvent.dblClick(screen.getByRole('button', { name: 'CONFIRM RESERVATION' }));

    await vi.waitFor(() => expect(reserved).toHaveLength(1));
    expect(server.inserts).toMatchObject([{ user_id: USER_ID, parking_space_id: 'space-1', status: 'active' }]);
    expect(reserved[0]).toMatchObject({
      parkingSpotName: 'A-01',
      durationHours: 5,
      lat: 18.47,
      lng: -69.88,
      price: 12,
    });
  });

  test('finds the one booking again when the answer to the first try got lost', async () => {
    const reserved = openForm();
    server.onInsert = (row) => {
      server.keep(row);
      return 'answer lost';
    };

    await confirm();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create reservation');
    await confirm();

    await vi.waitFor(() => expect(reserved).toHaveLength(1));
    expect(server.rows).toHaveLength(1);
    expect(reserved[0]?.id).toBe(server.rows[0]?.id);
  });

  test('keeps everything chosen when another driver was first', async () => {
    openForm();
    server.onInsert = () => ({ status: 409, body: { code: '23P01', message: 'conflicting key value' } });

    await userEvent.click(screen.getByRole('radio', { name: /Honda Civic/ }));
    await userEvent.click(screen.getByRole('button', { name: /add 1 hour/ }));
    await confirm();

    expect(await screen.findByText('Taken for part of this time')).toBeVisible();
    expect(screen.getByLabelText('Duration (hours)')).toHaveValue('4');
    expect(screen.getByRole('radio', { name: /Honda Civic/ })).toBeChecked();
  });

  test('asks first and inserts nothing into a time that others hold', async () => {
    openForm();
    server.othersHoldTheSpace = true;

    await confirm();

    expect(await screen.findByText('Taken for part of this time')).toBeVisible();
    expect(server.inserts).toEqual([]);
  });

  test('tells a suspended driver so', async () => {
    openForm();
    server.suspended = true;
    server.onInsert = () => ({ status: 403, body: { code: '42501', message: 'row-level security' } });

    await confirm();

    expect(await screen.findByRole('alert')).toHaveTextContent('Your account is suspended and cannot reserve.');
  });

  test('asks for date and time beside them and sends nothing', async () => {
    openForm();

    await userEvent.clear(screen.getByLabelText('Date'));
    await confirm();

    expect(await screen.findByText('Please select date and time')).toBeVisible();
    expect(screen.getByLabelText('Date')).toBeInvalid();
    expect(server.inserts).toEqual([]);
  });

  test('names the field of a reservation that lasts too long, sends nothing and keeps what was typed', async () => {
    openForm();
    const hours = screen.getByLabelText('Duration (hours)');
    await userEvent.clear(hours);
    await userEvent.type(hours, '745');

    await confirm();

    expect(await screen.findByText('A stay can last at most 31 days, which is 744 hours.')).toBeVisible();
    expect(hours).toBeInvalid();
    expect(hours).toHaveFocus();
    expect(hours).toHaveValue('745');
    expect(server.inserts).toEqual([]);
  });

  test('calls no time free that cannot be booked', async () => {
    openForm();
    expect(await screen.findByText('Free at this time')).toBeVisible();
    const hours = screen.getByLabelText('Duration (hours)');
    await userEvent.clear(hours);
    await userEvent.type(hours, '745');

    await waitFor(() => expect(screen.queryByText('Free at this time')).not.toBeInTheDocument());
    const days = screen.getByLabelText('Date');
    await userEvent.clear(hours);
    await userEvent.type(hours, '3');
    expect(await screen.findByText('Free at this time')).toBeVisible();
    await userEvent.clear(days);
    await userEvent.type(days, format(addDays(new Date(), -2), 'yyyy-MM-dd'));

    await waitFor(() => expect(screen.queryByText('Free at this time')).not.toBeInTheDocument());
  });

  test.each([
    [
      'too-many-upcoming-reservations',
      'You have as many upcoming reservations as a driver can have. Cancel one, or wait until one is over.',
    ],
    [
      'too-many-reservations-in-an-hour',
      'You have made as many reservations as a driver can make in an hour. Try again later.',
    ],
  ])('shows the database’s text about the limit %s, and keeps what was chosen', async (hint, message) => {
    openForm();
    server.onInsert = () => ({ status: 400, body: { code: '23514', message, hint, details: null } });
    await userEvent.click(screen.getByRole('radio', { name: /Honda Civic/ }));

    await confirm();

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('radio', { name: /Honda Civic/ })).toBeChecked();
  });

  test('starts with the arrival chosen before, and forgets it once it is booked', async () => {
    chosenArrival.write(ARRIVAL);
    const reserved = openForm();

    expect(screen.getByLabelText('Date')).toHaveValue(format(IN_HALF_A_YEAR, 'yyyy-MM-dd'));
    expect(screen.getByLabelText('Time')).toHaveValue('09:30');
    await confirm();

    await vi.waitFor(() => expect(reserved).toHaveLength(1));
    expect(server.inserts).toMatchObject([{ start_time: ARRIVAL.startTime }]);
    expect(chosenArrival.read()).toBeNull();
  });

  test('goes back to now on demand and keeps the car and the hours', async () => {
    chosenArrival.write(ARRIVAL);
    openForm();
    await userEvent.click(screen.getByRole('radio', { name: /Honda Civic/ }));

    await userEvent.click(screen.getByRole('button', { name: 'Start now' }));

    expect(screen.getByLabelText('Date')).not.toHaveValue(format(IN_HALF_A_YEAR, 'yyyy-MM-dd'));
    expect(screen.getByLabelText('Duration (hours)')).toHaveValue('2');
    expect(screen.getByRole('radio', { name: /Honda Civic/ })).toBeChecked();
    expect(screen.queryByText('Starts with the arrival time you chose.')).toBeNull();
    expect(chosenArrival.read()).toBeNull();
  });

  test('calls its start the chosen arrival only until another one is entered', () => {
    chosenArrival.write(ARRIVAL);
    openForm();
    expect(screen.getByText('Starts with the arrival time you chose.')).toBeVisible();

    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:15' } });

    expect(screen.queryByText('Starts with the arrival time you chose.')).toBeNull();
  });

  test('keeps the chosen arrival when booking fails', async () => {
    chosenArrival.write(ARRIVAL);
    openForm();
    server.othersHoldTheSpace = true;

    await confirm();

    expect(await screen.findByText('Taken for part of this time')).toBeVisible();
    expect(chosenArrival.read()).toEqual(ARRIVAL);
  });

  test('starts with the way to pay that the driver prefers', () => {
    openForm('paypal');

    expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  });

  test('needs a signed-in driver', async () => {
    localStorage.clear();
    openForm();

    await confirm();

    expect(await screen.findByRole('alert')).toHaveTextContent('User must be authenticated to create a reservation');
  });
});

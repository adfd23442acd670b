import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { connect } from '../../data/connection.ts';
import { EndDialog } from './end-dialog.tsx';

const RESERVATION: Reservation = {
  id: 'reservation-1',
  parkingSpotId: 'space-1',
  parkingSpotName: 'A-01',
  zoneName: 'Casco Colonial',
  startTime: new Date(Date.now() - 65.5 * 60_000).toISOString(),
  durationHours: 3,
  vehicle: { id: 'v', name: 'Toyota Yaris', licensePlate: 'A123456', type: 'Hatchback' },
  paymentMethod: 'wallet',
  ownerName: 'System',
  address: 'Calle El Conde 105',
  price: 15,
  lat: 18.47,
  lng: -69.88,
  createdAt: '2026-03-01T09:00:00Z',
};

/** Stands in for the server at its HTTP border: one reservation, and what happens to the next update. */
const server = { status: 'active', updates: [] as URL[], next: 'answered' as 'answered' | 'answer lost' | 'not sent' };

function answerTo(request: Request): Response {
  const url = new URL(request.url);
  if (request.method === 'GET') return Response.json([{ status: server.status }]);
  server.updates.push(url);
  if (server.next === 'not sent') throw new TypeError('Failed to fetch');
  if (server.status !== 'active') return Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 });
  server.status = 'completed';
  if (server.next === 'answer lost') throw new TypeError('Failed to fetch');
  return Response.json({ id: RESERVATION.id });
}

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => answerTo(new Request(input, init)));
  connect({
    supabaseUrl: 'http://parqueo.test',
    supabaseKey: 'publishable',
    lockVendorName: 'Kavass',
    samples: true,
    maps: { provider: 'open', styleUrl: '', routerUrl: '', geocoderUrl: '' },
  });
});

beforeEach(() => {
  Object.assign(server, { status: 'active', updates: [], next: 'answered' });
});

afterEach(() => {
  toast.dismiss();
});

function openDialog(reservation = RESERVATION) {
  const onEnded = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EndDialog reservation={reservation} open onClose={vi.fn()} onEnded={onEnded} />
      <Toaster />
    </QueryClientProvider>,
  );
  return onEnded;
}

const done = () => screen.getByRole('button', { name: 'Done' });

describe('EndDialog', () => {
  test('sums up place, time parked and total', () => {
    openDialog();
    for (const text of ['A-01, Casco Colonial', 'Calle El Conde 105', '1 hr 5 min', '$15.00']) {
      expect(screen.getByText(text)).toBeVisible();
    }
  });

  test('ends the session with one request on a double click', async () => {
    const onEnded = openDialog();

    await userEvent.dblClick(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(server.updates.map(({ search }) => search)).toEqual(['?id=eq.reservation-1&select=id']);
    expect(await screen.findByText('Your parking session has been successfully ended.')).toBeInTheDocument();
  });

  test("stays open when the reservation cannot be ended, such as another driver's", async () => {
    const onEnded = openDialog();
    server.status = 'cancelled';

    await userEvent.click(done());

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to end parking session. Please try again.');
    expect(done()).toBeEnabled();
    expect(onEnded).not.toHaveBeenCalled();
  });

  test('can be tried again when nothing was sent', async () => {
    const onEnded = openDialog();
    server.next = 'not sent';

    await userEvent.click(done());
    expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred. Please try again.');
    server.next = 'answered';
    await userEvent.click(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(server.updates).toHaveLength(2);
  });

  test('takes a session that an earlier try ended for ended', async () => {
    const onEnded = openDialog();
    server.next = 'answer lost';

    await userEvent.click(done());
    await screen.findByRole('alert');
    await userEvent.click(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  });

  test('ends a stay that only this device knows without asking the server', async () => {
    server.next = 'not sent';
    const onEnded = openDialog({ ...RESERVATION, id: 'local-6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11' });

    await userEvent.click(done());

    await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(server.updates).toEqual([]);
    expect(await screen.findByText('Your parking session has been successfully ended.')).toBeInTheDocument();
  });
});

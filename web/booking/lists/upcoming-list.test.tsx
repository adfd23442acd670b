import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../data/connection.ts';
import { ActivityCard } from './activity-card.tsx';
import { UpcomingList } from './upcoming-list.tsx';

const USER_ID = '6f1c2b1a-3a52-4a53-8d2e-0d0f6e1d7a11';
const HOUR_MS = 3_600_000;
const SPACE = {
  name: 'A-01',
  location: null,
  zone_name: 'Casco Colonial',
  hourly_rate: 5,
  parking_zones: { location: 'Calle El Conde 105', price_per_hour: 5, latitude: 18.47, longitude: -69.88 },
};

type Row = ReturnType<typeof rowFrom>;

function rowFrom(id: string, startsInHours: number) {
  const start = Date.now() + startsInHours * HOUR_MS;
  return {
    id,
    parking_space_id: 'space-1',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 2 * HOUR_MS).toISOString(),
    total_amount: 10,
    status: 'active',
    created_at: '2026-03-01T12:00:00+00:00',
    parking_spaces: SPACE,
  };
}

/** Stands in for the server at its HTTP border: the rows of one driver, and what happens to the next update. */
const server = {
  rows: [] as Row[],
  reads: [] as URL[],
  updates: [] as string[],
  next: 'answered' as 'answered' | 'answer lost' | 'not sent',
};

function answerTo(request: Request, body: string): Response {
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('id')?.replace('eq.', '');
  const row = server.rows.find((candidate) => candidate.id === id);
  if (request.method === 'PATCH') {
    server.updates.push(`${searchParams} ${body}`);
    if (server.next === 'not sent') throw new TypeError('Failed to fetch');
    if (row?.status !== 'active') return Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 });
    row.status = 'cancelled';
    if (server.next === 'answer lost') throw new TypeError('Failed to fetch');
    return Response.json({ id });
  }
  if (id !== undefined) return Response.json(row ? [{ status: row.status }] : []);
  server.reads.push(new URL(request.url));
  const isForUpcoming = searchParams.getAll('start_time').some((filter) => filter.startsWith('gte.'));
  const isAhead = ({ start_time }: Row) => Date.parse(start_time) >= Date.now();
  return Response.json(
    server.rows.filter((candidate) => candidate.status === 'active' && isAhead(candidate) === isForUpcoming),
  );
}

beforeAll(() => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return answerTo(request, await request.text());
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
  Object.assign(server, {
    rows: [rowFrom('first', 20), rowFrom('second', 30)],
    reads: [],
    updates: [],
    next: 'answered',
  });
});

afterEach(() => {
  toast.dismiss();
});

function openList() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <UpcomingList userId={USER_ID} card={ActivityCard} onDirections={vi.fn()} onEnded={vi.fn()} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
}

async function askToCancelFirst() {
  const [cancel] = await screen.findAllByRole('button', { name: 'Cancel reservation' });
  if (!cancel) throw new Error('Nothing can be cancelled');
  await userEvent.click(cancel);
  return within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel reservation' });
}

describe('UpcomingList', () => {
  test('requests the current and upcoming active reservations of the driver, the earliest first', async () => {
    openList();
    // Not by list item, as toasts are list items too.
    expect(await screen.findAllByRole('button', { name: 'Directions' })).toHaveLength(2);
    const asked = server.reads.map(({ searchParams }) => ({
      person: searchParams.get('user_id'),
      status: searchParams.get('status'),
      start: searchParams.get('start_time')?.split('.')[0],
      end: searchParams.get('end_time')?.split('.')[0],
      order: searchParams.get('order'),
    }));
    const common = { person: `eq.${USER_ID}`, status: 'eq.active', order: 'start_time.asc,id.asc' };
    expect(asked).toEqual([
      { ...common, start: 'lt', end: 'gte' },
      { ...common, start: 'gte', end: undefined },
    ]);
  });

  test('cancels with one request on a double click, and asks for the row back', async () => {
    openList();
    await userEvent.dblClick(await askToCancelFirst());

    expect(await screen.findByText('Reservation cancelled successfully')).toBeInTheDocument();
    await vi.waitFor(() => expect(screen.getAllByText('Directions')).toHaveLength(1));
    expect(server.updates).toEqual(['id=eq.first&select=id {"status":"cancelled"}']);
    expect(server.rows.map(({ status }) => status)).toEqual(['cancelled', 'active']);
  });

  test('does not call a reservation cancelled that the server hid from the update', async () => {
    openList();
    const yes = await askToCancelFirst();
    server.rows[0] = { ...rowFrom('first', 20), status: 'completed' };

    await userEvent.click(yes);

    expect(await screen.findByText('Failed to cancel reservation')).toBeInTheDocument();
    expect(screen.queryByText('Reservation cancelled successfully')).not.toBeInTheDocument();
  });

  test('takes a cancellation whose answer got lost for what it is', async () => {
    openList();
    const yes = await askToCancelFirst();
    server.next = 'answer lost';

    await userEvent.click(yes);

    expect(await screen.findByText('Reservation cancelled successfully')).toBeInTheDocument();
  });

  test('keeps the question open when the request never left, and tries again', async () => {
    openList();
    const yes = await askToCancelFirst();
    server.next = 'not sent';
    await userEvent.click(yes);
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Failed to cancel reservation',
    );
    server.next = 'answered';

    await userEvent.click(yes);

    expect(await screen.findByText('Reservation cancelled successfully')).toBeInTheDocument();
    expect(server.updates).toHaveLength(2);
  });
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toaster, toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { createAdminReservation, createReservation } from '../../testing/rows.ts';
import { LockControl, LockStatus } from './lock-status.tsx';
import { SpaceLocksProvider } from './space-locks-provider.tsx';

const SPACE = { id: 'space-1', name: 'A-01', zoneName: 'Naco', deviceId: 'KV-1' };
const RECHECK_MS = 5000;

/** Stands in for the proxy: one lock, and what happens to the next command. */
const vendor = {
  locationState: 1,
  moves: true,
  answer: 'taken' as 'taken' | 'late',
  commands: [] as unknown[],
};

type Call = { endpoint: string; body: unknown };

function sendCall({ endpoint, body }: Call): Response {
  if (endpoint.endsWith('getAccessToken')) return Response.json({ code: 200, data: { accessToken: 'token' } });
  if (endpoint.endsWith('list')) {
    return Response.json({ code: 200, data: { content: [{ did: 'KV-1', locationState: vendor.locationState }] } });
  }
  vendor.commands.push(body);
  if (vendor.moves) vendor.locationState = (body as { type: number }).type;
  if (vendor.answer === 'taken') return Response.json({ code: 200 });
  return Response.json({ code: 504, msg: 'The lock vendor did not answer in time' }, { status: 504 });
}

beforeEach(() => {
  connect(server.config);
  server.tables.admin_reservations = [];
  server.handle('POST /functions/v1/lock-proxy', ({ body }) => sendCall(body as Call));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(vendor, { locationState: 1, moves: true, answer: 'taken', commands: [] });
});
afterEach(() => {
  toast.dismiss();
  vi.useRealTimers();
});

async function openSpace() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SpaceLocksProvider>
        <LockStatus space={SPACE} />
        <LockControl space={SPACE} />
      </SpaceLocksProvider>
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('Down');
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const raise = () => screen.getByRole('button', { name: 'Raise the lock of A-01' });
const recheck = () => act(() => vi.advanceTimersByTimeAsync(RECHECK_MS));

test('an administrator is warned that somebody may be parked, and can cancel', async () => {
  const begun = { ...createReservation({ startsInHours: -1, hours: 2 }), parking_space_id: SPACE.id };
  server.tables.admin_reservations = [createAdminReservation(begun)];
  const user = await openSpace();
  await user.click(raise());
  expect(await screen.findByRole('alert')).toHaveTextContent('may be parked on it.');
  await user.click(screen.getByRole('button', { name: 'Keep it as it is' }));
  expect(vendor.commands).toEqual([]);
});

test('an administrator can raise a lock although the check for parked cars failed', async () => {
  server.failRequests('GET /rest/v1/admin_reservations', 500, { code: 'XX000' });
  const user = await openSpace();
  await user.click(raise());
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Raise all the same' }));
  expect(await screen.findByText('Lock raised successfully')).toBeVisible();
});

test('an administrator sees that a lock which did not move is not confirmed', async () => {
  vendor.moves = false;
  const user = await openSpace();
  await user.click(raise());
  await user.click(await screen.findByRole('button', { name: 'Raise lock' }));
  await screen.findByText('Sent, waiting for the lock');
  await recheck();
  expect(await screen.findByText('Not confirmed')).toBeVisible();
  expect(await screen.findByText('The lock of A-01, Naco has not confirmed that it is up')).toBeVisible();
});

test('an administrator sees the position of a lock although the response was late', async () => {
  vendor.answer = 'late';
  const user = await openSpace();
  await user.click(raise());
  await user.click(await screen.findByRole('button', { name: 'Raise lock' }));
  expect(await screen.findByText('Failed to raise lock: The lock vendor did not answer in time')).toBeVisible();
  await recheck();
  expect(await screen.findByText('Confirmed')).toBeVisible();
});

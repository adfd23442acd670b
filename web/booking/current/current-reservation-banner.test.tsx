import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { SessionProvider } from '../../account/session/session-provider.tsx';
import { connect } from '../../data/connection.ts';
import { server } from '../../testing/fake-server.ts';
import { createSession, DRIVER } from '../../testing/people.ts';
import { createReservation, createSpace, RESERVATION } from '../../testing/rows.ts';
import { CurrentReservationBanner } from './current-reservation-banner.tsx';
import { getSavedReservation } from './saved-reservation.ts';
import { CURRENT_RESERVATION_POLL_MS } from './use-current-reservation.ts';

const READ = 'GET /rest/v1/reservations';
const NOW = new Date('2026-03-01T14:00:00Z');
/** Has been under way for an hour. */
const RUNNING = { ...RESERVATION, ...createPeriod(new Date('2026-03-01T13:00:00Z'), 3) };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  connect(server.config);
  localStorage.setItem('sb-parqueo-auth-token', JSON.stringify(createSession(DRIVER)));
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The card of a reservation that is over is a module of its own. */
const loadOverdueCard = () => act(() => vi.dynamicImportSettled());
const banner = () => screen.queryByRole('link', { name: /Parked at A-01/ });
const addReservation = (startsInHours: number, hours: number, space = 1) =>
  server.rows('reservations').push(createReservation({ startsInHours, hours, space: createSpace(space) }));

async function openMap() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SessionProvider onSignedOut={() => undefined}>
          <CurrentReservationBanner />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await pass(100);
}

test('the banner shows a driver the reservation under way, and asks for active ones that were over for less than a day', async () => {
  addReservation(-1, 3.25);
  await openMap();
  expect(banner()).toHaveTextContent('2 hr 15 min left');
  expect(Object.fromEntries(server.received(READ)[0]?.url.searchParams ?? [])).toMatchObject({
    user_id: `eq.${DRIVER.id}`,
    status: 'eq.active',
    end_time: 'gte.2026-02-28T14:00:00.000Z',
    order: 'start_time.asc,id.asc',
  });
});

test('the banner goes away at the next look after the reservation was ended elsewhere', async () => {
  addReservation(-1, 3);
  await openMap();
  server.rows('reservations').length = 0;
  await pass(CURRENT_RESERVATION_POLL_MS - 200);
  expect(banner()).toBeVisible();
  await pass(300);
  expect(banner()).not.toBeInTheDocument();
});

test('the banner shows of several reservations the running one that started last, else the one that ended last', async () => {
  addReservation(-4, 6, 1);
  addReservation(-3, 4, 2);
  addReservation(-1.5, 0.5, 4);
  addReservation(-2, 1.5, 3);
  await openMap();
  expect(screen.getByRole('link', { name: /Parked at A-02/ })).toBeVisible();
  server.rows('reservations').splice(0, 2);
  await pass(CURRENT_RESERVATION_POLL_MS);
  await loadOverdueCard();
  expect(screen.getByRole('link', { name: /Still at A-03.*\?/ })).toBeVisible();
});

test('the banner relies on the saved reservation while the server cannot be reached, also after its end', async () => {
  getSavedReservation(DRIVER.id).write(RUNNING);
  server.breakRequests(READ);
  await openMap();
  expect(banner()).toBeVisible();
  vi.setSystemTime(new Date('2026-03-01T16:20:00Z'));
  await pass(1000);
  await loadOverdueCard();
  expect(screen.getByRole('link', { name: /Still at A-01, Casco Colonial\?/ })).toHaveTextContent('Ended 20 min ago');
  expect(screen.getByRole('button', { name: 'End Parking' })).toBeVisible();
});

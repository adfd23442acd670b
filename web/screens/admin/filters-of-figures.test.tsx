import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { formatDays } from '../../../domain/language/format.ts';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';

// The rows behind the figures of the overview: filters that only its links set.

/** 'Mar 1 – 15, 2026', with thin spaces. */
const DAYS = formatDays('2026-03-01', '2026-03-15');
const RESERVATIONS = 'GET /rest/v1/admin_reservations';
const CHARGED = 'POST /rest/v1/rpc/charged_reservations';
const USERS = 'GET /rest/v1/profiles';

beforeEach(() => {
  server.config.samples = false;
  const respondWithNone = () => Response.json([], { headers: { 'content-range': '*/0' } });
  for (const route of [RESERVATIONS, CHARGED, USERS]) server.handle(route, respondWithNone);
  server.handle('POST /rest/v1/rpc/admin_user_summary', () =>
    Response.json({ total_users: 0, active_today: 0, complete_profiles: 0 }),
  );
  server.handle('GET /rest/v1/rpc/admin_message_inbox', () => Response.json([]));
});

/** What the last request for a table asks of a column; the profile of the administrator is loaded at any time. */
const readConditions = (route: string, column: string) =>
  server
    .received(route)
    .filter(({ url }) => !url.searchParams.has('user_id'))
    .at(-1)
    ?.url.searchParams.getAll(column);
const chip = (filter: string) => screen.findByRole('button', { name: `Remove filter: ${filter}` });

test('reservations of some days of the country are shown without those that were cancelled', async () => {
  await openTab('reservations', '&status=kept&days=2026-03-01..2026-03-15');
  const remove = await chip(`Starting ${DAYS}`);
  await waitFor(() =>
    expect(readConditions(RESERVATIONS, 'start_time')).toEqual([
      'gte.2026-03-01T00:00:00-04:00',
      'lt.2026-03-16T00:00:00-04:00',
    ]),
  );
  expect(readConditions(RESERVATIONS, 'status')).toEqual(['in.(active,completed,expired)']);
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Not cancelled');
  fireEvent.click(remove);
  await waitFor(() => expect(readConditions(RESERVATIONS, 'start_time')).toEqual([]));
  expect(screen.queryByRole('list', { name: 'More filters' })).toBeNull();
});

test('reservations whose space is in use at a moment are shown', async () => {
  await openTab('reservations', '&at=2026-03-15T13:00:00.000Z');
  expect(await chip('In use on Mar 15, 2026 at 9:00 AM in Santo Domingo')).toBeVisible();
  await waitFor(() => expect(readConditions(RESERVATIONS, 'left_at')).toEqual(['gt.2026-03-15T13:00:00.000Z']));
  expect(readConditions(RESERVATIONS, 'start_time')).toEqual([
    'lte.2026-03-15T13:00:00.000Z',
    'gt.2026-02-11T13:00:00.000Z',
  ]);
});

test('stays that ended late in spaces without a zone are shown', async () => {
  await openTab('reservations', '&ending=late&zone=none');
  expect(await chip('Ended late')).toBeVisible();
  await waitFor(() => expect(readConditions(RESERVATIONS, 'ended_late')).toEqual(['is.true']));
  expect(readConditions(RESERVATIONS, 'zone_id')).toEqual(['is.null']);
});

test('reservations for which money moved in some days are shown, also with words', async () => {
  await openTab('reservations', '&charged=2026-03-01..2026-03-15&q=ana');
  expect(await chip(`Charged or given back ${DAYS}`)).toBeVisible();
  await waitFor(() =>
    expect(server.received(CHARGED).at(-1)?.body).toEqual({
      first_day: '2026-03-01',
      last_day: '2026-03-15',
      words: 'ana',
    }),
  );
});

test('people who joined in some days of the country are shown', async () => {
  await openTab('users', '&joined=2026-03-01..2026-03-15');
  const remove = await chip(`Joined ${DAYS}`);
  await waitFor(() =>
    expect(readConditions(USERS, 'created_at')).toEqual([
      'gte.2026-03-01T00:00:00-04:00',
      'lt.2026-03-16T00:00:00-04:00',
    ]),
  );
  fireEvent.click(remove);
  await waitFor(() => expect(readConditions(USERS, 'created_at')).toEqual([]));
});

test('an address with filters that are none shows everything', async () => {
  await openTab('reservations', '&days=tomorrow&charged=2026-03-15..2026-03-01&at=noon&ending=early');
  await waitFor(() => expect(server.received(RESERVATIONS)).not.toEqual([]));
  expect(readConditions(RESERVATIONS, 'start_time')).toEqual([]);
  expect(screen.queryByRole('list', { name: 'More filters' })).toBeNull();
});

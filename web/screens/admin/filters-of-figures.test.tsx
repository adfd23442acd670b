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
      'gte.2026-03-01T04:00:00.000Z',
      'lt.2026-03-16T04:00:00.000Z',
    ]),
  );
  expect(readConditions(RESERVATIONS, 'status')).toEqual(['in.(active,completed,expired)']);
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Not cancelled');
  fireEvent.click(remove);
  await waitFor(() => expect(readConditions(RESERVATIONS, 'start_time')).toEqual([]));
  expect(screen.queryByRole('list', { name: 'More filters' })).toBeNull();
});

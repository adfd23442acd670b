import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { formatDays } from '../../../domain/language/format.ts';
import { expectTexts, openTab, selectOption } from '../../testing/back-office.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
import { type Row, respondFromTable } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminReservation, createReservation } from '../../testing/rows.ts';

type Reservation = { space: string; from: number; to: number; status?: string; timeState?: string };

/** A row of the view; `from` and `to` in hours from now. */
function addReservation({ space, from, to, status = 'active', timeState = 'future' }: Reservation): Row {
  const times = createReservation({ startsInHours: from, hours: to - from, status });
  const row = createAdminReservation({ ...times, space_name: space, time_state: timeState });
  server.rows('admin_reservations').push(row);
  return row;
}

function openReservations(search = '') {
  // The search function reads the view, with the same parameters.
  server.handle('POST /rest/v1/rpc/search_admin_reservations', ({ url, headers, body }) => {
    const { words } = body as { words: string };
    const found = server
      .rows('admin_reservations')
      .filter(({ space_name }) => String(space_name).toLowerCase().includes(words));
    return respondFromTable(found, new Request(url, { headers }), null);
  });
  return openTab('reservations', search);
}

const findRow = async (text: string) => {
  const [cell] = await screen.findAllByText(text, { selector: 'td *' });
  return cell?.closest('tr') as HTMLElement;
};
const inRow = async (text: string) => within(await findRow(text));
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  server.tables.admin_reservations = [];
});

test('an administrator filters by status and time, and what fits both is shown', async () => {
  addReservation({ space: 'Filtro-4', from: 4, to: 5, status: 'cancelled', timeState: 'past' });
  addReservation({ space: 'Filtro-2', from: 2, to: 3 });
  addReservation({ space: 'Filtro-1', from: -1, to: 1, timeState: 'current' });
  addReservation({ space: 'Filtro-3', from: -3, to: -1, timeState: 'past' });
  await openReservations('&q=filtro');
  const names = () => screen.queryAllByText(/^Filtro-\d$/);
  const choose = (label: string, option: string) => selectOption(screen.getByLabelText(label), option);

  await expectTexts(names, ['Filtro-4', 'Filtro-2', 'Filtro-1', 'Filtro-3']);
  choose('Time', 'Current');
  await expectTexts(names, ['Filtro-1']);
  choose('Time', 'Past');
  await expectTexts(names, ['Filtro-4', 'Filtro-3']);
  choose('Status', 'Cancelled');
  await expectTexts(names, ['Filtro-4']);
  const cancelled = await inRow('Filtro-4');
  expect(cancelled.getByText('Past')).toBeVisible();
  expect(cancelled.queryByRole('button', { name: /^(Complete|Cancel)$/ })).toBeNull();
});

test('an administrator reads that a driver was faster, and sees what became of it', async () => {
  const reservation = addReservation({ space: 'Carrera-1', from: 1, to: 2 });
  server.rows('reservations').push(reservation);
  const { user } = await openReservations('&q=carrera-1');
  await user.click((await inRow('Carrera-1')).getByRole('button', { name: 'Complete' }));
  reservation.status = 'cancelled';
  await user.click(button('Complete reservation'));
  expect(
    await findToast('Somebody else changed this reservation meanwhile, and it is no longer active.'),
  ).toBeVisible();
  expect(await (await inRow('Carrera-1')).findByText('Cancelled')).toBeVisible();
});

test('an operator who ends a reservation late reads how late, and the overview counts such cars', async () => {
  server.config.samples = false;
  addReservation({ space: 'Tarde-1', from: -4, to: -2.51, timeState: 'past' });
  const { user } = await openTab('overview');
  await user.click(await screen.findByRole('link', { name: /^Cars that have not left/ }));
  await user.click((await inRow('Tarde-1')).getByRole('button', { name: 'Complete' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Not left yet2 hr 30 min late');
});

test('a car that is inside by its plate has no price and no end before it leaves', async () => {
  server.config.samples = false;
  const row = addReservation({ space: 'Abierta-1', from: -4, to: -1, timeState: 'current' });
  Object.assign(row, { user_name: 'A123456', vehicle_plate: 'A123456', vehicle_name: 'A123456' });
  Object.assign(row, { is_open: true, total_amount: 0 });
  server.handle('POST /rest/v1/rpc/list_paid', () => Response.json([{ id: row.id, paid: 0, methods: [] }]));
  server.handle('POST /rest/v1/rpc/stay_at_desk', () => Response.json({ ...row, acts: [], driver: null }));
  const { user } = await openReservations('&q=abierta');
  const open = await inRow('Abierta-1');
  for (const text of ['No account', 'A123456', 'Open: paid when leaving', 'open'])
    expect(open.getByText(text)).toBeVisible();
  expect(open.queryByText('$0.00')).toBeNull();
  expect(open.queryByRole('button', { name: /^(Complete|Cancel)$/ })).toBeNull();
  await user.click(open.getByRole('button', { name: /^Payment and history/ }));
  const actions = within(await screen.findByRole('list', { name: 'What you can do' }));
  expect(actions.getByRole('link', { name: 'Exit' })).toHaveAttribute('href', `/staff/stay/${row.id}`);
  expect(actions.queryByRole('button', { name: /^(End|Cancel|Move|Extend)/ })).toBeNull();
});

test('a list outlives the connection and says how old it is', async () => {
  addReservation({ space: 'A-01', from: 1, to: 2 });
  await openReservations();
  expect(await screen.findByText(/^Updated \d\d:\d\d$/)).toBeVisible();
  setOnline(false);
  expect(await screen.findByText(/^No connection\. This is from \d\d:\d\d\.$/)).toBeVisible();
  expect(await findRow('A-01')).toBeVisible();
  setOnline(true);
  expect(await screen.findByText(/^Updated \d\d:\d\d$/)).toBeVisible();
});

test('reservations of some days of the country are shown without those that were cancelled', async () => {
  server.config.samples = false;
  await openTab('reservations', '&status=kept&days=2026-03-01..2026-03-15');
  const days = formatDays('2026-03-01', '2026-03-15');
  const remove = await screen.findByRole('button', { name: `Remove filter: Starting ${days}` });
  const readConditions = (column: string) =>
    server.received('GET /rest/v1/admin_reservations').at(-1)?.url.searchParams.getAll(column);
  await waitFor(() =>
    expect(readConditions('start_time')).toEqual(['gte.2026-03-01T04:00:00.000Z', 'lt.2026-03-16T04:00:00.000Z']),
  );
  expect(readConditions('status')).toContain('in.(active,completed,expired)');
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Not cancelled');
  fireEvent.click(remove);
  await waitFor(() => expect(readConditions('start_time')).toEqual([]));
  expect(screen.queryByRole('list', { name: 'More filters' })).toBeNull();
});

import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectTexts, openTab, selectOption } from '../../testing/back-office.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
import { type Row, respondFromTable } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';

const HOUR_MS = 3_600_000;
const PAGE_OUT_OF_RANGE = { code: 'PGRST103', message: 'Requested range not satisfiable' };

type Reservation = {
  space: string;
  from: number;
  to: number;
  status?: string;
  timeState?: string;
  userName?: string | null;
  zone?: Row;
};

/** A row of the view; `from` and `to` in hours from now. */
function addReservation({
  space,
  from,
  to,
  status = 'active',
  timeState = 'future',
  userName = 'Ana',
  zone,
}: Reservation): Row {
  const row = {
    id: crypto.randomUUID(),
    user_name: userName,
    user_email: DRIVER.email,
    space_name: space,
    space_location: 'Calle de Prueba 7',
    zone_id: zone?.id ?? null,
    zone_name: zone?.name ?? 'Malecón',
    start_time: new Date(Date.now() + from * HOUR_MS).toISOString(),
    end_time: new Date(Date.now() + to * HOUR_MS).toISOString(),
    duration_hours: to - from,
    total_amount: 5 * (to - from),
    status,
    time_state: timeState,
  };
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
    if (Number(url.searchParams.get('offset') ?? 0) > found.length)
      return Response.json(PAGE_OUT_OF_RANGE, { status: 416 });
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

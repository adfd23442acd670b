import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { catchDownloads, expectTexts, openTab, selectOption } from '../../testing/back-office.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
import { type Row, respondFromTable } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { expectPath, findToast } from '../../testing/render-screen.tsx';
import { ZONE } from '../../testing/rows.ts';

const HOUR_MS = 3_600_000;
const VIEW_ROUTE = 'GET /rest/v1/admin_reservations';
const END_ROUTE = 'PATCH /rest/v1/reservations';
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
const rows = () => screen.getAllByRole('row');
const column = (name: string) => screen.getByRole('columnheader', { name });
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
  choose('Time', 'Future');
  await expectTexts(names, ['Filtro-2']);
  choose('Time', 'Past');
  await expectTexts(names, ['Filtro-4', 'Filtro-3']);
  choose('Status', 'Cancelled');
  await expectTexts(names, ['Filtro-4']);
  const cancelled = await inRow('Filtro-4');
  expect(cancelled.getByText('Past')).toBeVisible();
  expect(cancelled.queryByRole('button', { name: /^(Complete|Cancel)$/ })).toBeNull();
  choose('Time', 'All Time');
  choose('Status', 'All Status');
  await waitFor(() => expect(names()).toHaveLength(4));
});

test('an administrator reads the vehicle in the list, and before they end or look back on its reservation', async () => {
  Object.assign(addReservation({ space: 'Placa-1', from: 1, to: 2 }), {
    vehicle_name: 'Toyota Yaris',
    vehicle_plate: 'A1',
  });
  addReservation({ space: 'Placa-2', from: 3, to: 4 });
  const { user } = await openReservations('&q=placa');
  const withVehicle = await inRow('Placa-1');
  expect(withVehicle.getByText('Toyota Yaris, A1')).toBeVisible();
  expect((await inRow('Placa-2')).queryByText(/, A1|null/)).toBeNull();

  await user.click(withVehicle.getByRole('button', { name: 'Cancel' }));
  expect(await within(await screen.findByRole('dialog')).findByText('Toyota Yaris, A1')).toBeVisible();
  await user.click(button('Keep reservation'));
  await user.click(withVehicle.getByRole('button', { name: /history/i }));
  expect(await within(await screen.findByRole('dialog')).findByText('Toyota Yaris, A1')).toBeVisible();
});

test('an administrator moves a reservation from its details, as long as it has not begun', async () => {
  Object.assign(addReservation({ space: 'Lugar-1', from: -1, to: 1, timeState: 'current' }), {
    parking_space_id: 'space-1',
  });
  Object.assign(addReservation({ space: 'Lugar-2', from: 1, to: 2 }), { parking_space_id: 'space-2' });
  server.handle('POST /rest/v1/rpc/move_targets', () => Response.json([]));
  const { user } = await openReservations('&q=lugar');
  await user.click((await inRow('Lugar-1')).getByRole('button', { name: /history/i }));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
  await user.click(button('Close'));
  await user.click((await inRow('Lugar-2')).getByRole('button', { name: /history/i }));
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const form = within(await screen.findByRole('dialog', { name: 'Move reservation' }));
  expect(form.getByLabelText('Space')).toHaveDisplayValue('Lugar-2');
});

test('an export without sample data has the vehicles', async () => {
  server.config.samples = false;
  Object.assign(addReservation({ space: 'Placa-1', from: 1, to: 2 }), {
    vehicle_name: 'Toyota Yaris',
    vehicle_plate: 'A1',
  });
  const { user } = await openReservations();
  await findRow('Placa-1');
  const files = catchDownloads();
  await user.click(button('Export CSV'));
  await waitFor(() => expect(files).toHaveLength(1));
  const [header, line] = ((await files[0]?.text) ?? '').trimEnd().split('\r\n');
  expect(header).toMatch(/,Status,Vehicle,Plate$/);
  expect(line).toMatch(/,Toyota Yaris,A1$/);
});

describe('on a day', () => {
  const names = () => screen.queryAllByText(/^Día-\d$/);
  const choose = (label: string, option: string) => selectOption(screen.getByLabelText(label), option);
  const openDay = () => {
    vi.setSystemTime(new Date(2026, 2, 10, 9, 30));
    addReservation({ space: 'Día-1', from: -2, to: 1, timeState: 'current' });
    addReservation({ space: 'Día-2', from: 6, to: 30 });
    addReservation({ space: 'Día-3', from: 3, to: 4, status: 'cancelled', timeState: 'past' });
    addReservation({ space: 'Día-4', from: 20, to: 21 });
    addReservation({ space: 'Día-5', from: 24 * 5, to: 24 * 5 + 1 });
    addReservation({ space: 'Día-6', from: -12, to: 2, timeState: 'current' });
    return openReservations();
  };

  test('an administrator sees today’s arrivals with one tap, in the order of arrival', async () => {
    const { user } = await openDay();
    await waitFor(() => expect(names()).toHaveLength(6));
    await user.click(screen.getByRole('link', { name: 'Today’s arrivals' }));
    await expectTexts(names, ['Día-1', 'Día-2']);
    expect(screen.getByRole('link', { name: 'Today’s arrivals' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByLabelText('Date')).toHaveDisplayValue('Starts today');
    choose('Status', 'All Status');
    await expectTexts(names, ['Día-1', 'Día-2', 'Día-3']);
    const orders = server.requests.map(({ url }) => url.searchParams.get('order'));
    expect(orders).toContainEqual(expect.stringMatching(/^start_time\.asc/));
    expect(screen.getByRole('link', { name: 'Today’s arrivals' })).not.toHaveAttribute('aria-current');
  });

  test('an administrator finds what starts tomorrow or on another day', async () => {
    await openDay();
    await waitFor(() => expect(names()).toHaveLength(6));
    choose('Date', 'Starts tomorrow');
    await expectTexts(names, ['Día-4']);
    expect(screen.queryByLabelText('Day')).toBeNull();
    choose('Date', 'Starts on a day');
    expect(screen.getByLabelText('Day')).toHaveValue('2026-03-10');
    await expectTexts(names, ['Día-1', 'Día-2', 'Día-3']);
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-15' } });
    await expectTexts(names, ['Día-5']);
    await expectPath(/date=2026-03-15/);
    choose('Date', 'All Dates');
    await waitFor(() => expect(names()).toHaveLength(6));
  });

  test('a date or zone of the address that is none is left out', async () => {
    vi.setSystemTime(new Date(2026, 2, 10, 9, 30));
    addReservation({ space: 'Día-1', from: 1, to: 2 });
    await openReservations('&date=2026-02-31&zone=nowhere');
    await expectTexts(names, ['Día-1']);
    expect(screen.getByLabelText('Date')).toHaveDisplayValue('All Dates');
  });
});

test('an administrator filters by zone, and reads person and zone before they end a reservation', async () => {
  const zone = { ...ZONE, name: 'Zona 2' };
  server.rows('parking_zones').push({ ...ZONE, id: crypto.randomUUID(), name: 'Zona 10' }, zone);
  addReservation({ space: 'Sitio-1', from: 1, to: 2, userName: 'Ana Díaz', zone });
  addReservation({ space: 'Sitio-2', from: 1, to: 2 });
  const { user } = await openReservations();
  await expectTexts(
    () => within(screen.getByLabelText('Zone')).queryAllByRole('option'),
    ['All Zones', 'Zona 2', 'Zona 10'],
  );
  selectOption(screen.getByLabelText('Zone'), 'Zona 2');
  await expectTexts(() => screen.queryAllByText(/^Sitio-\d$/), ['Sitio-1']);
  await user.click((await inRow('Sitio-1')).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/Ana Díaz in Sitio-1, Zona 2 on \w{3} \d\d, \d{4}, /);
});

describe('with many reservations', () => {
  async function openMany() {
    for (let hour = 1; hour <= 27; hour += 1) {
      addReservation({ space: 'Serie-1', from: hour * 10, to: hour * 10 + (hour % 9) + 1, userName: '=1+1' });
    }
    const app = await openReservations('&q=serie-1');
    expect(await screen.findByText('Showing 1–25 of 27 reservations')).toBeVisible();
    return app;
  }

  test('an administrator turns pages, and a page that is not there is the first one', async () => {
    const { user, open } = await openMany();
    await user.click(button('Next'));
    expect(await screen.findByText('Showing 26–27 of 27 reservations')).toBeVisible();
    expect(screen.getByText('Page 2')).toBeVisible();
    expect(button('Next')).toBeDisabled();
    await act(async () => window.history.back());
    expect(await screen.findByText('Page 1')).toBeVisible();

    await open('/admin?tab=reservations&q=serie-1&page=99');
    expect(await screen.findByText('Showing 1–25 of 27 reservations')).toBeVisible();
    await expectPath(/tab=reservations&q=serie-1$/);
  });

  test('arrow keys lead from row to row', async () => {
    const { user } = await openMany();
    const cancel = (row: number) => within(rows()[row] as HTMLElement).getByRole('button', { name: 'Cancel' });
    cancel(1).focus();
    await user.keyboard('{ArrowDown}');
    expect(cancel(2)).toHaveFocus();
    await user.keyboard('{End}');
    expect(cancel(25)).toHaveFocus();
    await user.keyboard('{Home}');
    expect(cancel(1)).toHaveFocus();
  });

  test('the longest come first when sorted so, and the file has every row and no formula', async () => {
    const { user } = await openMany();
    await user.click(button('Duration'));
    await waitFor(() => expect(column('Duration')).toHaveAttribute('aria-sort', 'ascending'));
    await user.click(button('Duration'));
    await waitFor(() => expect(column('Duration')).toHaveAttribute('aria-sort', 'descending'));
    await expectPath(/sort=duration_hours\.desc/);
    const orders = () => server.requests.map(({ url }) => url.searchParams.get('order'));
    await waitFor(() => expect(orders()).toContainEqual(expect.stringMatching(/^duration_hours\.desc/)));

    const files = catchDownloads();
    await user.click(button('Export CSV'));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/^reservations-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = ((await files[0]?.text) ?? '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(28);
    expect(lines[0]).toContain('Reservation,User,Email,Parking Space');
    expect(lines).toContainEqual(expect.stringContaining(`"'=1+1",${DRIVER.email},Serie-1`));
  });
});

describe('failures', () => {
  test('an administrator reads that reservations did not come, and tries again', async () => {
    addReservation({ space: 'A-01', from: 1, to: 2 });
    const mend = server.failRequests(VIEW_ROUTE, 400, { code: 'X' });
    const { user } = await openReservations();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch reservations');
    mend();
    await user.click(button('Try again'));
    expect(await screen.findByText(/^Showing \d/)).toBeVisible();
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

  test('an administrator reads that a status was not changed', async () => {
    addReservation({ space: 'Firme-1', from: 1, to: 2 });
    server.failRequests(END_ROUTE, 500, { code: 'XX000' });
    const { user } = await openReservations('&q=firme-1');
    await user.click((await inRow('Firme-1')).getByRole('button', { name: 'Cancel' }));
    await user.click(button('Cancel reservation'));
    expect(await findToast('Failed to update reservation status')).toBeVisible();
    expect((await inRow('Firme-1')).getByText('Active')).toBeVisible();
  });
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

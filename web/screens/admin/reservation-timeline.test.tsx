import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openTab, selectOption } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { expectPath, findToast, passTime } from '../../testing/render-screen.tsx';
import { createSpace as createSpaceRow, ZONE } from '../../testing/rows.ts';

const TIMELINE = 'POST /rest/v1/rpc/zone_timeline';
const TARGETS = 'POST /rest/v1/rpc/move_targets';
const MOVE = 'POST /rest/v1/rpc/move_reservation';
/** An hour and a row of the grid, in px. */
const [HOUR, ROW] = [72, 56];

const at = (hour: number, minute = 0) => new Date(2026, 2, 10, hour, minute).toISOString();

type Reservation = { id: string; user?: string; from: string; to: string; status?: string; plate?: string };

const createReservation = ({ id, user = 'Ana', from, to, status = 'active', plate }: Reservation): Row => ({
  id,
  user_name: user,
  user_email: 'ana@parqueo.test',
  start_time: from,
  end_time: to,
  ended_at: null,
  duration_hours: 1,
  total_amount: 15,
  status,
  vehicle_name: plate ? 'Yaris' : null,
  vehicle_plate: plate ?? null,
});

const createSpace = (name: string, reservations: Reservation[] = [], status = 'available'): Row => ({
  id: `id-${name}`,
  name,
  location: 'Calle 7',
  zone_id: 'zone-1',
  zone_name: 'Malecón',
  status,
  reservations: reservations.map(createReservation),
});

let spaces: Row[];
beforeEach(() => {
  // jsdom lays nothing out, and a list that is not high has no rows in view.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  HTMLElement.prototype.scrollTo = vi.fn();
  HTMLElement.prototype.scrollIntoView = vi.fn();
  vi.setSystemTime(new Date(2026, 2, 10, 9, 30));
  server.tables.parking_zones = [
    { id: 'zone-1', name: 'Malecón' },
    { id: 'zone-2', name: 'Naco' },
  ];
  server.tables.admin_reservations = [];
  spaces = [
    createSpace('A-1', [
      { id: 'now', user: 'Beto', from: at(9), to: at(11), plate: 'B222222' },
      { id: 'later', from: at(14), to: at(15, 30), plate: 'A111111' },
    ]),
    createSpace('A-2', [{ id: 'late', user: 'Luis', from: at(6), to: at(8) }]),
    createSpace('A-3', [{ id: 'out', user: 'Eva', from: at(12), to: at(13) }], 'maintenance'),
  ];
  server.handle(TIMELINE, () => Response.json(spaces));
  server.handle(TARGETS, () =>
    Response.json([
      { id: 'id-A-1', name: 'A-1', hindrance: null },
      { id: 'id-A-2', name: 'A-2', hindrance: null },
      { id: 'id-A-3', name: 'A-3', hindrance: 'out-of-service' },
    ]),
  );
});

const openTimeline = (search = '&zone=zone-1') => openTab('reservations', `&view=timeline${search}`);
const findReservation = (name: RegExp) => screen.findByRole('button', { name });
const readBodies = (route: string) => server.received(route).map(({ body }) => body as Row);

test('an operator goes from the list to the timeline, and reads who takes which space when', async () => {
  const { user } = await openTab('reservations', '&zone=zone-1');
  await user.click(await screen.findByRole('link', { name: 'Timeline' }));
  const grid = await screen.findByRole('grid', { name: 'Spaces of Malecón on Mar 10, 2026' });
  await expectPath(/^\/admin\?tab=reservations&view=timeline&zone=zone-1$/);
  expect(screen.getByRole('link', { name: 'Timeline' })).toHaveAttribute('aria-current', 'page');
  const [first, second, third] = within(grid).getAllByRole('row');
  const names = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('[aria-label]') ?? [])].map((cell) => cell.getAttribute('aria-label'));
  expect(names(first)).toEqual([
    'A-1, free 00:00 - 09:00',
    'Beto, Current, B222222, A-1, 09:00 - 11:00',
    'A-1, free 11:00 - 14:00',
    'Ana, Future, A111111, A-1, 14:00 - 15:30',
    'A-1, free 15:30 - 00:00',
  ]);
  expect(names(second)).toContain('Luis, Not left yet, A-2, 06:00 - 08:00');
  expect(names(third)).toContain('Eva, Future, A-3, 12:00 - 13:00. The space is out of service.');
  expect(within(third as HTMLElement).getByText('Out of service')).toBeVisible();
  expect(screen.getByText(/3 spaces, 4 stays, 1 clash/)).toBeVisible();
  expect(screen.getByText('Updated 09:30')).toBeVisible();
});

test('an operator chooses a zone and a day, and the address keeps both', async () => {
  const { user } = await openTimeline('');
  await findReservation(/^Beto/);
  expect(readBodies(TIMELINE)).toEqual([{ zone: 'zone-1', starts: at(0), ends: at(24) }]);
  await user.click(screen.getByRole('button', { name: 'Next day' }));
  await waitFor(() => expect(readBodies(TIMELINE).at(-1)).toMatchObject({ starts: at(24), ends: at(48) }));
  await expectPath(/^\/admin\?tab=reservations&view=timeline&day=2026-03-11$/);
  selectOption(screen.getByLabelText('Zone'), 'Naco');
  await waitFor(() => expect(readBodies(TIMELINE).at(-1)).toMatchObject({ zone: 'zone-2', starts: at(24) }));
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-20' } });
  await expectPath(/^\/admin\?tab=reservations&view=timeline&day=2026-03-20&zone=zone-2$/);
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await expectPath(/^\/admin\?tab=reservations&view=timeline&zone=zone-2$/);
});

test('arrow keys lead along a space and to the same time of the next one; Enter opens a reservation', async () => {
  const { user } = await openTimeline();
  (await findReservation(/^Beto/)).focus();
  const press = async (keys: string, name: string) => {
    await user.keyboard(keys);
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(name));
  };
  await press('{ArrowRight}', 'A-1, free 11:00 - 14:00');
  await press('{ArrowRight}', 'Ana, Future, A111111, A-1, 14:00 - 15:30');
  await press('{ArrowDown}{ArrowDown}', 'A-3, free 13:00 - 00:00');
  await press('{ArrowLeft}', 'Eva, Future, A-3, 12:00 - 13:00. The space is out of service.');
  await press('{Home}', 'A-3, free 00:00 - 12:00');
  await press('{Control>}{Home}{/Control}', 'A-1, free 00:00 - 09:00');
  await press('{End}', 'A-1, free 15:30 - 00:00');
  await press('{ArrowLeft}', 'Ana, Future, A111111, A-1, 14:00 - 15:30');
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Yaris, A111111')).toBeVisible();
});

describe('an operator moves a reservation by the form', () => {
  const openForm = async () => {
    const { user } = await openTimeline();
    await user.click(await findReservation(/^Ana/));
    await user.click(await screen.findByRole('button', { name: 'Move' }));
    const form = within(await screen.findByRole('dialog', { name: 'Move reservation' }));
    await form.findByRole('option', { name: 'A-3 (out of service)' });
    return { user, form };
  };
  const submit = { name: 'Move reservation' };

  test('with the price as it is, and what it was and will be', async () => {
    server.handle(MOVE, () => {
      spaces = [
        createSpace('A-1'),
        createSpace('A-2', [{ id: 'later', from: at(16, 15), to: at(17, 45), plate: 'A111111' }]),
      ];
      return Response.json({});
    });
    const { user, form } = await openForm();
    expect(form.getByText(/Ana is told .* its price of \$15\.00/)).toBeVisible();
    expect(form.getByRole('button', submit)).toBeDisabled();
    selectOption(form.getByLabelText('Space'), 'A-2');
    fireEvent.change(form.getByLabelText('Start'), { target: { value: '16:15' } });
    expect(form.getByText('A-1, Malecón').parentElement).toHaveTextContent('Mar 10, 2026, 14:00 - 15:30');
    expect(form.getByText('A-2, Malecón').parentElement).toHaveTextContent('Mar 10, 2026, 16:15 - 17:45');
    await user.click(form.getByRole('button', submit));
    await findToast('Reservation moved. The driver is told.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(async () => expect(await findReservation(/^Ana, Future, A111111, A-2, 16:15 - 17:45/)).toHaveFocus());
    expect(readBodies(MOVE)).toEqual([
      {
        reservation: 'later',
        parking_space_id: 'id-A-2',
        start_time: at(16, 15),
        seen_space: 'id-A-1',
        seen_start: at(14),
        seen_end: at(15, 30),
      },
    ]);
  });

  test('and reads which spaces cannot take it, once the start stays as it is', async () => {
    const { form } = await openForm();
    server.handle(TARGETS, () => Response.json([{ id: 'id-A-2', name: 'A-2', hindrance: 'taken' }]));
    for (const value of ['16:00', '16:01', '16:15']) {
      fireEvent.change(form.getByLabelText('Start'), { target: { value } });
    }
    expect(await form.findByRole('option', { name: 'A-2 (taken then)' })).toBeVisible();
    expect(form.getByRole('option', { name: 'A-1' })).toBeVisible();
    const starts = new Set(readBodies(TARGETS).map((body) => body.starts));
    expect([...starts]).toEqual([at(14), at(16, 15)]);
  });

  test('and reads that the zone has more spaces than it can list', async () => {
    server.handle(TARGETS, () =>
      Response.json(Array.from({ length: 501 }, (_, n) => ({ id: `id-A-${n}`, name: `A-${n}`, hindrance: null }))),
    );
    const { user } = await openTimeline();
    await user.click(await findReservation(/^Ana/));
    await user.click(await screen.findByRole('button', { name: 'Move' }));
    const form = within(await screen.findByRole('dialog', { name: 'Move reservation' }));
    expect(await form.findByText('Only the first 500 spaces are shown.')).toBeVisible();
    expect(form.getByLabelText('Space')).toHaveAccessibleDescription('Only the first 500 spaces are shown.');
  });

  test('and reads why not, with what they chose still there', async () => {
    server.failRequests(MOVE, 400, { code: '23514', message: 'space-taken', hint: 'space-taken' });
    const { user, form } = await openForm();
    selectOption(form.getByLabelText('Space'), 'A-2');
    await user.click(form.getByRole('button', submit));
    expect(await form.findByText('Parking space is not available during the selected time')).toBeVisible();
    expect(form.getByLabelText('Space')).toHaveValue('id-A-2');
  });

  test('and reads that somebody else was faster, and sees it as it is now', async () => {
    server.failRequests(MOVE, 400, { code: '23514', message: 'reservation-changed', hint: 'reservation-changed' });
    const { user, form } = await openForm();
    fireEvent.change(form.getByLabelText('Start'), { target: { value: '16:00' } });
    spaces = [createSpace('A-1', [{ id: 'later', from: at(20), to: at(21) }])];
    await user.click(form.getByRole('button', submit));
    await findToast('This reservation has changed meanwhile. It is shown as it is now.');
    expect(await findReservation(/^Ana, Future, A-1, 20:00 - 21:00/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('which needs a date and a time', async () => {
    const { user, form } = await openForm();
    fireEvent.change(form.getByLabelText('Start'), { target: { value: '' } });
    await user.click(form.getByRole('button', submit));
    expect(form.getByRole('alert')).toHaveTextContent(/date and/i);
    expect(readBodies(MOVE)).toEqual([]);
  });
});

describe('an operator reserves a free time for a driver', () => {
  const findGap = (name: string) => screen.findByRole('button', { name });
  const findForm = async () => within(await screen.findByRole('dialog', { name: 'Reserve for a driver' }));
  beforeEach(() => {
    server.tables.parking_zones = [{ ...ZONE, id: 'zone-1', name: 'Malecón' }];
    server.tables.parking_spaces = [{ ...createSpaceRow(1), id: 'id-A-1', name: 'A-1', zone_id: 'zone-1' }];
  });

  test.each(['{Enter}', ' '])('from its start with the key "%s"', async (key) => {
    const { user } = await openTimeline();
    const gap = await findGap('A-1, free 11:00 - 14:00');
    expect(gap).toHaveAccessibleDescription('Reserve for a driver');
    gap.focus();
    await user.keyboard(key);
    const form = await findForm();
    await waitFor(() => expect(form.getByLabelText('Zone')).toHaveDisplayValue('Malecón'));
    await waitFor(() => expect(form.getByLabelText('Space')).toHaveDisplayValue('A-1'));
    expect(form.getByLabelText('Time')).toHaveValue('11:00');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(gap).toHaveFocus());
  });

  test.each([
    ['A-1, free 11:00 - 14:00', 1.9, '12:30'],
    ['A-1, free 11:00 - 14:00', 0.1, '11:00'],
    ['A-2, free 09:30 - 00:00', 0.1, '09:30'],
    ['A-2, free 09:30 - 00:00', 2.2, '11:30'],
  ])('"%s" from the half hour that is pointed at, %d hours into it', async (name, hours, start) => {
    await openTimeline();
    fireEvent.click(await findGap(name), { detail: 1, clientX: hours * HOUR });
    expect((await findForm()).getByLabelText('Time')).toHaveValue(start);
  });

  test('but nothing that is over, out of service or too far ahead', async () => {
    spaces = [createSpace('A-1', [{ id: 'over', from: at(9), to: at(20) }]), createSpace('A-3', [], 'maintenance')];
    const { user } = await openTimeline();
    await findGap('A-1, free 20:00 - 00:00');
    expect(screen.getByLabelText('A-1, free 00:00 - 09:00').tagName).toBe('TD');
    expect(screen.getByLabelText('A-3, free 00:00 - 00:00').tagName).toBe('TD');
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2027-03-13' } });
    await waitFor(() => expect(screen.getByLabelText('A-1, free 00:00 - 00:00').tagName).toBe('TD'));
    await user.click(screen.getByLabelText('A-1, free 00:00 - 00:00'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('and the reservation that takes its place has the focus', async () => {
    await openTimeline();
    (await findGap('A-1, free 11:00 - 14:00')).focus();
    spaces = [createSpace('A-1', [{ id: 'new', user: 'Eva', from: at(11), to: at(12) }])];
    await passTime(31_000);
    expect(await findReservation(/^Eva/)).toHaveFocus();
  });
});

describe('an operator drags a reservation', () => {
  const drag = async (name: RegExp, { right = 0, down = 0, pointerType = 'mouse' }) => {
    const reservation = await findReservation(name);
    fireEvent.pointerDown(reservation, { button: 0, pointerType, clientX: 100, clientY: 10 });
    fireEvent.pointerMove(window, { clientX: 100 + right, clientY: 10 + down });
    return async () => {
      fireEvent.pointerUp(window);
      // The click of the browser that follows is ignored until then.
      await passTime(1);
    };
  };

  test('to another space and a quarter of an hour, and is asked before it is saved', async () => {
    await openTimeline();
    const drop = await drag(/^Ana/, { right: HOUR * 2.27, down: ROW });
    expect(screen.getByText('16:15 - 17:45')).toBeVisible();
    await drop();
    const form = within(await screen.findByRole('dialog', { name: 'Move reservation' }));
    expect(await form.findByText('A-2, Malecón')).toBeVisible();
    expect(form.getByLabelText('Start')).toHaveValue('16:15');
    expect(readBodies(MOVE)).toEqual([]);
    fireEvent.click(form.getByRole('button', { name: 'Keep it as it is' }));
    await waitFor(() => expect(screen.queryByText('16:15 - 17:45')).toBeNull());
  });

  test('and reads on the way where it cannot be', async () => {
    await openTimeline();
    await drag(/^Ana/, { down: 2 * ROW });
    expect(screen.getAllByText('Out of service')).toHaveLength(2);
    fireEvent.pointerMove(window, { clientX: 100 - 4 * HOUR, clientY: 10 });
    expect(screen.queryByText('Taken')).toBeVisible();
  });

  test('and Escape puts it back', async () => {
    await openTimeline();
    const drop = await drag(/^Ana/, { right: HOUR });
    expect(screen.getByText('15:00 - 16:30')).toBeVisible();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByText('15:00 - 16:30')).toBeNull();
    await drop();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['a stay that has begun', /^Beto/, 'mouse'],
    ['with a finger, which scrolls', /^Ana/, 'touch'],
  ])('but not %s', async (_, name, pointerType) => {
    await openTimeline();
    const drop = await drag(name, { right: HOUR, pointerType });
    await drop();
    expect(screen.queryByText(/^\d\d:\d\d - \d\d:\d\d$/)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('there is no timeline', () => {
  test('where it could not be loaded, until an operator tries again', async () => {
    server.failRequests(TIMELINE, 403, { code: '42501' });
    const { user } = await openTimeline();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.handle(TIMELINE, () => Response.json(spaces));
    await user.click(retry);
    expect(await findReservation(/^Beto/)).toBeVisible();
  });

  test('where there is no zone, or a zone without spaces', async () => {
    spaces = [];
    await openTimeline();
    expect(await screen.findByText('This zone has no spaces yet')).toBeVisible();
  });
});

test('a reservation that cannot be read hides no other', async () => {
  spaces.push(createSpace('A-4', [{ id: 'odd', from: at(20), to: at(21), status: 'odd' }]));
  await openTimeline();
  expect(await findReservation(/^Beto/)).toBeVisible();
  expect(screen.getByText(/odd/)).toBeVisible();
});

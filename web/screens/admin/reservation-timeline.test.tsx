import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openTab, selectOption } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createAdminReservation, createSpace as createSpaceRow, ZONE } from '../../testing/rows.ts';

const TIMELINE = 'POST /rest/v1/rpc/zone_timeline';
const TARGETS = 'POST /rest/v1/rpc/move_targets';
const MOVE = 'POST /rest/v1/rpc/move_reservation';
/** An hour of the grid, in px. */
const HOUR = 72;

const at = (hour: number, minute = 0) => new Date(2026, 2, 10, hour, minute).toISOString();

type Reservation = { id: string; user?: string; from: string; to: string; plate?: string };

const createReservation = ({ id, user = 'Ana', from, to, plate }: Reservation): Row => {
  const times = { start_time: from, end_time: to, ended_at: null };
  const vehicle = { vehicle_name: plate ? 'Yaris' : null, vehicle_plate: plate ?? null };
  return createAdminReservation({ id, user_name: user, ...times, ...vehicle });
};

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
  HTMLElement.prototype.scrollTo = vi.fn();
  HTMLElement.prototype.scrollIntoView = vi.fn();
  vi.setSystemTime(new Date(2026, 2, 10, 9, 30));
  server.tables.parking_zones = [
    { id: 'zone-1', name: 'Malecón' },
    { id: 'zone-2', name: 'Naco' },
  ];
  spaces = [
    createSpace('A-1', [
      { id: 'now', user: 'Beto', from: at(9), to: at(11), plate: 'B222222' },
      { id: 'later', from: at(14), to: at(15, 30), plate: 'A111111' },
    ]),
    createSpace('A-2', [{ id: 'late', user: 'Luis', from: at(6), to: at(8) }]),
    createSpace('A-3', [{ id: 'out', user: 'Eva', from: at(12), to: at(13) }], 'maintenance'),
  ];
  server.tables.admin_reservations = spaces.flatMap(({ reservations }) => reservations as Row[]);
  server.handle(TIMELINE, () => Response.json(spaces));
  server.handle(TARGETS, () =>
    Response.json([
      { id: 'id-A-1', name: 'A-1', other_zone: null, hindrance: null },
      { id: 'id-A-2', name: 'A-2', other_zone: null, hindrance: null },
      { id: 'id-A-3', name: 'A-3', other_zone: null, hindrance: 'out-of-service' },
    ]),
  );
});

const openTimeline = () => openTab('reservations', '&view=timeline&zone=zone-1');
const findReservation = (name: RegExp) => screen.findByRole('button', { name });

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

test('an operator who moves a reservation by the form reads why not, with what they chose still there', async () => {
  server.failRequests(MOVE, 400, { code: '23514', message: 'space-taken', hint: 'space-taken' });
  const { user } = await openTimeline();
  await user.click(await findReservation(/^Ana/));
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const form = within(await screen.findByRole('dialog', { name: 'Move reservation' }));
  await form.findByRole('option', { name: 'A-3 (out of service)' });
  selectOption(form.getByLabelText('Space'), 'A-2');
  await user.click(form.getByRole('button', { name: 'Move reservation' }));
  expect(await form.findByText('Parking space is not available during the selected time')).toBeVisible();
  expect(form.getByLabelText('Space')).toHaveValue('id-A-2');
});

describe('an operator reserves a free time for a driver', () => {
  const findGap = (name: string) => screen.findByRole('button', { name });
  const findForm = async () => within(await screen.findByRole('dialog', { name: 'Reserve for a driver' }));
  beforeEach(() => {
    server.tables.parking_zones = [{ ...ZONE, id: 'zone-1', name: 'Malecón' }];
    server.tables.parking_spaces = [{ ...createSpaceRow(1), id: 'id-A-1', name: 'A-1', zone_id: 'zone-1' }];
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
});

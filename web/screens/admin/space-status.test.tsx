import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addDays, format, startOfToday } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTab, readTexts, searchFor } from '../../testing/back-office.ts';
import '../../testing/fake-lock-vendor.ts';
import { server, setOnline } from '../../testing/fake-server.ts';
import {
  createTouchedReservation,
  listStatusChanges,
  rejectSpaceStatus,
  serveSpaceStatus,
} from '../../testing/fake-space-status.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminSpace } from '../../testing/rows.ts';

let spaces: Row[];
beforeEach(() => {
  spaces = ['A-01', 'A-02', 'A-03'].map((name) => createAdminSpace({ name }));
  server.rows('parking_spaces').push(...spaces);
  serveSpaceStatus();
});

const spaceAt = (index: number) => spaces[index] ?? {};
const TARGETS = [
  { id: '7a000000-0000-4000-8000-000000000001', name: 'B-01', zone_name: 'Naco' },
  { id: '7a000000-0000-4000-8000-000000000002', name: 'B-02', zone_name: 'Naco' },
];
const dialog = () => within(screen.getByRole('dialog', { name: 'Set status' }));
const press = (name: string | RegExp) => fireEvent.click(dialog().getByRole('button', { name }));
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = (name: RegExp) => fireEvent.click(dialog().getByRole('radio', { name }));
const fill = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const save = () => dialog().getByRole('button', { name: /^Save/ });
const select = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));

async function openStatus(name = 'A-01'): Promise<void> {
  await openTab('parking');
  await click(`Set the status of ${name}`);
}

/** Opens the dialog of the first space, which touches these reservations, and says why it goes out of service. */
async function takeOut(...reservations: Row[]): Promise<HTMLElement[]> {
  serveSpaceStatus(reservations);
  await openStatus();
  choose(/Out of service/);
  fill('Reason', 'New asphalt');
  await waitFor(() => expect(save()).toBeEnabled());
  return reservations.length === 0 ? [] : dialog().getAllByLabelText('What becomes of it');
}

describe('one space', () => {
  test('an administrator takes a space out of service with a reason and an end, which the table shows', async () => {
    await takeOut();
    expect(dialog().getByText('No reservation is affected.')).toBeVisible();
    const end = addDays(startOfToday(), 3);
    fill('Available again', format(end, "yyyy-MM-dd'T'HH:mm"));
    await waitFor(() => expect(save()).toBeEnabled());
    press(/^Save/);
    await findToast('Status saved');
    expect(listStatusChanges()).toEqual([
      {
        spaces: [{ id: spaceAt(0).id, status: 'available', version: null }],
        new_status: 'maintenance',
        reason: 'New asphalt',
        ends_at: end.toISOString(),
        resolutions: [],
      },
    ]);
    const [row] = await screen.findAllByRole('row', { name: /A-01/ });
    await waitFor(() =>
      expect(row).toHaveTextContent(`MaintenanceNew asphaltuntil ${format(end, 'MMM dd, yyyy HH:mm')}`),
    );
  });

  test('an administrator makes a space available, which asks for nothing more', async () => {
    Object.assign(spaceAt(0), {
      status: 'maintenance',
      override: { reason: 'New asphalt', ends_at: null, updated_at: '2026-03-01T00:00:00.654321+00:00' },
    });
    await openStatus();
    expect(dialog().getByLabelText('Reason')).toHaveValue('New asphalt');
    choose(/Available/);
    expect(dialog().queryByLabelText('Reason')).not.toBeInTheDocument();
    press(/^Save/);
    await findToast('Status saved');
    expect(listStatusChanges()[0]).toMatchObject({
      spaces: [{ status: 'maintenance', version: '2026-03-01T00:00:00.654321+00:00' }],
      new_status: 'available',
    });
  });

  test('out of service without a reason, or until a time that is over, is not sent', async () => {
    await openStatus();
    choose(/Out of service/);
    await waitFor(() => expect(save()).toBeEnabled());
    press(/^Save/);
    expect(await dialog().findByText('Enter a reason of up to 300 characters.')).toBeVisible();
    fill('Reason', 'New asphalt');
    fill('Available again', '2020-01-01T08:00');
    await waitFor(() => expect(save()).toBeEnabled());
    press(/^Save/);
    expect(await dialog().findByText('Choose a time in the future, at most a year away.')).toBeVisible();
    expect(listStatusChanges()).toEqual([]);
  });
});

describe('the reservations that it touches', () => {
  test('each have a choice of their own, and are sent as they were seen', async () => {
    const [space] = spaces as [Row];
    const reservations = [
      createTouchedReservation(space, { driver: 'Beto', phase: 'under_way', targets: TARGETS }),
      createTouchedReservation(space, { targets: TARGETS }),
      createTouchedReservation(space, { targets: TARGETS }),
      createTouchedReservation(space, { targets: [], paid: 11.8, paid_with: 'card' }),
      createTouchedReservation(space, { phase: 'held' }),
    ];
    const fields = await takeOut(...reservations);
    const texts = fields.map((field) => readTexts(within(field).getAllByRole('option')));
    expect(texts).toEqual([
      ['Stays until it ends', 'Move to B-01, Naco', 'Move to B-02, Naco'],
      ['Move to B-01, Naco', 'Move to B-02, Naco', 'Cancel the reservation'],
      ['Move to B-01, Naco', 'Move to B-02, Naco', 'Cancel the reservation'],
      ['Cancel, $11.80 back to the wallet', 'Cancel, $11.80 back to the card'],
      ['Ends; late money is given back'],
    ]);
    // Two at the same time do not move to the same space.
    expect(fields.map((field) => (field as HTMLSelectElement).value.split(':')[0])).toEqual([
      'keep',
      'move',
      'move',
      'cancel',
      'release',
    ]);
    expect(dialog().getByText(/There may be a car on the space/)).toBeVisible();
    fireEvent.change(fields[3] as HTMLElement, { target: { value: 'cancel_to_source' } });
    press(/^Save/);
    await findToast('Status saved');
    const [change] = listStatusChanges();
    expect(change?.resolutions.map(({ action, target }) => [action, target])).toEqual([
      ['keep', null],
      ['move', TARGETS[0]?.id],
      ['move', TARGETS[1]?.id],
      ['cancel_to_source', null],
      ['release', null],
    ]);
    expect(change?.resolutions[1]).toMatchObject({
      reservation: reservations[1]?.id,
      space: space.id,
      start_time: '2026-03-03T13:00:00.123456+00:00',
    });
  });

  test('that move to one space at the same time cannot be saved', async () => {
    const [space] = spaces as [Row];
    const fields = await takeOut(
      createTouchedReservation(space, { targets: TARGETS }),
      createTouchedReservation(space, { targets: TARGETS }),
    );
    fireEvent.change(fields[1] as HTMLElement, { target: { value: `move:${TARGETS[0]?.id}` } });
    expect(await dialog().findAllByText('Another of these reservations moves there at the same time.')).toHaveLength(2);
    expect(save()).toBeDisabled();
  });

  test('load anew when they have changed meanwhile, and what was chosen and typed reservations', async () => {
    const [space] = spaces as [Row];
    const first = createTouchedReservation(space, { targets: TARGETS });
    const fields = await takeOut(first);
    fireEvent.change(fields[0] as HTMLElement, { target: { value: 'cancel' } });
    serveSpaceStatus([first, createTouchedReservation(space, { driver: 'Carla' })]);
    const accept = rejectSpaceStatus('touched-reservations-changed');
    press(/^Save/);
    expect(await dialog().findByText(/The reservations of these spaces have changed meanwhile/)).toBeVisible();
    expect(await dialog().findByText('Carla')).toBeVisible();
    expect(dialog().getByLabelText('Reason')).toHaveValue('New asphalt');
    const [again] = dialog().getAllByLabelText('What becomes of it');
    expect(again).toHaveValue('cancel');
    accept();
    await waitFor(() => expect(save()).toBeEnabled());
    press(/^Save/);
    await findToast('Status saved');
    expect(listStatusChanges().at(-1)?.resolutions).toHaveLength(2);
  });

  test('that cannot be loaded are told, and nothing is saved without them', async () => {
    server.failRequests('POST /rest/v1/rpc/list_touched_reservations', 400, {
      code: '23514',
      hint: 'too-many-touched-reservations',
    });
    await openStatus();
    choose(/Out of service/);
    expect(await dialog().findByText(/More than 200 reservations are affected/)).toBeVisible();
    expect(save()).toBeDisabled();
  });
});

describe('several spaces', () => {
  test('an administrator sets the status of those that they selected', async () => {
    await openTab('parking');
    await select('A-01');
    await select('A-03');
    expect(screen.getByText('2 spaces selected')).toBeVisible();
    await click('Set status');
    expect(dialog().getByText(/^A-01\b.*\bA-03$/)).toBeVisible();
    choose(/Occupied/);
    press(/^Save/);
    await findToast('Status of 2 spaces saved');
    expect(listStatusChanges()[0]?.spaces.map(({ id }) => id)).toEqual([spaceAt(0).id, spaceAt(2).id]);
    await waitFor(() => expect(screen.queryByText(/selected/)).not.toBeInTheDocument());
  });

  test('an administrator selects all that match the search, and none again', async () => {
    server.rows('parking_spaces').push(createAdminSpace({ name: 'C-01' }));
    await openTab('parking');
    await screen.findByText('C-01');
    await searchFor('Search by space name, zone name or location...', 'a-0');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 3' }));
    expect(screen.getByText('3 spaces selected')).toBeVisible();
    await click('Clear selection');
    expect(screen.queryByText(/selected/)).not.toBeInTheDocument();
  });

  test('an administrator selects 500 at most', async () => {
    server
      .rows('parking_spaces')
      .push(...Array.from({ length: 600 }, (_, index) => createAdminSpace({ name: `D-${index}` })));
    await openTab('parking');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select the first 500' }));
    expect(screen.getByText('500 spaces selected')).toBeVisible();
  });
});

describe('what another operator set meanwhile', () => {
  test('is shown before it is overwritten, and nothing typed is lost', async () => {
    await takeOut();
    const accept = rejectSpaceStatus('space-status-changed');
    const override = { reason: 'A wreck', ends_at: null, updated_at: '2026-03-02T11:00:00+00:00' };
    Object.assign(spaceAt(0), { status: 'occupied', override });
    press(/^Save/);
    expect(await dialog().findByText(/The status of these spaces was changed meanwhile/)).toBeVisible();
    expect(await dialog().findByText('A-01: Occupied')).toBeVisible();
    expect(dialog().getByText('A wreck')).toBeVisible();
    expect(dialog().getByLabelText('Reason')).toHaveValue('New asphalt');
    accept();
    await waitFor(() => expect(save()).toBeEnabled());
    press(/^Save/);
    await findToast('Status saved');
    expect(listStatusChanges().at(-1)?.spaces).toEqual([
      { id: spaceAt(0).id, status: 'occupied', version: '2026-03-02T11:00:00+00:00' },
    ]);
  });

  test('without a connection nothing is sent, and the dialog reservations', async () => {
    await takeOut();
    setOnline(false);
    press(/^Save/);
    expect(await dialog().findByText(/You are offline/)).toBeVisible();
    expect(listStatusChanges()).toEqual([]);
  });
});

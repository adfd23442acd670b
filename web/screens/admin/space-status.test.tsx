import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab, readTexts } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminSpace } from '../../testing/rows.ts';

const SET = 'POST /rest/v1/rpc/set_space_status';
const LIST = 'POST /rest/v1/rpc/list_touched_reservations';

let spaces: Row[];
beforeEach(() => {
  server.config.samples = false;
  spaces = ['A-01', 'A-02', 'A-03'].map((name) => createAdminSpace({ name }));
  server.rows('parking_spaces').push(...spaces);
  server.handle(LIST, () => Response.json([]));
  server.handle(SET, () => new Response(null, { status: 204 }));
});

const spaceAt = (index: number) => spaces[index] ?? {};
const TARGETS = [
  { id: '7a000000-0000-4000-8000-000000000001', name: 'B-01', zone_name: 'Naco' },
  { id: '7a000000-0000-4000-8000-000000000002', name: 'B-02', zone_name: 'Naco' },
];
const listStatusChanges = () => server.received(SET).map(({ body }) => body as { spaces: Row[]; resolutions: Row[] });
/** Rejects what is to be saved with the problem of this key, until the returned function is called. */
const reject = (hint: string) => server.failRequests(SET, 400, { code: '23514', hint });

const createTouchedReservation = (space: Row, fields: Row = {}): Row => ({
  id: crypto.randomUUID(),
  parking_space_id: space.id,
  space_name: space.name,
  zone_name: 'Naco',
  driver: 'Ana Núñez',
  plate: 'A123456',
  start_time: '2026-03-03T13:00:00.123+00:00',
  end_time: '2026-03-03T15:00:00+00:00',
  phase: 'future',
  paid: 0,
  paid_with: null,
  targets: [],
  ...fields,
});

const dialog = () => within(screen.getByRole('dialog', { name: 'Set status' }));
const press = (name: string | RegExp) => fireEvent.click(dialog().getByRole('button', { name }));
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = (name: RegExp) => fireEvent.click(dialog().getByRole('radio', { name }));
const fill = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const save = () => dialog().getByRole('button', { name: /^Save/ });

async function openStatus(name = 'A-01'): Promise<void> {
  await openTab('parking');
  await click(`Set the status of ${name}`);
}

/** Opens the dialog of the first space, which touches these reservations, and says why it goes out of service. */
async function takeOut(...reservations: Row[]): Promise<HTMLElement[]> {
  server.handle(LIST, () => Response.json(reservations));
  await openStatus();
  choose(/Out of service/);
  fill('Reason', 'New asphalt');
  await waitFor(() => expect(save()).toBeEnabled());
  return reservations.length === 0 ? [] : dialog().getAllByLabelText('What becomes of it');
}

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

test('the reservations that it touches each have a choice of their own, and are sent as they were seen', async () => {
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
    start_time: '2026-03-03T13:00:00.123Z',
  });
});

test('what another operator set meanwhile is shown before it is overwritten, and nothing typed is lost', async () => {
  await takeOut();
  const accept = reject('space-status-changed');
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

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { createMessage, keepInbox, keepMessages } from '../../testing/fake-messages.ts';
import { server } from '../../testing/fake-server.ts';
import { type Row, respondFromTable } from '../../testing/fake-tables.ts';
import { ADMIN, createSession, DRIVER, PASSWORD } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminReservation, createReservation } from '../../testing/rows.ts';

const VERSION = '2026-01-01T00:00:00+00:00';
const NEW_PROFILE = {
  phone: null,
  bio: null,
  rating: 0,
  total_trips: 0,
  wallet_balance: 0,
  wallet_settings: {},
  last_activity: null,
  created_at: VERSION,
  updated_at: VERSION,
};

/** The stored row of the driver. */
const readRow = (table: string) => server.rows(table).find(({ user_id }) => user_id === DRIVER.id);

beforeEach(() => {
  for (const profile of server.rows('profiles')) Object.assign(profile, NEW_PROFILE);
  for (const settings of server.rows('user_settings'))
    Object.assign(settings, { auto_logout_minutes: 60, updated_at: VERSION });
  server.tables.user_activity = [];
  server.tables.user_messages = [];
  server.handle('POST /rest/v1/rpc/admin_user_summary', ({ url, headers }) =>
    respondFromTable(
      [{ total_users: server.rows('profiles').length, active_today: 0, complete_profiles: 0 }],
      new Request(url, { headers }),
      null,
    ),
  );
});

const row = async (email: string) =>
  (await screen.findByText(email, { selector: 'td *' })).closest('tr') as HTMLElement;
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));

const reserve = (id: string, startsInHours: number, fields: Row = {}) => ({
  ...createAdminReservation(createReservation({ startsInHours })),
  id,
  space_name: 'A-03',
  ...fields,
});

test('the dialog of a driver has the vehicles, what is parked now and its barrier, beside the chat too', async () => {
  server.config.samples = false;
  keepMessages();
  keepInbox([]);
  const id = 'now';
  server.tables.vehicles = [
    { id: 'v', user_id: DRIVER.id, name: 'Yaris', plate: 'A123456', type: 'sedan', is_default: true },
  ];
  server.tables.admin_reservations = [reserve(id, -0.9), reserve('next', 20)];
  server.rows('reservations').push({ id, profiles: null, parking_spaces: { kavass_device_id: 'KV-0001' } });
  await openTab('users');
  fireEvent.click(within(await row(DRIVER.email)).getByRole('button', { name: /^View Details/ }));
  const now = within(await screen.findByRole('region', { name: 'Vehicles and what is parked now' }));
  expect(await now.findByText('Yaris, A123456')).toBeVisible();
  expect(await now.findByRole('button', { name: 'Open barrier' })).toBeVisible();
  expect(now.getAllByRole('button', { name: 'Show the reservation' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('tab', { name: 'Messages' }));
  expect(now.getByRole('button', { name: 'Open barrier' })).toBeVisible();
});

test('an administrator who suspends somebody reads where they are parked and what they have reserved', async () => {
  server.tables.admin_reservations = [
    reserve('now', -0.9),
    reserve('next', 20),
    reserve('cancelled', 20, { status: 'cancelled' }),
    reserve('other', -0.5, { user_id: ADMIN.id }),
  ];
  Object.assign(readRow('profiles') ?? {}, { full_name: 'Ana Díaz' });
  await openTab('users');
  fireEvent.click(within(await row(DRIVER.email)).getByRole('button', { name: 'View Details' }));
  await screen.findByRole('tab', { name: 'Profile' });
  press('Edit');
  fill('Status', 'suspended');
  expect((await dialog().findByRole('alert')).textContent).toMatch(
    /^Ana Díaz is parked in A-03, Naco until (\w{3} \d\d, )?\d\d:\d\d\. The reservation goes on .* 1 upcoming reservation stays active until somebody cancels it\.$/,
  );
  press('Save');
  expect(await findToast('User updated successfully')).toBeVisible();
  expect(readRow('profiles')).toMatchObject({ status: 'suspended' });
  expect(dialog().queryByRole('alert')).toBeNull();
});

describe('who administers', () => {
  const PROOF_NEEDED = { code: '23514', message: 'proof-needed', hint: 'proof-needed', details: null };
  let isProven = false;
  beforeEach(() => {
    isProven = false;
    Object.assign(readRow('profiles') ?? {}, { full_name: 'Ana Díaz' });
    server.handle('PUT /auth/v1/user', ({ body }) => {
      isProven = (body as Row).current_password === PASSWORD;
      return Response.json(createSession(ADMIN).user);
    });
    for (const [route, rows] of [
      ['POST /rest/v1/user_roles', () => server.rows('user_roles')],
      ['DELETE /rest/v1/user_roles', () => server.rows('user_roles')],
      ['PATCH /rest/v1/profiles', () => server.rows('profiles')],
    ] as const) {
      server.handle(route, ({ method, url, headers, body }) =>
        isProven
          ? respondFromTable(rows(), new Request(url, { method, headers }), body)
          : Response.json(PROOF_NEEDED, { status: 400 }),
      );
    }
  });

  const openDriver = async () => {
    await openTab('users');
    fireEvent.click(within(await row(DRIVER.email)).getByRole('button', { name: 'View Details' }));
    await screen.findByRole('tab', { name: 'Profile' });
  };
  /** The dialog that asks before it is done. */
  const question = async (name: string) => within(await screen.findByRole('dialog', { name }));
  const confirm = async (name: string, label: string) =>
    fireEvent.click((await question(name)).getByRole('button', { name: label }));
  const prove = async () => {
    const password = await screen.findByLabelText('Current password');
    fireEvent.change(password, { target: { value: PASSWORD } });
    fireEvent.submit(password);
  };
  const roleOf = ({ id }: { id: string }) => server.rows('user_roles').filter(({ user_id }) => user_id === id);

  test('an administrator who cancels the question takes no role', async () => {
    server.rows('user_roles').push({ user_id: DRIVER.id, role: 'admin' });
    await openDriver();
    press('Remove Admin');
    await confirm('Remove Ana Díaz as administrator?', 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove Ana Díaz as administrator?' })).toBeNull());
    expect(server.received('DELETE /rest/v1/user_roles')).toEqual([]);
    expect(roleOf(DRIVER)).toHaveLength(1);
  });

  test('an administrator who gives up their own role reads that another one has to give it back', async () => {
    await openTab('users');
    fireEvent.click(within(await row(ADMIN.email)).getByRole('button', { name: 'View Details' }));
    await screen.findByRole('tab', { name: 'Profile' });
    press('Remove Admin');
    const asked = await question(`Remove ${ADMIN.email} as administrator?`);
    expect(asked.getByText(/^You leave the back office at once\./)).toBeVisible();
  });

  test('the status of an administrator is saved after the same question and proof', async () => {
    server.rows('user_roles').push({ user_id: DRIVER.id, role: 'admin' });
    await openDriver();
    press('Edit');
    fill('Status', 'inactive');
    press('Save');
    await confirm('Change the status of the administrator Ana Díaz?', 'Save');
    await prove();
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(readRow('profiles')).toMatchObject({ status: 'inactive' });
  });
});

describe('messages without sample data', () => {
  const SEND = 'POST /rest/v1/user_messages';
  const inbox = () => screen.findByRole('list', { name: 'Waiting for a reply' });
  const log = () => screen.findByRole('log', { name: 'Messages with Ana Díaz' });
  const openWaiting = async () => fireEvent.click(within(await inbox()).getByRole('button', { name: /Ana Díaz/ }));
  const write = (text: string) => {
    fireEvent.change(field('Message'), { target: { value: text } });
    press('Send');
  };
  const keepConversation = (...rows: Row[]) => {
    Object.assign(readRow('profiles') ?? {}, { full_name: 'Ana Díaz' });
    const kept = keepMessages(...rows);
    keepInbox(kept);
    return kept;
  };

  test('an administrator closes a conversation that needs no reply', async () => {
    const rows = keepConversation(createMessage('Thank you!', { sender_type: 'user' }));
    await openTab('users');
    await openWaiting();
    fireEvent.click(await dialog().findByRole('button', { name: 'No reply needed' }));
    expect(await screen.findByText('Nobody is waiting for a reply.')).toBeInTheDocument();
    await waitFor(() => expect(dialog().queryByRole('button', { name: 'No reply needed' })).toBeNull());
    expect(rows).toMatchObject([{ needs_reply: false, read_status: true }]);
    expect(server.received(SEND)).toEqual([]);
  });

  test('a message that came after the administrator looked still waits', async () => {
    const rows = keepConversation(
      createMessage('First', { sender_type: 'user', created_at: '2026-03-02T12:00:00.123456+00:00' }),
    );
    await openTab('users');
    await openWaiting();
    await within(await log()).findByText('First');
    const release = server.holdRequests('GET /rest/v1/user_messages');
    rows.push(createMessage('Second', { sender_type: 'user' }));
    fireEvent.click(await dialog().findByRole('button', { name: 'No reply needed' }));
    await waitFor(() => expect(rows[0]).toMatchObject({ needs_reply: false }));
    expect(rows[1]).toMatchObject({ needs_reply: true });
    write('Hello');
    await waitFor(() => expect(rows).toHaveLength(3));
    expect(rows[2]).toMatchObject({ seen_until: '2026-03-02T12:00:00.123456+00:00' });
    expect(rows[1]).toMatchObject({ needs_reply: true });
    release();
  });
});

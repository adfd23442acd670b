import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectTexts, openTab, readTexts } from '../../testing/back-office.ts';
import { createMessage, keepInbox, keepMessages } from '../../testing/fake-messages.ts';
import { server } from '../../testing/fake-server.ts';
import { type Row, respondFromTable } from '../../testing/fake-tables.ts';
import { ADMIN, DRIVER } from '../../testing/people.ts';
import { expectPath, findToast, passTime } from '../../testing/render-screen.tsx';

/** Longer than a toast stays. */
const TOAST_MS = 10_000;
const PROFILES_ROUTE = 'GET /rest/v1/profiles';
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
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string) => dialog().getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const showPanel = (name: string) => fireEvent.click(dialog().getByRole('tab', { name }));

/** Opens the details of a person, the driver by default. */
async function openDetails(person = DRIVER) {
  const app = await openTab('users');
  fireEvent.click(within(await row(person.email)).getByRole('button', { name: 'View Details' }));
  await screen.findByRole('tab', { name: 'Profile' });
  return app;
}

test('an administrator sees who gave no name, was never active, or has an unknown status', async () => {
  const email = 'bare@parqueo.test';
  const profile = { ...NEW_PROFILE, id: 'bare', user_id: 'bare', email, full_name: null, rating: 4.25, total_trips: 7 };
  const bare: Row = { ...profile, status: 'on_leave' };
  server.rows('profiles').push(bare);
  await openTab('users');
  const cells = within(await row(email)).getAllByRole('cell');
  expect(readTexts(cells)).toEqual([
    email,
    'Not provided',
    expect.stringMatching(/^4\.[23]$/),
    '7',
    'On leave',
    'Never',
    'View Details',
  ]);
  const unknownStatusClass = screen.getByText('On leave').className;
  server.rows('profiles').splice(server.rows('profiles').indexOf(bare), 1);
  fireEvent.click(button('Refresh'));
  await waitFor(() => expect(screen.queryByText('On leave')).toBeNull());
  const [active] = screen.getAllByRole('cell', { name: 'Active' });
  expect(within(active as HTMLElement).getByText('Active').className).toBe(unknownStatusClass);
});

test('an administrator turns pages and sorts the users', async () => {
  server.rows('profiles').splice(0, 2);
  for (const [name, created_at] of [
    ['Abel Orden', '2026-02-01T00:00:00+00:00'],
    ['Zoila Orden', VERSION],
  ] as const) {
    const id = crypto.randomUUID();
    server.rows('profiles').push({
      ...NEW_PROFILE,
      id,
      user_id: id,
      email: `${id}@parqueo.test`,
      full_name: name,
      status: 'active',
      created_at,
    });
  }
  await openTab('users');
  const names = () => screen.queryAllByRole('cell', { name: / Orden$/ });
  await expectTexts(names, ['Abel Orden', 'Zoila Orden']);
  fireEvent.click(button('Full Name'));
  await expectPath(/sort=full_name$|sort=full_name\.asc/);
  await expectTexts(names, ['Abel Orden', 'Zoila Orden']);
  fireEvent.click(button('Full Name'));
  await expectPath(/sort=full_name\.desc/);
  const orders = () => server.requests.map(({ url }) => url.searchParams.get('order'));
  await waitFor(() => expect(orders()).toContainEqual(expect.stringMatching(/^sort_name\.desc/)));
  expect(button('Next')).toBeDisabled();
});

test('values out of bounds are refused beside their fields, and nothing is saved', async () => {
  await openDetails();
  press('Edit');
  for (const [label, min, max, step] of [
    ['Rating', '0', '5', '0.1'],
    ['Total trips', '0', null, '1'],
    ['Wallet balance ($)', '0', null, '0.01'],
    ['Auto logout (minutes)', '1', '1440', '1'],
  ] as const) {
    expect(field(label)).toHaveAttribute('min', min);
    if (max !== null) expect(field(label)).toHaveAttribute('max', max);
    expect(field(label)).toHaveAttribute('step', step);
  }
  showPanel('Settings');
  fill('Auto logout (minutes)', '1441');
  showPanel('Wallet');
  fill('Wallet balance ($)', '-1');
  showPanel('Profile');
  fill('Rating', '5.1');
  fill('Total trips', '1.5');
  showPanel('Activity');
  press('Save');
  // The tab of the first invalid field opens.
  expect(await dialog().findByText('Enter a rating from 0 to 5, with at most one decimal')).toBeVisible();
  expect(dialog().getByText('Enter a whole number of trips, 0 or more')).toBeVisible();
  fill('Rating', '5');
  fill('Total trips', '1');
  press('Save');
  await waitFor(() =>
    expect(dialog().getByText('Enter an amount of 0 or more, with at most two decimals')).toBeVisible(),
  );
  fill('Wallet balance ($)', '0.5');
  press('Save');
  await waitFor(() => expect(dialog().getByText('Enter a whole number of minutes from 1 to 1440')).toBeVisible());
  expect(readRow('profiles')).toMatchObject({ rating: 0, total_trips: 0 });
  fill('Auto logout (minutes)', '1440');
  press('Save');
  expect(await findToast('User updated successfully')).toBeVisible();
  expect(await findToast('Settings updated successfully')).toBeVisible();
  expect(readRow('profiles')).toMatchObject({ rating: 5, total_trips: 1 });
});

test('an administrator sees the latest activities and messages, newest first', async () => {
  const sent = { user_id: DRIVER.id, read_status: false };
  server.rows('user_messages').push(
    { ...sent, id: '2', sender_type: 'other', message: 'See you', created_at: '2026-03-02T12:00:00Z' },
    {
      ...sent,
      id: '1',
      sender_type: 'user',
      message: 'Hello',
      read_status: true,
      created_at: '2026-03-01T12:00:00Z',
    },
  );
  for (let day = 20; day >= 10; day -= 1) {
    server.rows('user_activity').push({
      id: String(day),
      user_id: DRIVER.id,
      activity_type: 'signed_in',
      activity_data: null,
      created_at: `2026-03-${day}T12:00:00Z`,
    });
  }
  await openDetails();

  showPanel('Activity');
  const activities = within(dialog().getByRole('list', { name: 'Recent activity' })).getAllByRole('listitem');
  expect(activities).toHaveLength(10);
  expect(activities[0]).toHaveTextContent('Signed in');
  expect(activities[0]).toHaveTextContent('Mar 20');
  showPanel('Messages');
  const messages = () => within(dialog().getByRole('list', { name: 'Recent messages' })).getAllByRole('listitem');
  await expectTexts(messages, [/^To the userUnread.*See you$/, /^From the user(?!Unread).*Hello$/]);
  const reads = server.received('GET /rest/v1/user_messages').map(({ url }) => url.search);
  expect(reads.every((read) => read.includes('order=created_at.desc') && read.includes('limit=10'))).toBe(true);
});

const RESERVATION_ID = '7e5e0000-0000-4000-8000-000000000099';
const RESERVATION = {
  id: RESERVATION_ID,
  user_id: DRIVER.id,
  space_name: 'A-03',
  zone_name: 'Naco',
  start_time: '2026-03-01T10:00:00Z',
  end_time: '2026-03-01T13:00:00Z',
  status: 'active',
};

test('an administrator reads what a user reserved, and goes to the reservation', async () => {
  const createActivity = (id: string, reservation_id: string) => ({
    id,
    user_id: DRIVER.id,
    activity_type: 'reservation_created',
    activity_data: { reservation_id, parking_space_id: crypto.randomUUID() },
    created_at: `2026-03-0${id}T09:00:00Z`,
  });
  const goneId = '7e5e0000-0000-4000-8000-000000000098';
  server.rows('user_activity').push(createActivity('2', RESERVATION_ID), createActivity('1', goneId));
  server.tables.admin_reservations = [RESERVATION];
  server.handle('POST /rest/v1/rpc/search_admin_users', () => Response.json([]));
  server.handle('POST /rest/v1/rpc/search_admin_reservations', () => Response.json([]));
  const { user } = await openDetails();
  showPanel('Activity');
  const items = () => within(dialog().getByRole('list', { name: 'Recent activity' })).getAllByRole('listitem');
  await expectTexts(items, [
    /^Reservation createdMar 02, 2026 \d\d:\d\dA-03, Naco on Mar 01, 2026, \d\d:\d\d - \d\d:\d\d$/,
    /^Reservation created.*A reservation that is gone$/,
  ]);
  for (const { url } of server.received('GET /rest/v1/admin_reservations')) {
    expect(url.searchParams.get('id')).toBe(`in.(${RESERVATION_ID},${goneId})`);
  }
  // What is typed must not be left.
  press('Edit');
  await waitFor(() => expect(dialog().queryByRole('link', { name: /^A-03, Naco on / })).toBeNull());
  expect(items()[0]).toHaveTextContent('A-03, Naco on ');
  press('Cancel');
  await user.click(await dialog().findByRole('link', { name: /^A-03, Naco on / }));
  await expectPath(`tab=reservations&q=${RESERVATION_ID}`);
});

describe('an administrator who suspends somebody', () => {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const suspend = async () => {
    await openDetails();
    press('Edit');
    fill('Status', 'suspended');
  };

  test('reads where they are parked and what they have reserved, and may suspend them', async () => {
    const upcoming = { ...RESERVATION, id: 'next', start_time: hoursFromNow(20), end_time: hoursFromNow(21) };
    server.tables.admin_reservations = [
      { ...RESERVATION, start_time: hoursFromNow(-1), end_time: hoursFromNow(0.1) },
      upcoming,
      { ...upcoming, id: 'cancelled', status: 'cancelled' },
      { ...RESERVATION, id: 'other', user_id: ADMIN.id, start_time: hoursFromNow(-1), end_time: hoursFromNow(1) },
    ];
    Object.assign(readRow('profiles') ?? {}, { full_name: 'Ana Díaz' });
    await suspend();
    expect((await dialog().findByRole('alert')).textContent).toMatch(
      /^Ana Díaz is parked in A-03, Naco until (\w{3} \d\d, )?\d\d:\d\d\. The stay goes on .* 1 upcoming reservation stays active until somebody cancels it\.$/,
    );
    press('Save');
    expect(await findToast('User updated successfully')).toBeVisible();
    expect(readRow('profiles')).toMatchObject({ status: 'suspended' });
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  test('reads no warning without a reservation, and that a reservation is not known when it is not', async () => {
    server.tables.admin_reservations = [];
    await suspend();
    await waitFor(() => expect(server.received('GET /rest/v1/admin_reservations')).not.toHaveLength(0));
    await waitFor(() => expect(dialog().queryByText('Checking for reservations...')).toBeNull());
    expect(dialog().queryByRole('alert')).toBeNull();
    fill('Status', 'active');
    server.failRequests('GET /rest/v1/admin_reservations', 400, { code: 'X' });
    fill('Status', 'suspended');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'It is not known whether this user is parked right now or has upcoming reservations.',
    );
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
    const kept = keepMessages(...rows);
    keepInbox(kept);
    return kept;
  };

  test('an administrator sees who waits, opens the conversation and replies once', async () => {
    const rows = keepConversation(
      createMessage('Two', { sender_type: 'user', created_at: '2026-03-02T12:01:00Z' }),
      createMessage('One', { sender_type: 'user', created_at: '2026-03-02T12:00:00Z' }),
      createMessage('Hello', { read_status: true, created_at: '2026-03-01T12:00:00Z' }),
    );
    await openTab('users');
    expect(await inbox()).toHaveTextContent(/^Ana DíazMar 02, 2026 \d\d:\d\dOne2 messages$/);
    expect(button('Waiting for a reply 1')).toHaveAttribute('aria-expanded', 'true');
    await openWaiting();
    expect(await log()).toHaveTextContent(/You:Hello.*Ana Díaz:One.*Ana Díaz:Two/);
    await waitFor(() => expect(rows.every(({ read_status }) => read_status)).toBe(true));
    write('Come by the gate');
    press('Send');
    expect(await within(await log()).findByText('Come by the gate')).toBeVisible();
    await waitFor(() => expect(rows).toHaveLength(4));
    expect(rows[3]).toMatchObject({ user_id: DRIVER.id, sender_type: 'other', message: 'Come by the gate' });
    expect(await screen.findByText('Nobody is waiting for a reply.')).toBeInTheDocument();
  });

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

  test('a conversation is read only while its tab is in view, and leads to the reservation', async () => {
    const about = {
      reservation_id: RESERVATION_ID,
      reservation_space_name: 'A-03',
      reservation_start_time: RESERVATION.start_time,
    };
    const rows = keepConversation(createMessage('The gate', { sender_type: 'user', ...about }));
    server.tables.admin_reservations = [RESERVATION];
    server.handle('POST /rest/v1/rpc/search_admin_reservations', () => Response.json([]));
    server.handle('POST /rest/v1/rpc/search_admin_users', () => Response.json([]));
    const { user } = await openDetails();
    expect(rows).toMatchObject([{ read_status: false }]);
    showPanel('Messages');
    const link = await dialog().findByRole('link', { name: 'About A-03, Mar 01, 2026' });
    await waitFor(() => expect(rows).toMatchObject([{ read_status: true }]));
    await user.click(link);
    await expectPath(`tab=reservations&q=${RESERVATION_ID}`);
  });

  test('what an administrator typed and did not send is there when the dialog opens again', async () => {
    keepConversation(createMessage('Hello?', { sender_type: 'user' }));
    await openTab('users');
    await openWaiting();
    fireEvent.change(await dialog().findByLabelText('Message'), { target: { value: 'Not finished' } });
    press('Close');
    await openWaiting();
    expect(await dialog().findByLabelText('Message')).toHaveValue('Not finished');
  });

  test('a new message shows in the inbox within half a minute', async () => {
    const rows = keepConversation();
    await openTab('users');
    await screen.findByText('Nobody is waiting for a reply.');
    rows.push(createMessage('Anybody there?', { sender_type: 'user' }));
    await passTime(30_000);
    expect(await inbox()).toHaveTextContent('Anybody there?');
  });
});

describe('failures of the list', () => {
  test('an administrator reads that users did not come, and tries again', async () => {
    const mend = server.failRequests(PROFILES_ROUTE, 400, { code: 'X' });
    await openTab('users');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch users');
    mend();
    fireEvent.click(button('Try again'));
    expect(await screen.findByText(/^Showing \d/)).toBeVisible();
  });

  test('an administrator reads that there are no users', async () => {
    server.handle(PROFILES_ROUTE, () => Response.json([]));
    await openTab('users');
    expect(await screen.findByText('No users found.')).toBeVisible();
  });
});

describe('failures of the details', () => {
  test('an administrator reads that the details did not come, and tries again', async () => {
    const mend = server.failRequests('GET /rest/v1/user_activity', 400, { code: 'X' });
    await openTab('users');
    fireEvent.click(within(await row(DRIVER.email)).getByRole('button', { name: 'View Details' }));
    expect(await dialog().findByText('Failed to fetch user details')).toBeVisible();
    mend();
    press('Try again');
    expect(await dialog().findByLabelText('Full name')).toBeVisible();
  });

  test('an administrator reads that a change was not saved, and keeps what they typed', async () => {
    const error = { code: 'XX000', message: 'The disk is full' };
    server.failRequests('PATCH /rest/v1/profiles', 500, error);
    server.failRequests('PATCH /rest/v1/user_settings', 500, error);
    await openDetails();
    press('Edit');
    fill('Full name', 'Nadie');
    press('Save');
    expect(await findToast('Failed to update user')).toBeVisible();
    expect(field('Full name')).toHaveValue('Nadie');
    press('Cancel');
    press('Edit');
    showPanel('Settings');
    fill('Auto logout (minutes)', '30');
    press('Save');
    expect(await findToast('Failed to update settings')).toBeVisible();
    expect(field('Auto logout (minutes)')).toHaveValue(30);
  });
});

test('an administrator reads the error of a role that was not changed, or that it was not', async () => {
  const ROLES = '/rest/v1/user_roles';
  await openDetails();
  const mend = server.failRequests(`POST ${ROLES}`, 500, { code: 'XX000', message: 'The disk is full' });
  press('Make Admin');
  expect(await findToast('The disk is full')).toBeVisible();
  mend();
  server.handle(`POST ${ROLES}`, () => new Response('', { status: 502 }));
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Make Admin' })).toBeEnabled());
  press('Make Admin');
  expect(await findToast('Failed to assign admin role')).toBeVisible();
  server.rows('user_roles').push({ user_id: DRIVER.id, role: 'admin' });
  server.handle(`DELETE ${ROLES}`, () => new Response('', { status: 502 }));
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Make Admin' })).toBeEnabled());
  press('Make Admin');
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Remove Admin' })).toBeEnabled());
  press('Remove Admin');
  expect(await findToast('Failed to remove admin role')).toBeVisible();
});

test('an administrator who gives up their own role is led out of the back office', async () => {
  await openDetails(ADMIN);
  press('Remove Admin');
  expect(await findToast('Admin role removed successfully')).toBeVisible();
  await expectPath(/^\/map$/);
});

describe('with another administrator at work at the same time', () => {
  const newerValues = () => within(dialog().getByRole('list', { name: 'Newer values' })).getAllByRole('listitem');

  test('an administrator is told that settings changed meanwhile, and may leave the newer ones', async () => {
    await openDetails();
    press('Edit');
    const newer = { auto_logout_minutes: 15, sms_notifications: true, updated_at: '2026-01-02T00:00:00+00:00' };
    Object.assign(readRow('user_settings') ?? {}, newer);
    showPanel('Settings');
    fill('Auto logout (minutes)', '30');
    press('Save');
    await dialog().findByRole('list', { name: 'Newer values' });
    await expectTexts(newerValues, ['SMS notifications is now on.', 'Auto logout (minutes) is now 15. You typed 30.']);
    expect(field('Auto logout (minutes)')).toHaveValue(30);
    press('Cancel');
    await waitFor(() => expect(field('Auto logout (minutes)')).toHaveValue(15));
    expect(readRow('user_settings')).toMatchObject({ auto_logout_minutes: 15 });
  });

  test('an administrator is told that a role changed meanwhile, and sees it as it is', async () => {
    const sentence = 'Somebody else changed the role of this user meanwhile. It is shown as it is now.';
    await openDetails();
    server.rows('user_roles').push({ user_id: DRIVER.id, role: 'admin' });
    server.failRequests('POST /rest/v1/user_roles', 409, { code: '23505' });
    press('Make Admin');
    expect(await findToast(sentence)).toBeVisible();
    expect(await dialog().findByRole('button', { name: 'Remove Admin' })).toBeVisible();
    await passTime(TOAST_MS);
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    server.rows('user_roles').pop();
    press('Remove Admin');
    expect(await findToast(sentence)).toBeVisible();
    expect(await dialog().findByRole('button', { name: 'Make Admin' })).toBeVisible();
  });
});

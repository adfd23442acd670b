import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { format } from 'date-fns/format';
import { beforeEach, expect, test, vi } from 'vitest';
import { catchDownloads, openTab, readTexts } from '../../testing/back-office.ts';
import { lockVendor } from '../../testing/fake-lock-vendor.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createRefund } from '../../testing/money-rows.ts';
import { passTime } from '../../testing/render-screen.tsx';
import { createSpace } from '../../testing/rows.ts';
import { createCalls, createMonths, createServerStatus } from '../../testing/server-defaults.ts';

// The figures and charts of the overview, without sample data.

beforeEach(() => {
  server.config.samples = false;
  // Nine in the morning of March 15 in Santo Domingo.
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
});

const respond = (card: string, rows: Row[]) =>
  server.handle(`POST /rest/v1/rpc/overview_${card}`, () => Response.json(rows));
const requests = (card: string) => server.received(`POST /rest/v1/rpc/overview_${card}`);
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const open = (part = 'today') => openTab('overview', `&part=${part}`);

test('an operator reads this month against the same days of the month before, in words', async () => {
  respond('months', [
    createMonths({
      users: 1234,
      new_users: 12,
      earlier_new_users: 12,
      reservations: 120,
      earlier_reservations: 100,
      revenue: 590.5,
      earlier_revenue: 1181,
    }),
  ]);
  await open('revenue');
  const month = await card('This month so far');
  const figure = async (name: string) => (await month.findByRole('link', { name })).closest('div');
  expect(await figure('Reservations this month')).toHaveTextContent('12020% more than Feb 1 – 15, 2026 (100)');
  expect(await figure('Net charged this month')).toHaveTextContent('$590.5050% less than Feb 1 – 15, 2026 ($1,181.00)');
  expect(await figure('New users this month')).toHaveTextContent('12The same as Feb 1 – 15, 2026 (12)');
  expect(await figure('Total Users')).toHaveTextContent('1,234');
});

test('an operator reads what today brought in each zone, and what another day did', async () => {
  respond('takings', [
    { zone_id: 'a', name: 'Naco', reservations: 2, revenue: 30.5 },
    { zone_id: null, name: null, reservations: 0, revenue: -5 },
  ]);
  await open();
  const takings = await card('The day by zone');
  expect(readTexts(await takings.findAllByRole('definition'))).toEqual([
    '$25.502 reservations',
    '$30.502 reservations',
    '−$5.000 reservations',
  ]);
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-01' } });
  await vi.waitFor(() =>
    expect(requests('takings').at(-1)?.body).toEqual({ first_day: '2026-03-01', last_day: '2026-03-01' }),
  );
});

test('the page says when it was updated, reads all again each minute and on request, and warns when that fails', async () => {
  await open();
  const refresh = () => fireEvent.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement);
  const expectUpdated = async () =>
    expect(await screen.findByText(`Updated ${format(new Date(), 'HH:mm')}`)).toBeVisible();
  await expectUpdated();
  const before = requests('spaces').length;
  await passTime(60_000);
  await waitFor(() => expect(requests('spaces').length).toBeGreaterThan(before));
  await expectUpdated();
  const work = server.failRequests('POST /rest/v1/rpc/overview_takings', 400, { code: 'XX000' });
  refresh();
  expect(await screen.findByText(/^It could not be read again\. This is from/)).toBeVisible();
  work();
  refresh();
  await expectUpdated();
});

test('refunds to be made by hand and those that failed lately are told, older ones are not', async () => {
  server
    .rows('payment_refunds')
    .push(
      createRefund({ amount: 118 }),
      createRefund({ amount: 5, state: 'failed', finished_at: '2026-03-10T10:00:00Z', error: 'WRONG STATE' }),
      createRefund({ amount: 7, state: 'failed', finished_at: '2026-01-10T10:00:00Z' }),
      createRefund({ amount: 9, state: 'sent' }),
    );
  await open('revenue');
  const manual = within(await screen.findByRole('list', { name: 'Refunds to be made by hand' }));
  expect(manual.getByText(/^Refund of \$118\.00/)).toBeVisible();
  expect(manual.getByRole('button', { name: 'Done in the portal' })).toBeVisible();
  const failed = within(screen.getByRole('list', { name: 'Refunds that failed' }));
  expect(failed.getByText(/^Failed refund of \$5\.00/)).toBeVisible();
  expect(failed.getByText('WRONG STATE')).toBeVisible();
  expect(failed.getAllByRole('listitem')).toHaveLength(1);
});

test('a package that is late and a month that was closed unexplained are told, with a link to the month', async () => {
  const month = {
    closed_at: '2026-03-01T04:20:00Z',
    closed_by: 'Ada',
    reason: null,
    first_number: 1,
    last_number: 2,
    state: 'failed',
    size: null,
    hash: null,
  };
  server.handle('POST /rest/v1/rpc/list_closed_months', () =>
    Response.json([
      { ...month, month: '2026-01-01', alarm: 'late' },
      { ...month, month: '2025-12-01', alarm: 'unexplained' },
      { ...month, month: '2025-11-01', alarm: null },
    ]),
  );
  await open('revenue');
  const late = await screen.findByRole('link', { name: /^The package of 2026-01 is not there an hour/ });
  expect(late.getAttribute('href')).toBe('/admin/month?month=2026-01');
  expect(screen.getByRole('link', { name: /^The bridge of 2025-12 did not explain/ })).toBeVisible();
  expect(screen.queryByText(/2025-11/)).toBeNull();
});

// The health part.

const respondAsServer = (body: object, status = 200) =>
  server.handle('GET /functions/v1/system-status', () => Response.json(body, { status }));

/** The texts of an item of a card, the name and the state first. */
async function readItem(cardName: string, name: string): Promise<string[]> {
  const item = (await (await card(cardName)).findByText(name)).closest('li');
  return readTexts([...(item?.querySelectorAll<HTMLElement>('div > span, div > div > span, p') ?? [])]).map(
    (text) => text ?? '',
  );
}
const readPart = (name: string) => readItem('System Status', name);
const readJob = (name: string) => readItem('Scheduled jobs', name);

const at = (time: string) => `2026-03-15T${time}:00+00:00`;

test.each([
  ['mail', 'Mail', 'EAUTH', 'The mail server does not accept the user name and password.', 'Check SMTP_URL'],
  ['locks', 'Cerrojo integration', '502', 'The vendor gave no usable response.', 'Check that the vendor'],
  ['paypal', 'PayPal', 'not-confirmed', 'A payment could not be confirmed.', 'Look at the provider'],
])('%s in trouble says since when, why and what to do: %s, %s', async (service, name, error, reason, advice) => {
  const calls = { succeeded_at: at('11:00'), failed_at: at('12:00'), error, waiting: 2 };
  respond('services', [createCalls(service, calls)]);
  respondAsServer(createServerStatus({ azul: 'live', paypal: 'live' }));
  await open('system');
  expect(await readPart(name)).toEqual([
    name,
    'Trouble',
    'No success since Mar\u00a015,\u00a02026 07:00',
    `Last failure: Mar\u00a015,\u00a02026 08:00. ${reason}`,
    '2 wait to be tried again.',
    expect.stringContaining(advice),
  ]);
});

test('where no server tells the setup, the card says so and shows what came of the last calls', async () => {
  respondAsServer({ message: 'Requested function was not found' }, 404);
  respond('services', [createCalls('azul', { succeeded_at: at('12:00') }), createCalls('push')]);
  await open('system');
  expect(await (await card('System Status')).findByText(/^This installation has no server that tells/)).toBeVisible();
  expect(await readPart('API')).toEqual(['API', 'Online', 'This page was read from it.']);
  expect(await readPart('Cards (AZUL)')).toEqual([
    'Cards (AZUL)',
    'Online',
    'Last success: Mar\u00a015,\u00a02026 08:00',
  ]);
  expect(await readPart('Push notifications')).toEqual(['Push notifications', 'Unknown']);
});

test('an operator reads when each certificate expires, and what to do when that is soon', async () => {
  const certificates = [
    { certificate: 'azul', expiry: '2026-03-20T12:00:00.000Z', isSoon: true },
    { certificate: 'database', expiry: '2027-03-20T12:00:00.000Z', isSoon: false },
  ];
  respondAsServer({ ...createServerStatus(), certificates });
  await open('system');
  expect(await readPart('Certificate for AZUL')).toEqual([
    'Certificate for AZUL',
    'Trouble',
    'Expires: Mar\u00a020,\u00a02026 08:00',
    expect.stringContaining('restart the server'),
  ]);
  const database = 'Certificate of the database';
  expect(await readPart(database)).toEqual([database, 'Valid', 'Expires: Mar\u00a020,\u00a02027 08:00']);
});

const RUN = {
  job: 'due_work',
  started_at: at('12:59'),
  run_ms: 240,
  error: null,
  succeeded_at: at('12:59'),
  next_run_at: at('13:00'),
  is_late: false,
};

test('an operator reads when each job ran, how long it took, whether it failed and when it runs next', async () => {
  respond('jobs', [
    RUN,
    { ...RUN, job: 'backup', error: '57014', succeeded_at: null },
    { ...RUN, job: 'mail', started_at: at('12:00'), is_late: true },
    { ...RUN, job: 'newer_job' },
  ]);
  await open('system');
  expect(await readJob('Spaces, reservations and receipts')).toEqual([
    'Spaces, reservations and receipts',
    'On time',
    'Last run: Mar\u00a015,\u00a02026 08:59, 0.3 s',
    'Next run: Mar\u00a015,\u00a02026 09:00',
  ]);
  expect(await readJob('Backup')).toEqual([
    'Backup',
    'Failed',
    'Last run: Mar\u00a015,\u00a02026 08:59, 0.3 s',
    'The database took too long.',
    'It has not succeeded yet.',
    'Next run: Mar\u00a015,\u00a02026 09:00',
  ]);
  expect(await readJob('Account mail')).toEqual([
    'Account mail',
    'Late',
    'Last run: Mar\u00a015,\u00a02026 08:00, 0.3 s',
    'Check that a server is running, and look at its log.',
  ]);
  expect((await readJob('newer_job'))[1]).toBe('On time');
});

test('an operator reads the declined payments by reason, and opens the driver of one', async () => {
  const row = { method: 'card', failure: 'payment-no-funds', amount: 590.5, currency: 'DOP', of_reason: 120 };
  respond('failed_payments', [
    { ...row, id: '1', method: 'paypal', failure: 'new-one', of_reason: 1, failed_at: at('12:30'), user_email: null },
    { ...row, id: '2', failed_at: at('12:00'), user_email: 'ana@parqueo.test' },
  ]);
  await open('system');
  const failed = await card('Failed payments');
  await failed.findByText('Not enough funds');
  expect(readTexts(failed.getAllByText(/^(Card|PayPal)$/))).toEqual(['Card', 'PayPal']);
  fireEvent.click(failed.getByText('Not enough funds'));
  expect(failed.getByRole('link', { name: 'ana@parqueo.test' })).toHaveAttribute(
    'href',
    '/admin?tab=users&q=ana%40parqueo.test',
  );
  expect(failed.getByText('RD$590.50, Mar 15, 2026 08:00')).toBeVisible();
  expect(failed.getByText('The newest 1 of 120.')).toBeVisible();
  expect(failed.getByText('A driver who has left')).toBeInTheDocument();
});

test('books that are wrong are a warning with the rules that are broken, and without a word while they are right', async () => {
  respond('books', [{ rule: 'accounts-sum-to-zero', faults: 3, broken_since: at('04:41') }]);
  await open('system');
  const warning = await card('The books are wrong');
  expect(warning.getByText('accounts-sum-to-zero')).toBeVisible();
  expect(warning.getByText('3 rows, since Mar 15, 2026 00:41')).toBeVisible();
  respond('books', []);
  fireEvent.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'The books are wrong' })).toBeNull());
});

test.each([
  ['Scheduled jobs', 'POST /rest/v1/rpc/overview_jobs'],
  ['Locks that need attention', 'POST /functions/v1/lock-proxy'],
])('%s fails alone and is tried again', async (name, route) => {
  const work = server.failRequests(route, 400, { code: 'XX000' });
  await open('system');
  const failed = await card(name);
  const again = await failed.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  work();
  fireEvent.click(again);
  await vi.waitFor(() => expect(failed.queryByRole('button', { name: 'Try again' })).toBeNull());
});

test('the log is filtered by person, kind and day, and what is filtered is exported', async () => {
  const entry = {
    action: 'update',
    subject_table: 'parking_zones',
    subject_id: 'z',
    before: { name: 'Naco', price_per_hour: 5 },
    after: { name: 'Naco', price_per_hour: 9 },
    created_at: '2026-03-14T13:00:00+00:00',
    actor_email: 'admin@parqueo.test',
    actor_role: 'admin',
    person_email: null,
  };
  const route = 'GET /rest/v1/admin_audit_log';
  server.handle(route, () => Response.json([{ id: 1, ...entry }]));
  const files = catchDownloads();
  await openTab('overview', '&part=system&q=ad*min%40&kind=zones&date=yesterday');
  expect(await screen.findByText('Changed zone Naco')).toBeVisible();
  const filters = (url: URL) => ['or', 'subject_table', 'created_at'].map((name) => url.searchParams.getAll(name));
  const expected = [
    ['(actor_email.ilike."*admin@*",person_email.ilike."*admin@*")'],
    ['in.(parking_zones,ratings)'],
    ['gte.2026-03-14T04:00:00.000Z', 'lt.2026-03-15T04:00:00.000Z'],
  ];
  expect(filters(server.received(route)[0]?.url as URL)).toEqual(expected);
  const log = (await screen.findByRole('heading', { name: 'Administrator Log' })).closest('div.p-5') as HTMLElement;
  fireEvent.click(within(log).getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text).toContain(
    '2026-03-14 09:00,admin@parqueo.test,Changed zone Naco,Price per hour: $5.00 → $9.00',
  );
  expect(filters(server.received(route).at(-1)?.url as URL)).toEqual(expected);
});

test('a lock that needs attention is told when it holds a space', async () => {
  lockVendor.offline = ['KV-0001', 'KV-0002'];
  server.tables.parking_spaces = [{ ...createSpace(), kavass_device_id: 'KV-0001' }];
  await open();
  expect(await screen.findByRole('link', { name: /^Locks that need attention ?1$/ })).toBeVisible();
});

test('a new installation lists its first steps, and locks that hold no space raise no alarm', async () => {
  respond('spaces', [{ free: 0, in_use: 0, out_of_service: 0 }]);
  server.tables.admin_zones = [{ id: 'z', name: 'Naco' }];
  await open();
  const steps = within((await screen.findByRole('heading', { name: 'First steps' })).parentElement as HTMLElement);
  expect(steps.getByRole('link', { name: 'Add Space' })).toHaveAttribute('href', '/admin?tab=parking&dialog=new');
  expect(steps.queryByRole('link', { name: 'Add Zone' })).toBeNull();
  expect(steps.getAllByLabelText('Done')).toHaveLength(2);
  expect(screen.queryByRole('link', { name: /^Locks that need attention/ })).toBeNull();
});

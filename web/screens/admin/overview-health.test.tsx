import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openTab, readTexts } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createCalls, createServerStatus } from '../../testing/overview.ts';

// The health part of the overview, without sample data.

beforeEach(() => {
  server.config.samples = false;
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
});

const respond = (card: string, rows: Row[]) =>
  server.handle(`POST /rest/v1/rpc/overview_${card}`, () => Response.json(rows));
const respondAsServer = (body: object, status = 200) =>
  server.handle('GET /functions/v1/system-status', () => Response.json(body, { status }));
const open = (part = 'system') => openTab('overview', `&part=${part}`);
const card = async (name: string) => within(await screen.findByRole('region', { name }));

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
  ['locks', 'Kavass integration', '502', 'The vendor gave no usable response.', 'Check that the vendor'],
  ['paypal', 'PayPal', 'not-confirmed', 'A payment could not be confirmed.', 'Look at the provider'],
])('%s in trouble says since when, why and what to do: %s, %s', async (service, name, error, reason, advice) => {
  const calls = { succeeded_at: at('11:00'), failed_at: at('12:00'), error, waiting: 2 };
  respond('services', [createCalls(service, calls)]);
  respondAsServer(createServerStatus({ azul: 'live', paypal: 'live' }));
  await open();
  expect(await readPart(name)).toEqual([
    name,
    'Trouble',
    'No success since Mar 15, 2026 07:00',
    `Last failure: Mar 15, 2026 08:00. ${reason}`,
    '2 wait to be tried again.',
    expect.stringContaining(advice),
  ]);
});

test('where no server tells the setup, the card says so and shows what came of the last calls', async () => {
  respondAsServer({ message: 'Requested function was not found' }, 404);
  respond('services', [createCalls('azul', { succeeded_at: at('12:00') }), createCalls('push')]);
  await open();
  expect(await (await card('System Status')).findByText(/^This installation has no server that tells/)).toBeVisible();
  expect(await readPart('API')).toEqual(['API', 'Online', 'This page was read from it.']);
  expect(await readPart('Cards (AZUL)')).toEqual(['Cards (AZUL)', 'Online', 'Last success: Mar 15, 2026 08:00']);
  expect(await readPart('Push notifications')).toEqual(['Push notifications', 'Unknown']);
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
  await open();
  expect(await readJob('Spaces, reservations and receipts')).toEqual([
    'Spaces, reservations and receipts',
    'On time',
    'Last run: Mar 15, 2026 08:59, 0.3 s',
    'Next run: Mar 15, 2026 09:00',
  ]);
  expect(await readJob('Backup')).toEqual([
    'Backup',
    'Failed',
    'Last run: Mar 15, 2026 08:59, 0.3 s',
    'The database took too long.',
    'It has not succeeded yet.',
    'Next run: Mar 15, 2026 09:00',
  ]);
  expect(await readJob('Account mail')).toEqual([
    'Account mail',
    'Late',
    'Last run: Mar 15, 2026 08:00, 0.3 s',
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
  await open();
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
  await open();
  const warning = await card('The books are wrong');
  expect(warning.getByText('accounts-sum-to-zero')).toBeVisible();
  expect(warning.getByText('3 rows, since Mar 15, 2026 00:41')).toBeVisible();
  respond('books', []);
  fireEvent.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'The books are wrong' })).toBeNull());
});

test.each([
  ['Scheduled jobs', 'POST /rest/v1/rpc/overview_jobs'],
  ['Failed payments', 'POST /rest/v1/rpc/overview_failed_payments'],
  ['Undelivered notifications', 'POST /rest/v1/rpc/overview_failed_notices'],
  ['Locks that need attention', 'POST /functions/v1/lock-proxy'],
])('%s fails alone and is tried again', async (name, route) => {
  const work = server.failRequests(route, 400, { code: 'XX000' });
  await open();
  const failed = await card(name);
  const again = await failed.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  work();
  fireEvent.click(again);
  await vi.waitFor(() => expect(failed.queryByRole('button', { name: 'Try again' })).toBeNull());
});

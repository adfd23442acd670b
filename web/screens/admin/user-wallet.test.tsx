import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, openTab, press } from '../../testing/back-office.ts';
import { keepInbox, keepMessages } from '../../testing/fake-messages.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createPayment, createRefund } from '../../testing/money-rows.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';

// A driver's wallet in the back office, without sample data.

const ADJUST = 'POST /rest/v1/rpc/adjust_wallet';
const VERSION = '2026-01-01T00:00:00+00:00';

beforeEach(() => {
  server.config.samples = false;
  keepMessages();
  keepInbox([]);
  const profile = { rating: 0, total_trips: 0, wallet_balance: 25.5, wallet_settings: {}, last_activity: null };
  for (const row of server.rows('profiles')) Object.assign(row, profile, { updated_at: VERSION });
  for (const row of server.rows('user_settings')) Object.assign(row, { auto_logout_minutes: 60, updated_at: VERSION });
  server.tables.user_activity = [];
  server.handle('POST /rest/v1/rpc/admin_user_summary', () =>
    Response.json({ total_users: 2, active_today: 0, complete_profiles: 0 }),
  );
});

async function openWallet(): Promise<HTMLElement> {
  await openTab('users');
  const cell = await screen.findByText(DRIVER.email, { selector: 'td *' });
  fireEvent.click(within(cell.closest('tr') as HTMLElement).getByRole('button', { name: 'View Details' }));
  fireEvent.click(await screen.findByRole('tab', { name: 'Wallet' }));
  return screen.findByRole('tabpanel', { name: 'Wallet' });
}

const openAdjustment = async () => {
  const panel = await openWallet();
  fireEvent.click(await within(panel).findByRole('button', { name: 'Adjust the balance' }));
  return screen.findByRole('dialog', { name: 'Adjust the balance' });
};

test('an operator takes money out of a wallet with a reason and sees the new balance before', async () => {
  server.handle(ADJUST, () => Response.json(20.25));
  const dialog = await openAdjustment();
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Take away' }));
  fill(dialog, /^Amount/, '5.25');
  expect(dialog).toHaveTextContent('New balance: $20.25');
  press(dialog, 'Take away $5.25');
  expect(dialog).toHaveTextContent('Enter a reason of ten letters or more, up to 300 characters.');
  fill(dialog, /^Reason/, 'Charged twice in cash');
  press(dialog, 'Take away $5.25');
  await findToast('Balance adjusted');
  expect(server.received(ADJUST).map(({ body }) => body)).toEqual([
    { person: DRIVER.id, amount: '-5.25', reason: 'Charged twice in cash', key: expect.any(String) },
  ]);
  expect(server.received('PATCH /rest/v1/profiles')).toEqual([]);
});

test('an operator takes no wallet below zero, and reads which amounts there are', async () => {
  const dialog = await openAdjustment();
  fill(dialog, /^Reason/, 'A wrong charge');
  for (const [direction, amount, said] of [
    ['Take away', '25.51', 'The wallet cannot go below zero.'],
    ['Add', '0', 'Enter an amount from 0.01 up to 1,000,000.'],
    ['Add', '1000000.01', 'Enter an amount from 0.01 up to 1,000,000.'],
    ['Add', '1.005', 'Enter an amount from 0.01 up to 1,000,000.'],
  ] as const) {
    fireEvent.click(within(dialog).getByRole('radio', { name: direction }));
    fill(dialog, /^Amount/, amount);
    fireEvent.submit(within(dialog).getByLabelText(/^Amount/));
    expect(dialog).toHaveTextContent(said);
  }
  expect(server.received(ADJUST)).toEqual([]);
});

test('an operator who edits a person writes no balance', async () => {
  await openWallet();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  fireEvent.click(screen.getByRole('tab', { name: 'Profile' }));
  fireEvent.change(screen.getByLabelText('Full name'), { target: { value: 'Ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.received('PATCH /rest/v1/profiles')).toHaveLength(1));
  expect(server.received('PATCH /rest/v1/profiles')[0]?.body).not.toHaveProperty('wallet_balance');
});

test('an operator proposes what is above the limit, and keeps what was typed when that fails', async () => {
  const PROPOSE = 'POST /rest/v1/rpc/propose_correction';
  server.failRequests(ADJUST, 400, { code: '23514', hint: 'second-admin-required' });
  const respond = server.failRequests(PROPOSE, 500, { code: 'XX000' });
  const dialog = await openAdjustment();
  fill(dialog, /^Amount/, '750');
  fill(dialog, /^Reason/, 'Paid in cash');
  expect(within(dialog).queryByRole('button', { name: 'Propose to another administrator' })).toBeNull();
  press(dialog, 'Add $750.00');
  const propose = await within(dialog).findByRole('button', { name: 'Propose to another administrator' });
  fireEvent.click(propose);
  await waitFor(() => expect(server.received(PROPOSE)).toHaveLength(1));
  await waitFor(() => expect(propose).toBeEnabled());
  expect(within(dialog).getByLabelText(/^Reason/)).toHaveValue('Paid in cash');
  respond();
  server.handle(PROPOSE, () => Response.json(null));
  fireEvent.click(propose);
  await findToast('Proposed. Another administrator decides.');
  const sent = server.received(PROPOSE).map(({ body }) => body as Row);
  expect(sent.at(-1)).toMatchObject({ person: DRIVER.id, amount: '750.00', reason: 'Paid in cash' });
  // A second try is the same proposal.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

const REFUND = 'POST /rest/v1/rpc/refund_top_up';

const addTopUp = (fields: Row = {}) => {
  const captured = '2026-03-01T10:00:00+00:00';
  const topUp = createPayment({ id: null, created_at: captured }, { purpose: 'top_up', amount: 40, ...fields });
  server.rows('payments').push({ ...topUp, user_id: DRIVER.id, captured_at: captured });
  return topUp;
};

test('an operator gives a top-up back to its card: at most what is left of it and in the wallet, after asking', async () => {
  const topUp = addTopUp();
  addTopUp({ state: 'refunding', payment_refunds: [createRefund({ amount: 40, state: 'sent' })] });
  const panel = await openWallet();
  const buttons = await within(panel).findAllByRole('button', { name: /^Give back the top-up of/ });
  // All of the second top-up is on its way back already.
  expect(buttons).toHaveLength(1);
  fireEvent.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Give back a top-up' });
  expect(dialog).toHaveTextContent('At most $25.50');
  fill(dialog, /^Amount/, '25.51');
  press(dialog, 'Continue');
  expect(dialog).toHaveTextContent('Enter an amount from 0.01 up to $25.50.');
  expect(dialog).toHaveTextContent('Enter a reason of ten letters or more, up to 300 characters.');
  fill(dialog, /^Amount/, '20');
  fill(dialog, /^Reason/, 'Sold the car');
  press(dialog, 'Continue');
  expect(dialog).toHaveTextContent('Give $20.00 back to Visa ···· 1732?');
  expect(server.received(REFUND)).toEqual([]);
  // The driver has spent it meanwhile: what was typed stays, and the limit is said.
  const over = { code: '23514', message: 'over', hint: 'refund-over-top-up', details: '12.00' };
  server.handle(REFUND, () => Response.json(over, { status: 400 }));
  press(dialog, /^Give back \$/);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('At most $12.00 of this top-up');
  expect(within(dialog).getByLabelText(/^Reason/)).toHaveValue('Sold the car');
  server.handle(REFUND, () => new Response(null, { status: 204 }));
  fill(dialog, /^Amount/, '12');
  press(dialog, 'Continue');
  press(dialog, /^Give back \$/);
  await findToast('$12.00 given back');
  expect(server.received(REFUND).at(-1)?.body).toEqual({
    payment: topUp.id,
    amount: '12.00',
    reason: 'Sold the car',
    key: expect.any(String),
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openTab, readTexts } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';

// Where the records of a provider and those of the product disagree: in the overview, and as a list.

const RESOLVE = 'PATCH /rest/v1/payment_differences';
const CONFIRM = 'POST /rest/v1/rpc/confirm_payment';

function addDifference(fields: Row = {}): Row {
  const rows = server.rows('payment_differences');
  const row: Row = {
    id: `difference-${rows.length + 1}`,
    provider: 'azul',
    kind: 'missing-here',
    payment_id: null,
    provider_order: 'PK0000000000042',
    detail: '4711',
    amount: 5,
    is_alarm: true,
    created_at: `2026-03-14T10:00:0${rows.length}Z`,
    resolved_at: null,
    resolution: null,
    outcome: null,
    ...fields,
  };
  rows.push(row);
  return row;
}

/** What the database does when an administrator closes a difference. */
const closeOnce = (route: string, response: unknown) =>
  server.handle(route, ({ body }) => {
    Object.assign(server.rows('payment_differences')[0] ?? {}, {
      resolved_at: '2026-03-15T13:00:00Z',
      resolution: (body as Row).resolution ?? 'Seen',
    });
    return Response.json(response);
  });

beforeEach(() => {
  server.config.samples = false;
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
});

const openOverview = () => openTab('overview');
const openList = (filters = '') => openTab('overview', `&view=differences${filters}`);
const findWarnings = async () => within(await screen.findByRole('region', { name: 'Money that needs you' }));
const REASON = 'What it was, and what you did';

test('an operator reads a difference and what to do, and resolves it with a reason', async () => {
  addDifference({ amount: null, payments: { amount: 5, profiles: { full_name: 'Ana Díaz', email: 'ana@a.test' } } });
  closeOnce(RESOLVE, [{ id: 'difference-1' }]);
  await openOverview();
  const warnings = await findWarnings();
  expect(warnings.getByText(/^Look up the order in the portal\./)).toBeVisible();
  expect(warnings.getByText(/^AZUL · PK0000000000042 · Ana Díaz · 4711 · \$5\.00/)).toBeVisible();
  fireEvent.click(warnings.getByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve this difference?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(dialog.getByText('Enter a reason of ten letters or more, up to 300 characters.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText(REASON), { target: { value: 'Paid in cash' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await findToast('Difference resolved');
  expect(server.received(RESOLVE).map(({ body }) => body)).toEqual([{ resolution: 'Paid in cash' }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Money that needs you' })).toBeNull());
});

test('a dispute that is open for more than 90 days stands in a list of its own, however many alarms are newer', async () => {
  addDifference({ kind: 'dispute', provider_order: 'OLD', created_at: '2025-12-15T12:59:59Z' });
  addDifference({ kind: 'dispute', provider_order: 'RECENT', created_at: '2025-12-15T13:00:01Z' });
  for (let times = 0; times < 3; times += 1) addDifference();
  await openOverview();
  const warnings = await findWarnings();
  const old = within(warnings.getByRole('list', { name: 'Disputes that are open for more than 90 days' }));
  expect(old.getAllByText(/^AZUL ·/).map(({ textContent }) => textContent?.split(' · ')[1])).toEqual(['OLD']);
  expect(warnings.getByRole('link', { name: 'See all 5' })).toBeVisible();
});

test('an operator confirms a payment that only the portal of the provider shows', async () => {
  addDifference({ kind: 'not-confirmed', payment_id: 'payment-1', is_alarm: false, detail: '' });
  closeOnce(CONFIRM, 'captured');
  await openList('&kind=not-confirmed');
  fireEvent.click(await screen.findByRole('button', { name: 'It was paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Was this payment made?' }));
  fireEvent.change(dialog.getByLabelText('Reference in the portal'), { target: { value: '47' } });
  fireEvent.click(dialog.getByRole('button', { name: 'It was paid' }));
  expect(dialog.getByText('The reference takes 4 to 64 letters, digits and hyphens')).toBeVisible();
  expect(dialog.getByText('Enter a reason of ten letters or more, up to 300 characters.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Reference in the portal'), { target: { value: ' 4711 ' } });
  fireEvent.change(dialog.getByLabelText(REASON), { target: { value: 'Seen over there' } });
  fireEvent.click(dialog.getByRole('button', { name: 'It was paid' }));
  await findToast('The payment is confirmed');
  expect(server.received(CONFIRM).map(({ body }) => body)).toEqual([
    { payment: 'payment-1', provider_reference: '4711', reason: 'Seen over there' },
  ]);
  expect(await screen.findByText('No differences match this.')).toBeVisible();
});

// Corrections of wallets that wait for a second administrator: in the overview and beside the wallet of a driver.

const DECIDE = 'POST /rest/v1/rpc/decide_correction';
const TITLE = 'Corrections that wait for approval';

function addProposal(fields: Row = {}): void {
  const rows = server.rows('proposed_corrections');
  rows.push({
    id: `correction-${rows.length + 1}`,
    user_id: DRIVER.id,
    amount: 750,
    reason: 'The terminal charged twice',
    provider_reference: null,
    is_allowance: false,
    proposed_at: `2026-03-14T10:00:0${rows.length}Z`,
    person_email: 'ana@parqueo.test',
    proposer_email: 'ada@parqueo.test',
    is_own: false,
    ...fields,
  });
}

const findProposals = async () => within(await screen.findByRole('region', { name: TITLE }));
const buttonsOf = (item: HTMLElement) => readTexts(within(item).getAllByRole('button'));

/** Presses the button of the only proposal, then that of the dialog. */
async function decide(button: string, question: string) {
  await openTab('overview');
  fireEvent.click((await findProposals()).getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: question }));
  fireEvent.click(dialog.getByRole('button', { name: button }));
  return dialog;
}

test('what waits is told with amount, person, reason and proposer, the oldest first; the own one is not approved', async () => {
  addProposal();
  addProposal({ amount: -20.5, provider_reference: '4711', person_email: null, proposer_email: null, is_own: true });
  await openTab('overview');
  const [first, second] = (await findProposals()).getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /^\+\$750\.00 for ana@parqueo\.testThe terminal charged twiceProposed by ada@parqueo\.test, /,
  );
  expect(second).toHaveTextContent(/^−\$20\.50 for .*Payment found in the portal as 4711\./);
  expect(buttonsOf(first as HTMLElement)).toEqual(['Approve', 'Decline']);
  expect(buttonsOf(second as HTMLElement)).toEqual(['Withdraw']);
});

test('what another administrator asks to be allowed is approved knowing that they do it themselves', async () => {
  addProposal({ is_allowance: true });
  await openTab('overview');
  fireEvent.click((await findProposals()).getByRole('button', { name: 'Approve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve this correction?' }));
  expect(dialog.getByText('Allow giving $750.00 to ana@parqueo.test')).toBeVisible();
  expect(dialog.getByText('Whoever proposed it may then do it within 24 hours.')).toBeVisible();
});

test.each([
  ['Approve', 'Approve this correction?', false, true, 'Approved'],
  ['Decline', 'Decline this correction?', false, false, 'Declined. Nothing was moved.'],
  ['Withdraw', 'Withdraw your proposal?', true, false, 'Withdrawn. Nothing was moved.'],
])('%s asks first, and what is decided waits no more', async (button, question, is_own, approve, said) => {
  addProposal({ is_own });
  server.handle(DECIDE, () => {
    server.tables.proposed_corrections = [];
    return Response.json(null);
  });
  await decide(button, question);
  await findToast(said);
  expect(server.received(DECIDE).map(({ body }) => body)).toEqual([{ correction: 'correction-1', approve }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).toBeNull());
});

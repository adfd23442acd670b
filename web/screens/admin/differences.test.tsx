import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openTab, readTexts, selectOption } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';

// Where the records of a provider and those of the product disagree: in the overview, and as a list.

const DIFFERENCES = 'GET /rest/v1/payment_differences';
const RESOLVE = 'PATCH /rest/v1/payment_differences';
const CONFIRM = 'POST /rest/v1/rpc/confirm_payment';
const WIN = 'POST /rest/v1/rpc/win_dispute';

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

test('the overview shows the newest three alarms and how many there are, and leads to all', async () => {
  for (let number = 5; number > 0; number -= 1) addDifference({ provider_order: `ORDER${number}` });
  addDifference({ kind: 'unverified', is_alarm: false, provider_order: 'QUIET' });
  await openOverview();
  const warnings = await findWarnings();
  const items = within(warnings.getByRole('list', { name: "Differences from the provider's record" })).getAllByRole(
    'listitem',
  );
  expect(readTexts(items).map((text) => /ORDER\d|QUIET/.exec(text ?? '')?.[0])).toEqual(['ORDER5', 'ORDER4', 'ORDER3']);
  fireEvent.click(warnings.getByRole('link', { name: 'See all 5' }));
  const table = await screen.findByRole('table', { name: 'Differences with AZUL and PayPal' });
  await waitFor(() =>
    expect(within(table).getAllByText('The provider has a payment that is not here.')).toHaveLength(5),
  );
  expect(screen.getByText('Showing 1–5 of 5')).toBeVisible();
});

test('what is no alarm does not warn, and the list is still a link away', async () => {
  addDifference({ kind: 'not-confirmed', is_alarm: false });
  await openOverview();
  expect(await screen.findByRole('link', { name: 'All differences with AZUL and PayPal' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Money that needs you' })).toBeNull();
});

test('an operator reads a difference and what to do, and resolves it with a reason', async () => {
  addDifference();
  closeOnce(RESOLVE, [{ id: 'difference-1' }]);
  await openOverview();
  const warnings = await findWarnings();
  expect(warnings.getByText(/^Look up the order in the portal\./)).toBeVisible();
  expect(warnings.getByText(/^AZUL · PK0000000000042 · 4711 · \$5\.00/)).toBeVisible();
  fireEvent.click(warnings.getByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve this difference?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(dialog.getByText('Enter a reason of up to 300 characters.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText(REASON), { target: { value: 'Paid in cash' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await findToast('Difference resolved');
  expect(server.received(RESOLVE).map(({ body }) => body)).toEqual([{ resolution: 'Paid in cash' }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Money that needs you' })).toBeNull());
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
  expect(dialog.getByText('Enter a reason of up to 300 characters.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Reference in the portal'), { target: { value: ' 4711 ' } });
  fireEvent.change(dialog.getByLabelText(REASON), { target: { value: 'Seen there' } });
  fireEvent.click(dialog.getByRole('button', { name: 'It was paid' }));
  await findToast('The payment is confirmed');
  expect(server.received(CONFIRM).map(({ body }) => body)).toEqual([
    { payment: 'payment-1', provider_reference: '4711', reason: 'Seen there' },
  ]);
  expect(await screen.findByText('No differences match this.')).toBeVisible();
});

test('an operator says that a dispute was won', async () => {
  addDifference({ kind: 'dispute', payment_id: 'payment-1' });
  closeOnce(WIN, null);
  await openOverview();
  fireEvent.click((await findWarnings()).getByRole('button', { name: 'We won' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Was this dispute won?' }));
  fireEvent.change(dialog.getByLabelText(REASON), { target: { value: 'AZUL wrote' } });
  fireEvent.click(dialog.getByRole('button', { name: 'We won' }));
  await findToast('Difference resolved');
  expect(server.received(WIN).map(({ body }) => body)).toEqual([
    { difference: 'difference-1', resolution: 'AZUL wrote' },
  ]);
});

test('the list filters by kind, provider, state and days, page by page', async () => {
  for (let number = 0; number < 30; number += 1) {
    addDifference({ id: `many-${number}`, created_at: `2026-03-01T10:00:${String(number).padStart(2, '0')}Z` });
  }
  addDifference({ kind: 'unverified', is_alarm: false, provider_order: 'RETURN', created_at: '2026-03-10T10:00:00Z' });
  addDifference({
    provider: 'paypal',
    provider_order: 'REPAIRED',
    created_at: '2026-03-12T10:00:00Z',
    resolved_at: '2026-03-12T11:00:00Z',
    outcome: 'repaired',
  });
  await openList();
  expect(await screen.findByText('Showing 1–25 of 30')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Showing 26–30 of 30')).toBeVisible();
  selectOption(screen.getByLabelText('Kind'), 'Only the return');
  expect(await screen.findByText('AZUL · RETURN · 4711')).toBeVisible();
  selectOption(screen.getByLabelText('Kind'), 'All kinds');
  selectOption(screen.getByLabelText('Status'), 'Open and resolved');
  selectOption(screen.getByLabelText('Provider'), 'PayPal');
  expect(await screen.findByText(/^Counted by itself/)).toBeVisible();
  selectOption(screen.getByLabelText('Provider'), 'Both providers');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-10' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-10' } });
  expect(await screen.findByText('Showing 1–1 of 1')).toBeVisible();
  const asked = () => server.received(DIFFERENCES).at(-1)?.url.searchParams.getAll('created_at');
  await waitFor(() => expect(asked()).toEqual(['gte.2026-03-10T00:00:00-04:00', 'lt.2026-03-11T00:00:00-04:00']));
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catchDownloads, openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createRefund } from '../../testing/money-rows.ts';

// The money of the overview, without sample data.

const REVENUE = 'POST /rest/v1/rpc/revenue_by_day';

const createDay = (day: string, fields: Row = {}): Row => ({
  day,
  charged: 0,
  given_back: 0,
  net: 0,
  tax: 0,
  by_wallet: 0,
  by_card: 0,
  by_paypal: 0,
  azul_in: 0,
  azul_out: 0,
  paypal_in: 0,
  paypal_out: 0,
  cash_in: 0,
  ...fields,
});

beforeEach(() => {
  server.config.samples = false;
  // Nine in the morning of March 15 in Santo Domingo.
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
});

const open = () => openTab('overview');
const revenue = () => screen.findByRole('region', { name: 'Revenue' });
const setDay = async (label: string, value: string) =>
  fireEvent.change(within(await revenue()).getByLabelText(label), { target: { value } });
const days = () => server.received(REVENUE).map(({ body }) => body);

test('an operator reads the revenue of the last 30 days, by method and provider', async () => {
  server.handle(REVENUE, () =>
    Response.json([
      createDay('2026-03-01', { charged: 590.1, net: 590.1, tax: 90.02, by_wallet: 590.1 }),
      createDay('2026-03-02', { charged: 0.2, given_back: 100, net: -99.8, tax: -15.25, by_card: -99.8, azul_in: 500 }),
      createDay('2026-03-03', { cash_in: 40 }),
    ]),
  );
  await open();
  const card = await revenue();
  const row = async (part: string, name: string) =>
    (await within(await within(card).findByRole('region', { name: part })).findByText(name)).closest('div');
  expect(await row('Stays', 'Charged')).toHaveTextContent('$590.30');
  expect(await row('Stays', 'Net')).toHaveTextContent('$490.30$74.77 of it tax');
  expect(await row('Net by payment method', 'Card')).toHaveTextContent('−$99.80');
  expect(await row('Providers, top-ups included', 'Received by AZUL')).toHaveTextContent('$500.00');
  expect(await row('Providers, top-ups included', 'Received in cash')).toHaveTextContent('$40.00');
  expect(days().at(-1)).toEqual({ first_day: '2026-02-14', last_day: '2026-03-15' });
});

test('an operator chooses the days, and exports them for the accountant', async () => {
  server.handle(REVENUE, ({ body }) =>
    Response.json([
      createDay((body as { first_day: string }).first_day, {
        charged: 5.25,
        given_back: 590,
        net: -584.75,
        tax: -89.2,
      }),
    ]),
  );
  const files = catchDownloads();
  await open();
  fireEvent.click(await within(await revenue()).findByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(days().at(-1)).toEqual({ first_day: '2026-02-01', last_day: '2026-02-28' }));
  await setDay('From', '2026-02-10');
  await waitFor(() => expect(days().at(-1)).toEqual({ first_day: '2026-02-10', last_day: '2026-02-28' }));
  fireEvent.click(await within(await revenue()).findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toContain('revenue-2026-02-10-2026-02-28');
  const [header, first] = (await files[0]?.text)?.split('\r\n') ?? [];
  expect(header).toContain('Day,Charged,Given back,Net,Tax,Net by wallet,Net by card,Net by PayPal,Received by AZUL');
  expect(first).toBe('2026-02-10,5.25,590,-584.75,-89.2,0,0,0,0,0,0,0,0');
});

test('days without money say so, and days the wrong way round are not asked for', async () => {
  await open();
  expect(await within(await revenue()).findByText('No money moved in these days.')).toBeVisible();
  const asked = days().length;
  await setDay('From', '2026-03-20');
  expect(await within(await revenue()).findByRole('alert')).toHaveTextContent(
    'Choose up to 366 days, the first one before the last.',
  );
  expect(days()).toHaveLength(asked);
});

test('revenue that cannot be loaded is tried again', async () => {
  const respond = server.failRequests(REVENUE, 400, { code: 'XX000' });
  await open();
  expect(await screen.findByText('Failed to load the revenue')).toBeVisible();
  respond();
  fireEvent.click(within(await revenue()).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No money moved in these days.')).toBeVisible();
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
  await open();
  const manual = within(await screen.findByRole('list', { name: 'Refunds to be made by hand' }));
  expect(manual.getByText(/^Refund of \$118\.00/)).toBeVisible();
  expect(manual.getByRole('button', { name: 'Done in the portal' })).toBeVisible();
  const failed = within(screen.getByRole('list', { name: 'Refunds that failed' }));
  expect(failed.getByText(/^Failed refund of \$5\.00/)).toBeVisible();
  expect(failed.getByText('WRONG STATE')).toBeVisible();
  expect(failed.getAllByRole('listitem')).toHaveLength(1);
});

test('with sample data the overview has no money', async () => {
  server.config.samples = true;
  await open();
  expect(await screen.findByText('1,234')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Revenue' })).toBeNull();
});

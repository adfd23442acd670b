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

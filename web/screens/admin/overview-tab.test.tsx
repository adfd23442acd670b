import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { format } from 'date-fns';
import { beforeEach, expect, test, vi } from 'vitest';
import '../../testing/fake-lock-vendor.ts';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createRefund } from '../../testing/money-rows.ts';
import { createMonths } from '../../testing/overview.ts';
import { passTime } from '../../testing/render-screen.tsx';

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
  await open();
  const month = await card('This month so far');
  const figure = async (name: string) => (await month.findByRole('link', { name })).closest('div');
  expect(await figure('Reservations this month')).toHaveTextContent('12020% more than Feb 1 – 15, 2026 (100)');
  expect(await figure('Net revenue this month')).toHaveTextContent('$590.5050% less than Feb 1 – 15, 2026 ($1,181.00)');
  expect(await figure('New users this month')).toHaveTextContent('12The same as Feb 1 – 15, 2026 (12)');
  expect(await figure('Total Users')).toHaveTextContent('1,234');
});

test('the page warns while a figure that it shows cannot be read again', async () => {
  await open('revenue');
  expect(await screen.findByText(/^Updated/)).toBeVisible();
  const work = server.failRequests('POST /rest/v1/rpc/overview_zones', 400, { code: 'XX000' });
  const refresh = screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement;
  fireEvent.click(refresh);
  expect(await screen.findByText(/^It could not be read again\. This is from/)).toBeVisible();
  work();
  fireEvent.click(refresh);
  expect(await screen.findByText(/^Updated/)).toBeVisible();
});

test('the page says when it was updated, and reads everything again each minute and on request', async () => {
  await open();
  const readTime = () => format(new Date(), 'HH:mm');
  expect(await screen.findByText(`Updated ${readTime()}`)).toBeVisible();
  const before = requests('spaces').length;
  await passTime(60_000);
  await waitFor(() => expect(requests('spaces').length).toBeGreaterThan(before));
  expect(await screen.findByText(`Updated ${readTime()}`)).toBeVisible();
  fireEvent.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement);
  await waitFor(() => expect(requests('months').length).toBeGreaterThan(2));
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

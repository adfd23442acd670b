import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { format } from 'date-fns';
import { beforeEach, expect, test, vi } from 'vitest';
import '../../testing/fake-lock-vendor.ts';
import { catchDownloads, openTab, readTexts } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createMonths } from '../../testing/overview-figures.ts';
import { passTime } from '../../testing/render-screen.tsx';
import { createAdminSpace } from '../../testing/rows.ts';

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
const open = () => openTab('overview');

/** The rows of the table of a card, and where each leads. */
async function readTable(name: string): Promise<[string, string | null][]> {
  const table = within(await (await card(name)).findByRole('table', { name, hidden: true }));
  return table
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => [
      readTexts(within(row).getAllByRole('rowheader', { hidden: true })).join() +
        ': ' +
        within(row).getByRole('link', { hidden: true }).textContent,
      within(row).getByRole('link', { hidden: true }).getAttribute('href'),
    ]);
}

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

test.each([
  ['Reservations this month', 'reservations', { status: 'kept', days: '2026-03-01..2026-03-15' }],
  ['Net revenue this month', 'reservations', { charged: '2026-03-01..2026-03-15' }],
  ['New users this month', 'users', { joined: '2026-03-01..2026-03-15' }],
  ['Total Users', 'users', {}],
])('%s leads to its rows', async (name, tab, filters) => {
  await open();
  const link = await screen.findByRole('link', { name });
  const address = new URL(link.getAttribute('href') ?? '', 'http://parqueo.test');
  expect(Object.fromEntries(address.searchParams)).toEqual({ tab, ...filters });
});

test('an operator reads how many spaces are in use, and opens those that are out of service', async () => {
  server
    .rows('parking_spaces')
    .push(createAdminSpace({ name: 'A-01' }), createAdminSpace({ name: 'A-02', status: 'maintenance' }));
  respond('spaces', [{ free: 1, in_use: 2, out_of_service: 1 }]);
  await open();
  const now = await card('Spaces now');
  expect(await now.findByText('50% of 4 spaces in use')).toBeVisible();
  expect((await now.findByRole('link', { name: 'In use' })).closest('div')).toHaveTextContent('2');
  fireEvent.click(now.getByRole('link', { name: 'Out of service' }));
  expect(await screen.findByText('A-02')).toBeVisible();
  expect(screen.queryByText('A-01')).toBeNull();
});

test('an operator reads the hours of today as a chart, a sentence, a table and a file', async () => {
  const files = catchDownloads();
  respond('hours', [
    { hour: '2026-03-15T12:00:00+00:00', in_use: 3 },
    { hour: '2026-03-15T13:00:00+00:00', in_use: 14 },
  ]);
  await open();
  const hours = await card('Spaces in use today, by hour');
  const sentence = 'Most in use at 9:00 AM: 14 spaces.';
  expect(await hours.findByText(sentence)).toBeVisible();
  expect(hours.getByRole('img', { name: `Spaces in use today, by hour. ${sentence}` })).toBeVisible();
  expect(await readTable('Spaces in use today, by hour')).toEqual([
    ['8:00 AM: 3', '/admin?tab=reservations&at=2026-03-15T12%3A00%3A00.000Z'],
    ['9:00 AM: 14', '/admin?tab=reservations&at=2026-03-15T13%3A00%3A00.000Z'],
  ]);
  fireEvent.click(hours.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text).toContain('Time,Spaces in use\r\n8:00 AM,3\r\n9:00 AM,14');
});

test('an operator reads the zones by use of the last 30 days', async () => {
  respond('zones', [
    { zone_id: 'zone-1', name: 'Naco', spaces: 2, reservations: 40, hours: 144 },
    { zone_id: null, name: null, spaces: 0, reservations: 1, hours: 1.5 },
  ]);
  await open();
  const zones = await card('Zones by use');
  expect(await zones.findByText('Most used: Naco, with 40 stays of 144 hours altogether.')).toBeVisible();
  const days = '2026-02-14..2026-03-15';
  expect(await readTable('Zones by use')).toEqual([
    ['Naco: 144 h · 10% of the time', `/admin?tab=reservations&status=kept&zone=zone-1&days=${days}`],
    ['Unassigned: 2 h', `/admin?tab=reservations&status=kept&zone=none&days=${days}`],
  ]);
  expect(requests('zones').at(-1)?.body).toEqual({ first_day: '2026-02-14', last_day: '2026-03-15' });
});

test('an operator reads which stays ended late, by day', async () => {
  respond('late_ends', [
    { day: '2026-03-14', reservations: 20, late_ends: 2, late_minutes: 31 },
    { day: '2026-03-15', reservations: 20, late_ends: 0, late_minutes: 0 },
  ]);
  await open();
  const late = await card('Stays that ended late');
  expect(await late.findByText('5% of 40 stays, 31 minutes late altogether.')).toBeVisible();
  expect(await late.findByRole('link', { name: '2' })).toHaveAttribute(
    'href',
    '/admin?tab=reservations&ending=late&days=2026-02-14..2026-03-15',
  );
  expect((await readTable('Stays that ended late'))[0]).toEqual([
    'Mar 14, 2026: 2 of 20',
    '/admin?tab=reservations&ending=late&days=2026-03-14..2026-03-14',
  ]);
});

test.each([
  ['Spaces now', 'There are no spaces yet.'],
  ['Spaces in use today, by hour', 'No space is reserved today.'],
  ['Zones by use', 'No stay began in the last 30 days.'],
  ['Stays that ended late', 'No stay ended late in the last 30 days.'],
])('without anything to count, %s says so', async (name, text) => {
  await open();
  expect(await (await card(name)).findByText(text)).toBeVisible();
});

test('a card that fails is tried again by itself, and leaves the others alone', async () => {
  const work = server.failRequests('POST /rest/v1/rpc/overview_zones', 400, { code: 'XX000' });
  await open();
  const zones = await card('Zones by use');
  expect(await zones.findByText('Failed to load the figures')).toBeVisible();
  expect(await screen.findByText('No space is reserved today.')).toBeVisible();
  work();
  fireEvent.click(zones.getByRole('button', { name: 'Try again' }));
  expect(await zones.findByText('No stay began in the last 30 days.')).toBeVisible();
});

test('the page warns while a figure that it shows cannot be read again', async () => {
  await open();
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

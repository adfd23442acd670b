import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catchDownloads } from '../testing/back-office.ts';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

let closed: object[] = [];
let state = 'ready';
const call = (name: string) => `POST /rest/v1/rpc/accounting_${name}`;

const ENTRY = {
  transaction_id: '11111111-1111-4111-8111-111111111111',
  created_at: '2026-02-28T23:00:00.123456+00:00',
  day: '2026-02-28',
  kind: 'adjustment',
  reason: '=HYPERLINK("http://bad")',
  document: null,
  driver: null,
  number: 8,
  actor: 'Ada (admin)',
  receipt: 5,
  encf: 'E320000000001',
};
const debit = {
  ...ENTRY,
  account_id: 'a',
  account: 'wallet',
  code: '-2105',
  debit: 5.5,
  credit: 0,
  driver: 'ana@parqueo.do',
};
const credit = { ...ENTRY, account_id: 'b', account: 'adjustments', code: null, debit: 0, credit: 5.5 };

beforeEach(() => {
  server.config.samples = false;
  // Eleven in the evening of February 28 in Santo Domingo, which is March in Greenwich.
  vi.setSystemTime(new Date('2026-03-01T03:00:00Z'));
  server.handle(call('accounts'), () =>
    Response.json([{ account: 'wallet', code: '2105', opening: 40, debit: 5.5, credit: 0, closing: 34.5 }]),
  );
  server.handle('POST /rest/v1/rpc/list_closed_months', () => Response.json(closed));
  server.handle(call('bridge'), () =>
    Response.json([
      { line: 'ledger', entries: 3, amount: 590, tax: 90 },
      { line: 'waiting', entries: 1, amount: -590, tax: -90 },
      { line: 'unexplained', entries: 0, amount: 0, tax: 0 },
    ]),
  );
  server.handle(call('open'), () => Response.json([{ kind: 'waiting', entries: 1, amount: -590 }]));
  server.handle('POST /rest/v1/rpc/close_month', () => {
    closed = [
      {
        month: '2026-02-01',
        closed_at: '2026-03-01T04:20:00Z',
        closed_by: 'Ada',
        reason: 'DGII',
        first_number: 8,
        last_number: 40,
        state,
        size: 1200,
        hash: 'ca978112',
        alarm: null,
      },
    ];
    return Response.json(null);
  });
  server.handle('POST /rest/v1/rpc/closed_month_part', ({ body }) =>
    Response.json((body as { part: number }).part === 0 ? 'YQ==' : ''),
  );
  closed = [];
  state = 'ready';
  server.handle(call('people'), () =>
    Response.json([
      { person: 'p', actor: 'Ada (admin)', kind: 'price', entries: 2, given: 2400, taken: 0 },
      { person: 'p', actor: 'Ada (admin)', kind: 'cancelled', entries: 1, given: 0, taken: 0 },
    ]),
  );
  const files = ['bridge_lines', 'cash', 'wallets', 'receipts', 'payments', 'refunds'];
  server.handle(call('totals'), () =>
    Response.json([
      { file: 'bridge', entries: 3, tax: 0, total: 0 },
      { file: 'journal', entries: 1001, tax: 0, total: 5.5 },
      ...files.map((file) => ({ file, entries: 0, tax: 0, total: 0 })),
    ]),
  );
  server.handle(call('journal'), ({ body }) =>
    Response.json('after_time' in (body as object) ? [credit] : Array.from({ length: 1000 }, () => debit)),
  );
});

const BRIDGE = 'Bridge from the ledger to the fiscal documents';
const section = (name: string) => screen.findByRole('region', { name });

test('an administrator exports the journal of a month, page after page, with codes and without formulas', async () => {
  const files = catchDownloads();
  await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  expect(await screen.findByText(/This month is not over/)).toBeVisible();
  const journal = await section('Journal');
  expect(within(journal).getByText('Total $5.50, rows: 1,001')).toBeVisible();
  expect(await within(journal).findByText('The first 200 of 1,001 rows. The file has all of them.')).toBeVisible();
  fireEvent.click(within(journal).getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^journal-2026-02-/);
  const lines = (await files[0]?.text)?.split('\r\n') ?? [];
  expect(lines[0]).toContain(
    'Entry,Date,Code,Account,Debit,Credit,Document,Text,Driver,Administrator,Receipt,e-NCF,Transaction',
  );
  expect(lines[1]).toBe(
    `8,2026-02-28,'-2105,Drivers’ wallets,5.5,0,${ENTRY.transaction_id},"Adjustment by an operator: =HYPERLINK(""http://bad"")",ana@parqueo.do,Ada (Administrator),5,E320000000001,${ENTRY.transaction_id}`,
  );
  // An account without a code goes by its name alone.
  expect(lines[1001]).toContain('8,2026-02-28,,Corrections and adjustments,0,5.5');
  expect(server.received(call('journal')).at(-1)?.body).toEqual({
    month: '2026-02-01',
    after_time: debit.created_at,
    after_transaction: debit.transaction_id,
    after_account: 'a',
  });
});

test('each section has its total in its head and a link above them all, and a long table opens', async () => {
  const { user } = await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  const journal = await section('Journal');
  const links = within(screen.getByRole('navigation', { name: 'Sections of the month' })).getAllByRole('link');
  expect(links.map((link) => document.querySelector(link.getAttribute('href') ?? '')?.tagName)).toEqual(
    links.map(() => 'SECTION'),
  );
  expect(within(await section('Accounts of the month')).getByText('Debit: $5.50 · Credit: $0.00')).toBeVisible();
  expect(await within(await section(BRIDGE)).findByText('Not explained: $0.00')).toBeVisible();
  const listHidden = () =>
    within(journal)
      .getAllByRole('row')
      .filter(({ className }) => className.includes('hidden'));
  const more = await within(journal).findByRole('button', { name: 'Show the other rows: 195' });
  expect(listHidden()).toHaveLength(195);
  await user.click(more);
  expect(listHidden()).toHaveLength(0);
});

test('an administrator reads what each person gave by hand, and asks to lower prices beyond the limit', async () => {
  const PROPOSE = 'POST /rest/v1/rpc/propose_correction';
  server.handle(PROPOSE, () => Response.json(null));
  await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  const people = within(await section('People'));
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  const [, lowered, cancelled] = await people.findAllByRole('row');
  expect(cells(lowered as HTMLElement)).toEqual([
    'Ada (Administrator)',
    'Prices lowered by more than half',
    '2',
    '2,400.00',
    '0.00',
  ]);
  expect(cells(cancelled as HTMLElement)).toContain('Reservations cancelled');
  fireEvent.click(screen.getByRole('button', { name: 'Ask to lower prices further' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Propose to another administrator' }));
  expect(server.received(PROPOSE)).toHaveLength(0);
  fireEvent.change(dialog.getByRole('spinbutton'), { target: { value: '2400' } });
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Free parking on Sunday' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Propose to another administrator' }));
  await waitFor(() => expect(server.received(PROPOSE)).toHaveLength(1));
  expect(server.received(PROPOSE)[0]?.body).toMatchObject({
    person: null,
    amount: '2400.00',
    is_allowance: true,
    reason: 'Free parking on Sunday',
  });
});

test('an administrator sees the bridge and what is open, and closes the month with a reason', async () => {
  await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  const bridge = within(await section(BRIDGE));
  const last = (await bridge.findAllByRole('row')).at(-1);
  expect(
    within(last as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Not explained', '0', '0.00', '0.00']);
  expect(await within(await section('Open in this month')).findByText('Documents that wait')).toBeVisible();
  fireEvent.click(await screen.findByRole('button', { name: 'Close the month' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'DGII is slow' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Close the month' }));
  expect(await screen.findByText(/Closed on .* by Ada. Entries 8 to 40. Reason: DGII/)).toBeVisible();
  expect(server.received('POST /rest/v1/rpc/close_month')[0]?.body).toEqual({
    month: '2026-02-01',
    reason: 'DGII is slow',
  });
  expect(screen.queryByRole('region', { name: 'Open in this month' })).toBeNull();
  expect(screen.getByText(/The package has 2 kB. SHA-256: ca978112/)).toBeVisible();
  const files = catchDownloads();
  fireEvent.click(screen.getByRole('button', { name: 'Download the package' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect([files[0]?.name, await files[0]?.text]).toEqual(['2026-02.tar.gz', 'a']);
});

test.each([
  ['waiting', /The server is making the package/],
  ['failed', /could not be made. The server tries again/],
  ['absent', /works on Supabase alone/],
])('a package that is %s cannot be downloaded, and the page says why', async (is, text) => {
  state = is;
  await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  fireEvent.click(await screen.findByRole('button', { name: 'Close the month' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close the month' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download the package' })).toBeDisabled();
});

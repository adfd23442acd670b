import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catchDownloads } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import { ADMIN } from '../../testing/people.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const call = (name: string) => `POST /rest/v1/rpc/accounting_${name}`;

const ENTRY = {
  transaction_id: '11111111-1111-4111-8111-111111111111',
  created_at: '2026-02-28T23:00:00.123456+00:00',
  day: '2026-02-28',
  kind: 'adjustment',
  reason: '=HYPERLINK("http://bad")',
  document: null,
  driver: null,
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
  const files = ['cash', 'wallets', 'receipts', 'payments', 'refunds'];
  server.handle(call('totals'), () =>
    Response.json([
      { file: 'journal', entries: 1001, tax: 0, total: 5.5 },
      ...files.map((file) => ({ file, entries: 0, tax: 0, total: 0 })),
    ]),
  );
  server.handle(call('journal'), ({ body }) =>
    Response.json('after_time' in (body as object) ? [credit] : Array.from({ length: 1000 }, () => debit)),
  );
});

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
  expect(lines[0]).toContain('Date,Code,Account,Debit,Credit,Document,Text,Driver,Transaction');
  expect(lines[1]).toBe(
    `2026-02-28,'-2105,Drivers’ wallets,5.5,0,${ENTRY.transaction_id},"Adjustment by an operator: =HYPERLINK(""http://bad"")",ana@parqueo.do,${ENTRY.transaction_id}`,
  );
  // An account without a code goes by its name alone.
  expect(lines[1001]).toContain('2026-02-28,,Corrections and adjustments,0,5.5');
  expect(server.received(call('journal')).at(-1)?.body).toEqual({
    month: '2026-02-01',
    after_time: debit.created_at,
    after_transaction: debit.transaction_id,
    after_account: 'a',
  });
});

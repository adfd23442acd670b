import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, problemOf, SERVICE, withProof } from './as.ts';
import { hoursAfter, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { doDueWork, endReservation, listReceipts } from './paid-reservations.ts';
import { openMoney } from './world.ts';

const { sql, cast, space } = await openMoney();

// The space costs 5 an hour.

type Account = { account: string; code: string | null } & Record<'opening' | 'debit' | 'credit' | 'closing', string>;
type Entry = Record<'transaction_id' | 'account_id' | 'created_at' | 'day' | 'account' | 'debit' | 'credit', string> & {
  kind: string;
  document: string | null;
};

const FILES = ['accounts', 'totals', 'journal', 'receipts', 'payments', 'refunds', 'wallets', 'cash'] as const;
const read = <Row extends object>(file: (typeof FILES)[number], month: string) =>
  as(sql, cast.admin)<Row[]>`select * from ${sql(`public.accounting_${file}`)}(${month}::text::date)`;
const readJournal = (month: string, after?: Entry) =>
  as(sql, cast.admin)<Entry[]>`
    select j.*, j.day::text as day, j.created_at::text as created_at
    from public.accounting_journal(${month}::text::date, ${after?.created_at ?? null}::text::timestamptz,
      ${after?.transaction_id ?? null}, ${after?.account_id ?? null}) j`;

/** Lets all that was posted since the last call, with its payments, refunds and receipts, have happened then. */
const dateAt = (moment: string) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.ledger_transactions set created_at = ${moment} where created_at > '2024-06-01'`;
    await tx`update public.payments set captured_at = ${moment} where captured_at > '2024-06-01'`;
    await tx`
    update public.payment_refunds set finished_at = case when finished_at is not null then ${moment}::timestamptz end,
      created_at = case when created_at > '2024-06-01' then ${moment}::timestamptz else created_at end
    where created_at > '2024-06-01' or finished_at > '2024-06-01'`;
    await tx`update public.receipts set issued_at = ${moment} where issued_at > '2024-06-01'`;
  });

const cents = (amount: string) => Math.round(Number(amount) * 100);
const sum = <Row>(rows: readonly Row[], amount: (row: Row) => number) =>
  rows.reduce((total, row) => total + amount(row), 0);

test('the journals of two months are the books, and what is owed in wallets is that of the end of each month', async () => {
  const reservation = await money.holdAndPay(sql, cast.ana, { ...space, from: 1, to: 3 });
  await money.capture(sql, reservation.payment);
  await money.topUp(sql, cast.ana, 40);
  await money.topUp(sql, cast.beto, 25, 'paypal');
  await money.reserveForDriver(sql, cast.admin, cast.beto, { ...space, from: 30, seenAmount: 10, paidAtDesk: 10 });
  await money.refundReservation(sql, cast.admin, reservation.reservation, { amount: 4, toSource: true });
  // The last minute of January in Santo Domingo.
  await dateAt('2024-02-01T03:59:59Z');
  const [refund] = await money.claimRefunds(sql);
  await money.finishRefund(sql, { id: refund?.id ?? '' }, 'succeeded');
  await as(sql, cast.admin)`select public.adjust_wallet(${cast.beto.id}, -5.5, 'Typed twice', ${randomUUID()})`;
  const cancelled = await money.book(sql, cast.ana, { ...space, from: 50, to: 52 });
  await money.cancel(sql, cast.ana, cancelled);
  await money.moveReservation(sql, reservation.reservation, -2);
  await sql`update public.reservations set status = 'completed' where id = ${reservation.reservation.id}`;
  await doDueWork(sql);
  await dateAt('2024-02-01T04:00:00Z');

  const january = await readJournal('2024-01-31');
  const february = await readJournal('2024-02-01');
  expect([...new Set(january.map(({ day }) => day))]).toEqual(['2024-01-31']);
  expect([...new Set(february.map(({ day }) => day))]).toEqual(['2024-02-01']);
  expect(january.filter(({ kind }) => kind === 'payment').map(({ document }) => document)).toContain(
    `capture ${reservation.payment.id}`,
  );

  // What the ledger says without the journal.
  const ledger = await sql<{ kind: string; balance: string }[]>`
  select a.kind, coalesce(sum(e.amount), 0) as balance
  from public.ledger_accounts a left join public.ledger_entries e on e.account_id = a.id group by a.kind order by a.kind`;
  for (const { kind, balance } of ledger) {
    const moved = [...january, ...february].filter(({ account }) => account === kind);
    expect(
      sum(moved, ({ debit, credit }) => cents(credit) - cents(debit)),
      kind,
    ).toBe(cents(balance));
  }
  const closed = await read<Account>('accounts', '2024-02-28');
  expect(closed.map(({ account, closing }) => ({ kind: account, balance: cents(closing) }))).toEqual(
    ledger.map(({ kind, balance }) => ({ kind, balance: cents(balance) })),
  );

  const owed = async (month: string) => {
    const rows = await read<{ driver: string; balance: string }>('wallets', month);
    const account = (await read<Account>('accounts', month)).find(({ account }) => account === 'wallet');
    expect(sum(rows, ({ balance }) => cents(balance))).toBe(cents(account?.closing ?? ''));
    return rows.map(({ balance }) => Number(balance)).toSorted((a, b) => a - b);
  };
  expect(await owed('2024-01-15')).toEqual([25, 40]);
  expect(await owed('2024-02-15')).toEqual([19.5, 40]);
  expect(await owed('2023-12-01')).toEqual([]);

  const totals = async (month: string) => {
    const rows = await read<{ file: string; entries: string; total: string }>('totals', month);
    return Object.fromEntries(rows.map(({ file, entries, total }) => [file, [Number(entries), Number(total)]]));
  };
  expect(await totals('2024-01-01')).toMatchObject({
    journal: [january.length, sum(january, ({ debit }) => cents(debit)) / 100],
    receipts: [0, 0],
    payments: [3, 75],
    refunds: [1, 0],
    wallets: [2, 65],
    cash: [1, 10],
  });
  expect(await totals('2024-02-01')).toMatchObject({ receipts: [1, 6], refunds: [1, 4], wallets: [2, 59.5] });

  // Asked for in January, arrived in February.
  for (const month of ['2024-01-01', '2024-02-01']) {
    expect(await read('refunds', month)).toMatchObject([{ amount: '4.00', state: 'succeeded' }]);
  }
  expect(await read('cash', '2024-01-01')).toMatchObject([
    { amount: '10.00', driver: cast.beto.email, taken_by: 'Ada (admin)', reason: 'Paid at the desk' },
  ]);
  expect(await read('receipts', '2024-02-01')).toMatchObject([
    { net: '5.08', tax: '0.92', total: '6.00', method: 'card' },
  ]);
});

test('a month of more than 1,000 entries is read in pages, with each entry once', async () => {
  await sql.begin(async (tx) => {
    await tx`
    insert into public.ledger_transactions (key, kind, created_at)
    select 'page ' || n, 'adjustment', '2024-05-01T12:00:00Z'::timestamptz + n / 3 * interval '1 microsecond'
    from generate_series(1, 600) n`;
    await tx`
    insert into public.ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, case a.kind when 'revenue' then 5 else -5 end
    from public.ledger_transactions t, public.ledger_accounts a
    where t.key like 'page %' and a.kind in ('revenue', 'adjustments')`;
  });
  const first = await readJournal('2024-05-01');
  const second = await readJournal('2024-05-01', first.at(-1));
  expect([first.length, second.length]).toEqual([1000, 200]);
  expect(new Set([...first, ...second].map((entry) => `${entry.transaction_id} ${entry.account_id}`)).size).toBe(1200);
});

test('the payments of a month have second captures and disputes, which sum to what moved clearing', async () => {
  const payment = await money.topUp(sql, cast.ana, 30);
  await money.capture(sql, payment, { reference: 'second' });
  await as(sql, SERVICE)`
    select public.record_reversal('azul', ${payment.provider_order}, 'D-1', 'dispute', 10, 'USD')`;
  await dateAt('2024-05-20T12:00:00Z');
  const rows = await read<{ kind: string; amount: string; provider_reference: string }>('payments', '2024-05-01');
  expect(rows.map(({ kind, amount, provider_reference }) => [kind, Number(amount), provider_reference])).toEqual(
    expect.arrayContaining([
      ['payment', 30, payment.provider_reference],
      ['second_capture', 30, 'second'],
      ['disputed', -10, 'D-1'],
    ]),
  );
  expect(await read('totals', '2024-05-01')).toContainEqual({
    file: 'payments',
    entries: '3',
    tax: '0.0',
    total: '50.00',
  });
});

test('the journal names the operator’s codes, and none where there is none', async () => {
  const codes = { wallet: '2-1-05', tax: '2-3-01' };
  await as(sql, cast.admin)`update public.installation_settings set account_codes = ${sql.json(codes)}`;
  const named = await read<Account>('accounts', '2024-01-01');
  expect(Object.fromEntries(named.flatMap(({ account, code }) => (code === null ? [] : [[account, code]])))).toEqual(
    codes,
  );
});

test('nobody charges drivers before the tax rate is decided, and zero is a decision', async () => {
  const admin = await withProof(sql, cast.admin);
  const save = (columns: object) => as(sql, admin)`update public.installation_settings set ${sql(columns)}`;
  try {
    await save({ charges_drivers: false, tax_rate: null });
    expect(await problemOf(save({ charges_drivers: true }))).toBe('tax-rate-undecided');
    await save({ charges_drivers: true, tax_rate: 0 });
    expect(await problemOf(save({ tax_rate: null }))).toBe('tax-rate-undecided');
  } finally {
    await save({ charges_drivers: true, tax_rate: 18 });
  }
});

const VISA = { token: 'T', brand: 'Visa', last4: '1732', expires: '203012' };

async function extendWith(method: 'card' | 'paypal', id: string, hours: number): Promise<void> {
  const { end_time } = await readReservation(sql, id);
  const newEnd = hoursAfter(end_time, hours);
  const payment = await money.startPayment(sql, cast.ana, { purpose: 'extension', method, reservation: id, newEnd });
  await money.capture(sql, payment, { card: method === 'card' ? VISA : null });
}

test('receipts say what paid and where money went back to, and sum to their amount', async () => {
  await money.fillWallet(sql, cast.ana, 100);
  // Two hours that have begun, from the wallet.
  const { id } = await money.book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  await extendWith('card', id, 1);
  await extendWith('paypal', id, 1);
  await money.refundReservation(sql, cast.admin, { id }, { amount: 7 });
  await endReservation(sql, cast.ana, id);
  await doDueWork(sql);
  const [first] = await listReceipts(sql, id);
  expect(first).toMatchObject({
    method: 'wallet',
    paid_with: null,
    transaction_id: expect.stringContaining('capture '),
  });
  expect(first?.paid_by.map(({ method, amount }) => [method, amount])).toEqual([
    ['wallet', 3],
    ['card', 5],
    ['paypal', 5],
  ]);
  await money.refundReservation(sql, cast.admin, { id }, { amount: 2 });
  await doDueWork(sql);
  await money.refundReservation(sql, cast.admin, { id }, { amount: 4 });
  await doDueWork(sql);
  const [, second, third] = await listReceipts(sql, id);
  expect(second).toMatchObject({ amount: '-2.00', paid_by: [{ method: 'wallet', amount: -2 }] });
  expect(third).toMatchObject({
    amount: '-4.00',
    paid_by: [{ method: 'wallet', amount: -4 }],
  });
});

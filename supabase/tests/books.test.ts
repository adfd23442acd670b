import { beforeEach, expect, test } from 'vitest';
import { findFaultsInBooks } from '../../server/testing/books.ts';
import { as } from './as.ts';
import { book, topUp } from './money-world.ts';
import { openMoney } from './world.ts';

// The rules of the books find what no function of the product can do, and the daily check keeps what they found.

const { sql, cast, space } = await openMoney();
await topUp(sql, cast.ana, 50);
await book(sql, cast.ana, { ...space, from: 1, to: 3 });
beforeEach(() => sql`delete from private.book_checks`);

/** Writes past all triggers and constraints, and undoes it after `look`. */
async function falsify<Seen>(statement: string, look: () => Promise<Seen>): Promise<Seen> {
  const write = (text: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx.unsafe(text);
    });
  const tables = ['profiles', 'ledger_accounts', 'ledger_entries', 'payments', 'reservations'];
  await sql.unsafe(tables.map((table) => `create table private.copy_of_${table} as table public.${table}`).join(';'));
  await write(statement);
  try {
    return await look();
  } finally {
    await write(
      tables
        .map((table) => {
          const columns = `(select string_agg(quote_ident(attname), ', ') from pg_attribute
            where attrelid = 'public.${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped)`;
          return `do $$ begin
            delete from public.${table};
            execute format('insert into public.${table} (%1$s) select %1$s from private.copy_of_${table}', ${columns});
            drop table private.copy_of_${table};
          end $$`;
        })
        .join(';'),
    );
  }
}

const IN_WALLET = `account_id = (select id from public.ledger_accounts where user_id is not null limit 1)`;

test.each([
  [
    'transactions-sum-to-zero',
    `update public.ledger_entries set amount = amount + 1 where ${IN_WALLET} and amount > 0`,
  ],
  ['accounts-sum-to-zero', `delete from public.ledger_entries where ${IN_WALLET} and amount > 0`],
  ['balances-are-their-entries', `update public.profiles set wallet_balance = wallet_balance + 0.01`],
  ['wallets-of-deleted-accounts-are-empty', `update public.ledger_accounts set user_id = null`],
  [
    'refunds-account-is-on-its-way',
    `update public.ledger_entries set account_id = (select id from public.ledger_accounts where kind = 'refunds')
      where ${IN_WALLET} and amount > 0`,
  ],
  ['clearing-is-captured-less-refunded', `update public.payments set amount = amount + 1`],
  ['reservations-are-paid-up-to-their-price', `update public.reservations set total_amount = 1`],
  [
    'booked-reservations-are-charged',
    `insert into public.reservations (user_id, start_time, end_time, total_amount, payment_method)
      select user_id, start_time, end_time, 5, 'wallet' from public.reservations`,
  ],
  [
    'reservations-that-are-over-are-earned',
    `update public.reservations set status = 'completed' where payment_method is not null`,
  ],
  [
    'deferred-is-paid-for-what-is-not-over',
    `update public.ledger_entries set account_id = (select id from public.ledger_accounts where kind = 'revenue')
      where account_id = (select id from public.ledger_accounts where kind = 'deferred')`,
  ],
  ['captured-payments-serve-or-go-back', `update public.payments set served = null`],
  ['payments-say-what-went-back', `update public.payments set refunded = 1`],
  ['entries-say-where-money-came-from', `update public.ledger_entries set amount = amount + 1 where ${IN_WALLET}`],
  ['captured-payments-are-posted-once', `update public.payments set captured_at = null, state = 'declined'`],
])('a falsified row breaks %s', async (rule, statement) => {
  expect(await falsify(statement, () => findFaultsInBooks(sql))).toContain(rule);
});

const watch = async () => [...(await sql<{ rule: string }[]>`select rule from private.watch_books()`)];
const readAlarm = () => as(sql, cast.admin)`select rule, faults::int, broken_since from public.overview_books()`;

test('a broken rule is an alarm for administrators until it holds again', async () => {
  expect(await watch()).toEqual([]);
  expect(await readAlarm()).toEqual([]);
  await falsify(
    'update public.profiles set wallet_balance = wallet_balance + 0.01 where wallet_balance > 0',
    async () => {
      // A day that was checked is not checked again, whoever asks.
      expect(await watch()).toEqual([]);
      await sql`update private.book_checks set checked_at = now() - interval '1 day'`;
      expect(await watch()).toMatchObject([{ rule: 'balances-are-their-entries' }]);
      const [alarm] = await readAlarm();
      expect(alarm).toMatchObject({ rule: 'balances-are-their-entries', faults: 1 });
      await watch();
      expect(await readAlarm()).toEqual([alarm]);
    },
  );
  expect(await watch()).toEqual([]);
  expect(await readAlarm()).toEqual([]);
});

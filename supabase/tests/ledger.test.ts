import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Actor, as, createSpace, errorOf, problemOf, refusalOf } from './as.ts';
import { balanceOf, book, cancel, createDrivers, fillWallet, refundReservation } from './money-world.ts';
import { openMoney } from './world.ts';

const { sql, cast, space } = await openMoney();

/** What a driver, or an administrator for them, sees of a wallet, the earliest first. */
const entriesOf = async (actor: Actor, owner: Actor = actor) =>
  (
    await as(sql, actor)<{ kind: string; amount: string; reason: string | null; actor_email: string | null }[]>`
    select kind, amount, reason, actor_email from public.wallet_entries where user_id = ${owner.id} order by created_at, amount desc`
  ).map(({ kind, amount, reason, actor_email }) => [kind, Number(amount), reason, actor_email]);

/** Posts past private.post, as the owner of the tables. */
const postRaw = (amounts: readonly number[], accounts = ['revenue', 'tax', 'adjustments']) =>
  sql.begin(async (tx) => {
    const [transaction] = await tx<{ id: string }[]>`
    insert into public.ledger_transactions (key, kind) values (${randomUUID()}, 'adjustment') returning id`;
    for (const [index, amount] of amounts.entries()) {
      await tx`
      insert into public.ledger_entries (transaction_id, account_id, amount)
      select ${transaction?.id ?? ''}, id, ${amount} from public.ledger_accounts where kind = ${accounts[index] ?? ''}`;
    }
    return transaction?.id ?? '';
  });

test.each([
  ['of one side', [5], '23514'],
  ['of no side', [], '23514'],
  ['that does not sum to zero', [5, -4], '23514'],
  ['that misses a cent in three', [5, -4, -0.99], '23514'],
  ['of nothing', [0, 0], '23514'],
  ['of no number', [Number.NaN, Number.NaN], '23514'],
  ['without end', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], '22003'],
  ['of too much', [100_000_000, -100_000_000], '23514'],
])('a transaction %s is not committed', async (_, amounts, code) => {
  expect(await refusalOf(postRaw(amounts))).toBe(code);
});

test('a transaction may be out of balance until it is committed, and takes no further entries then', async () => {
  const id = await postRaw([0.01, 4.99, -5]);
  const more = sql`
  insert into public.ledger_entries (transaction_id, account_id, amount)
  select ${id}, a.id, case a.kind when 'adjustments' then 5 else -5 end
  from public.ledger_accounts a where a.kind in ('adjustments', 'clearing_azul')`;
  expect(await refusalOf(more)).toBe('42501');
});

test.each([
  'update public.ledger_transactions set reason = $$Another$$',
  'update public.ledger_entries set amount = amount * 2',
  'delete from public.ledger_entries',
  'delete from public.ledger_transactions',
  'delete from public.ledger_accounts',
  'update private.ledger_sources set payment_id = null',
  'delete from private.ledger_sources',
  'truncate private.ledger_sources',
  'truncate public.ledger_entries cascade',
  'truncate public.ledger_transactions cascade',
  'truncate public.ledger_accounts cascade',
  'update public.ledger_accounts set kind = $$tax$$',
  'update public.ledger_accounts set user_id = (select user_id from public.profiles limit 1)',
])('not even the owner of the database runs: %s', async (statement) => {
  await fillWallet(sql, cast.ana, 5);
  expect(await refusalOf(sql.unsafe(statement))).toBe('42501');
});

test('of 50 debits at once as many go through as the wallet holds, and it ends at zero', async () => {
  await fillWallet(sql, cast.ana, 100);
  const spaces = await Promise.all(Array.from({ length: 50 }, () => createSpace(sql)));
  const outcomes = await Promise.allSettled(
    spaces.map(({ spaceId }, index) => book(sql, cast.ana, { spaceId, from: index + 1, to: index + 2 })),
  );
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.hint] : []));
  expect(lost).toEqual(Array(30).fill('wallet-too-low'));
  expect(await balanceOf(sql, cast.ana)).toBe(0);
});

test('an edit of a balance posts the difference; an edit of something else nothing', async () => {
  const write = (balance: number) =>
    sql`update public.profiles set wallet_balance = ${balance}, bio = 'x' where user_id = ${cast.ana.id}`;
  for (const balance of [40, 40, 55.5, 15]) await write(balance);
  expect(await entriesOf(cast.admin, cast.ana)).toEqual([
    ['adjustment', 40, null, null],
    ['adjustment', 15.5, null, null],
    ['adjustment', -40.5, null, null],
  ]);
  for (const balance of [-1, Number.NaN]) expect(await refusalOf(write(balance))).toBe('23514');
});

const adjust = async (
  actor: Actor,
  person: Pick<Actor, 'id'>,
  amount: number | string | null,
  reason: string | null,
  key: string | null = randomUUID(),
) => {
  const [row] = await as(sql, actor)`
  select public.adjust_wallet(${person.id}, ${amount}, ${reason}, ${key}) as balance`;
  return Number(row?.balance);
};

test('an administrator adjusts a wallet with a reason that its driver reads, without who it was, once for each key', async () => {
  const key = randomUUID();
  const { admin: otherAdmin } = await createDrivers(sql);
  const repeats = await Promise.all(
    Array.from({ length: 5 }, () => adjust(cast.admin, cast.ana, 12.5, ' Sorry for that ', key)),
  );
  expect(repeats).toEqual(Array(5).fill(12.5));
  expect(await adjust(cast.admin, cast.ana, -2.5, 'It was too much')).toBe(10);
  expect(await adjust(cast.admin, cast.ana, 12.5, 'Sorry for that', key)).toBe(10);
  for (const [actor, person, amount, reason] of [
    [cast.admin, cast.ana, 12.49, 'Sorry for that'],
    [cast.admin, cast.ana, 12.5, 'Another reason'],
    [cast.admin, cast.beto, 12.5, 'Sorry for that'],
    [otherAdmin, cast.ana, 12.5, 'Sorry for that'],
  ] as const) {
    expect(await refusalOf(adjust(actor, person, amount, reason, key))).toBe('23514');
  }
  const entries = (admin: string | null) => [
    ['adjustment', 12.5, 'Sorry for that', admin],
    ['adjustment', -2.5, 'It was too much', admin],
  ];
  expect(await entriesOf(cast.ana)).toEqual(entries(null));
  expect(await entriesOf(cast.admin, cast.ana)).toEqual(entries(cast.admin.email));
});

test.each([
  ['nothing', null, 'amount-out-of-range'],
  ['zero', 0, 'amount-out-of-range'],
  ['NaN', 'NaN', 'amount-out-of-range'],
  ['without end', 'Infinity', 'amount-out-of-range'],
  ['without end below zero', '-Infinity', 'amount-out-of-range'],
  ['finer than a cent', '0.001', 'amount-out-of-range'],
  ['over a million', 1_000_000.01, 'amount-out-of-range'],
  ['more than the wallet holds', -0.01, 'wallet-too-low'],
])('an adjustment by %s is not made', async (_, amount, problem) => {
  expect(await problemOf(adjust(cast.admin, cast.ana, amount, 'Sorry for that'))).toBe(problem);
});

test('an adjustment needs a reason of ten letters to 300 characters, a key and a person', async () => {
  for (const reason of [' ', null, 'x. '.repeat(9), 'x'.repeat(301)]) {
    expect(await problemOf(adjust(cast.admin, cast.ana, 1, reason))).toBe('reason-required');
  }
  expect(await problemOf(adjust(cast.admin, cast.ana, 1, 'Sorry for that', null))).toBe('reason-required');
  expect(await errorOf(adjust(cast.admin, cast.ana, -0.01, 'Sorry for that'))).toMatchObject({ detail: '0.01' });
  for (const id of [null, randomUUID()]) {
    expect(await problemOf(adjust(cast.admin, { id }, 1, 'Nobody is there'))).toBe('driver-gone');
  }
});

test('the currency stays as soon as money has moved', async () => {
  await fillWallet(sql, cast.ana, 1);
  const change = as(sql, cast.admin)`update public.installation_settings set currency = 'DOP'`;
  expect(await problemOf(change)).toBe('currency-in-use');
});

/** What the log says of the money of Ana, oldest first. */
const readLog = () => sql`
select actor_id, subject_table, after ->> 'amount' as amount, after ->> 'reason' as reason
from public.audit_log where subject_table like 'wallet%' and subject_id = ${cast.ana.id} order by id`;

test('money that an administrator gives back is in the log, what drivers pay and get back is not', async () => {
  await fillWallet(sql, cast.ana, 100);
  const reservation = await book(sql, cast.ana, { ...space, from: 2, to: 4 });
  await cancel(sql, cast.ana, await book(sql, cast.ana, { ...space, from: 5, to: 6 }));
  await refundReservation(sql, cast.admin, reservation, { amount: 4, reason: 'Barrier out of order' });
  expect([...(await readLog())]).toEqual([
    { actor_id: cast.admin.id, subject_table: 'wallet_refunds', amount: '4.00', reason: 'Barrier out of order' },
  ]);
});

test('every table that administrators write has its entries in the log', async () => {
  const unlogged = await sql<{ name: string }[]>`
  select distinct table_name as name from information_schema.column_privileges
  where table_schema = 'public' and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE')
    -- A driver keeps favourites for nobody else.
    and table_name <> 'favourite_zones'
    and table_name not in (
      select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.proname like 'audit%'
    )
  order by 1`;
  expect(unlogged.map(({ name }) => name)).toEqual([]);
});

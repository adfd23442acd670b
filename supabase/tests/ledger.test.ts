import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findFaultsInBooks } from '../../server/testing/books.ts';
import { type Actor, as, createSpace, problemOf, refusalOf } from './as.ts';
import { balanceOf, book, cancel, fillWallet, leave, sumOf } from './money-world.ts';
import { openMoney } from './world.ts';

const { sql, cast } = await openMoney();

type Entry = { kind: string; amount: string; reason: string | null };

/** What a driver, or an administrator for them, sees of a wallet, the earliest first. */
const entriesOf = (actor: Actor, owner: Actor = actor) =>
  as(sql, actor)<Entry[]>`
      select kind, amount, reason from public.wallet_entries where user_id = ${owner.id} order by created_at`;

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
  ['of one side', [5]],
  ['of no side', []],
  ['that does not sum to zero', [5, -4]],
  ['that misses a cent in three', [5, -4, -0.99]],
])('a transaction %s is not committed', async (_, amounts) => {
  expect(await refusalOf(postRaw(amounts))).toBe('23514');
});

test('a transaction may be out of balance until it is committed', async () => {
  await expect(postRaw([0.01, 4.99, -5])).resolves.toMatch(/-/);
});

test.each([
  [0, '23514'],
  [Number.NaN, '23514'],
  [Number.POSITIVE_INFINITY, '22003'],
  [100_000_000, '23514'],
])('an entry of %s does not exist', async (amount, code) => {
  expect(await refusalOf(postRaw([amount, -amount]))).toBe(code);
});

test.each([
  'update public.ledger_transactions set reason = $$Another$$',
  'update public.ledger_entries set amount = amount * 2',
  'delete from public.ledger_entries',
  'delete from public.ledger_transactions',
  'delete from public.ledger_accounts',
  'truncate public.ledger_entries',
  'truncate public.ledger_transactions cascade',
  'truncate public.ledger_accounts cascade',
  'update public.ledger_accounts set kind = $$tax$$',
  'update public.ledger_accounts set user_id = (select user_id from public.profiles limit 1)',
])('not even the owner of the database runs: %s', async (statement) => {
  await fillWallet(sql, cast.ana, 5);
  const count = () => sql`
    select (select count(*) from public.ledger_accounts), (select count(*) from public.ledger_transactions),
      (select sum(abs(amount)) from public.ledger_entries)`;
  const before = await count();
  expect(await refusalOf(sql.unsafe(statement))).toBe('42501');
  expect(await count()).toEqual(before);
});

test('a transaction that is committed takes no further entries', async () => {
  const id = await postRaw([5, -5]);
  const add = (kind: string, amount: number) => sql`
    insert into public.ledger_entries (transaction_id, account_id, amount)
    select ${id}, a.id, ${amount} from public.ledger_accounts a where a.kind = ${kind}`;
  const pair = sql.begin(async (tx) => {
    await tx`
      insert into public.ledger_entries (transaction_id, account_id, amount)
      select ${id}, a.id, case a.kind when 'adjustments' then 5 else -5 end
      from public.ledger_accounts a where a.kind in ('adjustments', 'clearing_azul')`;
  });
  expect(await refusalOf(pair)).toBe('42501');
  expect(await refusalOf(add('adjustments', 5))).toBe('42501');
});

test('the same key is posted once, also when many post it at once', async () => {
  const key = randomUUID();
  await fillWallet(sql, cast.ana, 1);
  const post = () => sql<{ posted: boolean }[]>`
    select private.post(${key}, 'adjustment', array[private.find_wallet(${cast.ana.id}), private.find_account('adjustments')],
      array[3, -3]::numeric[]) as posted`;
  const outcomes = await Promise.all(Array.from({ length: 10 }, post));
  expect(outcomes.flat().filter(({ posted }) => posted)).toHaveLength(1);
  expect(await balanceOf(sql, cast.ana)).toBe(4);
});

test('of 50 debits at once as many go through as the wallet holds, and it ends at zero', async () => {
  await fillWallet(sql, cast.ana, 100);
  const spaces = await Promise.all(Array.from({ length: 50 }, () => createSpace(sql)));
  const outcomes = await Promise.allSettled(
    spaces.map(({ spaceId }) => book(sql, cast.ana, { spaceId, from: 1, to: 2 })),
  );
  const lost = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason.hint ?? reason.code);
  expect(new Set(lost)).toEqual(new Set(['wallet-too-low']));
  expect(lost).toHaveLength(30);
  expect(await balanceOf(sql, cast.ana)).toBe(0);
  const booked = await sql`select 1 from public.reservations where user_id = ${cast.ana.id}`;
  expect(booked).toHaveLength(20);
});

test('a wallet moved past the functions cannot fall below zero either', async () => {
  await fillWallet(sql, cast.ana, 5);
  const debit = sql`
    select private.post(gen_random_uuid()::text, 'adjustment',
      array[private.find_wallet(${cast.ana.id}), private.find_account('adjustments')], array[-5.01, 5.01])`;
  expect(await refusalOf(debit)).toBe('23514');
  expect(await balanceOf(sql, cast.ana)).toBe(5);
});

test('a person who never had money gets one wallet, whoever asks first', async () => {
  await Promise.all(Array.from({ length: 10 }, () => sql`select private.find_wallet(${cast.beto.id})`));
  const wallets = await sql`select 1 from public.ledger_accounts where user_id = ${cast.beto.id}`;
  expect(wallets).toHaveLength(1);
});

test('an administrator’s edit of a balance posts the difference and who did it', async () => {
  await fillWallet(sql, cast.ana, 40);
  const write = (balance: number) =>
    as(sql, cast.admin)`update public.profiles set wallet_balance = ${balance} where user_id = ${cast.ana.id}`;
  await write(55.5);
  await write(15);
  expect((await entriesOf(cast.ana)).map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
    ['adjustment', 40],
    ['adjustment', 15.5],
    ['adjustment', -40.5],
  ]);
  const actors = await sql`
    select t.actor_id from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id where a.user_id = ${cast.ana.id} order by t.created_at`;
  expect(actors.map(({ actor_id }) => actor_id)).toEqual([null, cast.admin.id, cast.admin.id]);
  await expect(write(-1)).rejects.toMatchObject({ code: '23514' });
  await expect(write(Number.NaN)).rejects.toMatchObject({ code: '23514' });
});

test('an edit that changes nothing of the balance posts nothing', async () => {
  await as(sql, cast.admin)`update public.profiles set wallet_balance = 0, bio = 'x' where user_id = ${cast.ana.id}`;
  expect(await entriesOf(cast.ana)).toEqual([]);
});

const adjust = (
  actor: Actor,
  person: Actor | null,
  amount: number | string | null,
  reason: string | null,
  key: string | null,
) =>
  as(sql, actor, async (tx) => {
    const [row] = await tx<{ balance: string }[]>`
      select public.adjust_wallet(${person?.id ?? null}, ${amount}, ${reason}, ${key}) as balance`;
    return Number(row?.balance);
  });

test('an administrator adjusts a wallet with a reason that its driver reads, once for each key', async () => {
  const key = randomUUID();
  expect(await adjust(cast.admin, cast.ana, 12.5, ' Sorry ', key)).toBe(12.5);
  expect(await adjust(cast.admin, cast.ana, 12.5, 'Sorry', key)).toBe(12.5);
  expect(await adjust(cast.admin, cast.ana, -2.5, 'Too much', randomUUID())).toBe(10);
  expect(await entriesOf(cast.ana)).toEqual([
    { kind: 'adjustment', amount: '12.50', reason: 'Sorry' },
    { kind: 'adjustment', amount: '-2.50', reason: 'Too much' },
  ]);
});

test('administrators read which of them moved a wallet, and its driver does not', async () => {
  await adjust(cast.admin, cast.ana, 12.5, 'Sorry', randomUUID());
  const readActors = (actor: Actor) =>
    as(sql, actor)`select actor_email from public.wallet_entries where user_id = ${cast.ana.id}`;
  expect(await readActors(cast.admin)).toEqual([{ actor_email: cast.admin.email }]);
  expect(await readActors(cast.ana)).toEqual([{ actor_email: null }]);
  expect(await readActors(cast.beto)).toEqual([]);
  const read = as(sql, cast.ana)`select actor_id from public.ledger_transactions`;
  expect(await refusalOf(read)).toBe('42501');
});

test('two administrators who send the same adjustment at once make one', async () => {
  const key = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => adjust(cast.admin, cast.ana, 7, 'Sorry', key)));
  expect(await balanceOf(sql, cast.ana)).toBe(7);
});

test.each([
  ['null', null],
  ['zero', 0],
  ['NaN', 'NaN'],
  ['infinite', 'Infinity'],
  ['minus infinite', '-Infinity'],
  ['finer than a cent', '0.001'],
  ['over a million', 1_000_000.01],
])('an adjustment that is %s is not made', async (_, amount) => {
  expect(await problemOf(adjust(cast.admin, cast.ana, amount, 'Sorry', randomUUID()))).toBe('amount-out-of-range');
  expect(await entriesOf(cast.ana)).toEqual([]);
});

test('an adjustment needs a reason of at most 300 characters and a key, and leaves no wallet below zero', async () => {
  const key = randomUUID();
  expect(await problemOf(adjust(cast.admin, cast.ana, 1, ' ', key))).toBe('reason-required');
  expect(await problemOf(adjust(cast.admin, cast.ana, 1, null, key))).toBe('reason-required');
  expect(await problemOf(adjust(cast.admin, cast.ana, 1, 'x'.repeat(301), key))).toBe('reason-required');
  expect(await problemOf(adjust(cast.admin, cast.ana, 1, 'Sorry', null))).toBe('reason-required');
  await expect(adjust(cast.admin, cast.ana, -0.01, 'Sorry', key)).rejects.toMatchObject({
    hint: 'wallet-too-low',
    detail: '0.01',
  });
  expect(await entriesOf(cast.ana)).toEqual([]);
});

test('drivers adjust no wallet, and nobody adjusts that of a person who does not exist', async () => {
  for (const actor of [cast.ana, cast.suspended]) {
    expect(await refusalOf(adjust(actor, cast.ana, 1, 'Mine', randomUUID()))).toBe('42501');
  }
  for (const nobody of [null, { ...cast.ana, id: randomUUID() }]) {
    expect(await problemOf(adjust(cast.admin, nobody, 1, 'Nobody', randomUUID()))).toBe('driver-gone');
  }
  expect(await sql`select 1 from public.ledger_accounts where kind = 'wallet' and user_id is null`).toEqual([]);
});

test('the currency stays as soon as money has moved', async () => {
  await fillWallet(sql, cast.ana, 1);
  const change = as(sql, cast.admin)`update public.installation_settings set currency = 'DOP'`;
  expect(await problemOf(change)).toBe('currency-in-use');
});

test('an account that an operator deletes leaves its balance to adjustments, and nobody can tell whose it was', async () => {
  const { spaceId } = await createSpace(sql);
  await fillWallet(sql, cast.ana, 30);
  await book(sql, cast.ana, { spaceId, from: 5, to: 6 });
  const before = await sumOf(sql, 'adjustments');
  await sql`select private.delete_account(${cast.ana.id})`;
  // The reservation that had not begun was given back first.
  expect((await sumOf(sql, 'adjustments')) - before).toBe(30);
  const traces = await sql`
    select 1 from public.ledger_accounts where user_id = ${cast.ana.id}
    union all select 1 from public.ledger_transactions where to_jsonb(ledger_transactions)::text like ${`%${cast.ana.id}%`}`;
  expect(traces).toEqual([]);
  expect(await findFaultsInBooks(sql)).toEqual([]);
});

test('an account that is deleted past the product’s functions leaves an empty wallet too', async () => {
  await fillWallet(sql, cast.ana, 8);
  await sql`delete from auth.users where id = ${cast.ana.id}`;
  expect(await findFaultsInBooks(sql)).toEqual([]);
});

test('a driver who deletes their account while money moves is deleted, and the books agree', async () => {
  await fillWallet(sql, cast.ana, 100);
  const spaces = await Promise.all(Array.from({ length: 8 }, () => createSpace(sql)));
  const outcomes = await Promise.allSettled([
    ...spaces.slice(0, 4).map(async ({ spaceId }) => {
      await cancel(sql, cast.ana, await book(sql, cast.ana, { spaceId, from: 5, to: 6 }));
    }),
    leave(sql, cast.ana),
    ...spaces.slice(4).map(({ spaceId }) => book(sql, cast.ana, { spaceId, from: 5, to: 6 })),
  ]);
  const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(codes).not.toContain('40P01');
  expect(await sql`select 1 from auth.users where id = ${cast.ana.id}`).toEqual([]);
  expect(await findFaultsInBooks(sql)).toEqual([]);
});

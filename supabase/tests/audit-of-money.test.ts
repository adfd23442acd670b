import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as } from './as.ts';
import {
  book,
  cancel,
  capture,
  fillWallet,
  finishRefund,
  holdAndPay,
  refundReservation,
  refundsOf,
} from './money-world.ts';
import { openMoney } from './world.ts';

// The space costs 5 an hour.

const { sql, cast, space } = await openMoney();

/** What the log says of the money of Ana, oldest first. */
const readLog = () => sql`
  select actor_id, subject_table, after ->> 'amount' as amount, after ->> 'reason' as reason
  from public.audit_log where subject_table like 'wallet%' and subject_id = ${cast.ana.id} order by id`;

test('an adjustment by an administrator is in the log with its reason, once', async () => {
  const key = randomUUID();
  for (const _ of ['first', 'repeated']) {
    await as(sql, cast.admin)`select public.adjust_wallet(${cast.ana.id}, 12.5, 'Sorry', ${key})`;
  }
  expect([...(await readLog())]).toEqual([
    { actor_id: cast.admin.id, subject_table: 'wallet_adjustments', amount: '12.50', reason: 'Sorry' },
  ]);
});

test('money that an administrator gives back is in the log, what drivers pay and get back is not', async () => {
  await fillWallet(sql, cast.ana, 100);
  const reservation = await book(sql, cast.ana, { ...space, from: 2, to: 4 });
  await cancel(sql, cast.ana, await book(sql, cast.ana, { ...space, from: 5, to: 6 }));
  await refundReservation(sql, cast.admin, reservation, { amount: 4, reason: 'Barrier out of order' });
  expect([...(await readLog())]).toEqual([
    { actor_id: cast.admin.id, subject_table: 'wallet_refunds', amount: '4.00', reason: 'Barrier out of order' },
  ]);
});

test('a refund that an administrator made in the portal is in the log, one that a worker made is not', async () => {
  const { reservation, payment } = await holdAndPay(sql, cast.ana, { ...space, from: 2, to: 4, method: 'card' });
  await capture(sql, payment);
  await cancel(sql, cast.ana, reservation, true);
  const [refund] = await refundsOf(sql, payment);
  if (!refund) throw new Error('Nothing goes back');
  await finishRefund(sql, refund, 'manual', 'No webservice');
  await as(sql, cast.admin)`select public.finish_manual_refund(${refund.id}, true, 'P-1')`;
  const log = await sql`
    select actor_id, before ->> 'state' as before, after ->> 'state' as after
    from public.audit_log where subject_id = ${refund.id}`;
  expect([...log]).toEqual([{ actor_id: cast.admin.id, before: 'manual', after: 'succeeded' }]);
});

test('every table that administrators write has its entries in the log', async () => {
  const unlogged = await sql<{ name: string }[]>`
    select distinct table_name as name from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE')
      and table_name not in (
        select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
        where p.proname like 'audit%'
      )
    order by 1`;
  expect(unlogged.map(({ name }) => name)).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createCast, refusalOf, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

const asProxy = <T>(work: (tx: TransactionSql) => Promise<T>) => as(sql, SERVICE, work);

async function mayOperate({ id }: Actor): Promise<boolean | undefined> {
  const [row] = await asProxy((tx) => tx<{ may: boolean }[]>`select public.may_operate_locks(${id}) as may`);
  return row?.may;
}

const entriesOf = (did: string) =>
  as(sql, cast.admin)`
      select actor_id, action, subject_table, before, after from public.audit_log where subject_id = ${did} order by id`;

test('an administrator may operate locks, drivers and nobody may not', async () => {
  expect(await mayOperate(cast.admin)).toBe(true);
  expect(await mayOperate(cast.ana)).toBe(false);
  expect(await mayOperate(cast.suspended)).toBe(false);
  expect(await mayOperate(ANONYMOUS)).toBe(false);
});

test('an administrator who is suspended or shut out may not operate locks', async () => {
  const others = await createCast(sql);
  const more = await createCast(sql);
  await sql`update public.profiles set status = 'suspended' where user_id = ${others.admin.id}`;
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${more.admin.id}`;
  expect(await mayOperate(others.admin)).toBe(false);
  expect(await mayOperate(more.admin)).toBe(false);
});

test('the proxy records a command when it is sent and again with its answer', async () => {
  const command = randomUUID();
  await asProxy((tx) => tx`select public.record_lock_command(${cast.admin.id}, ${command}, 'KV-0001', 2)`);
  await asProxy(
    (tx) => tx`select public.record_lock_command(${cast.admin.id}, ${command}, 'KV-0001', 2, 200, 'success')`,
  );
  const who = { actor_id: cast.admin.id, action: 'raise', subject_table: 'locks', before: null };
  expect(await entriesOf('KV-0001')).toEqual([
    { ...who, after: { command, type: 2, state: 'sent' } },
    { ...who, after: { command, type: 2, state: 'answered', code: 200, msg: 'success' } },
  ]);
});

test('a vendor who says too much or nothing is recorded all the same', async () => {
  const record = (did: string, msg: string | null) =>
    asProxy((tx) => tx`select public.record_lock_command(${cast.admin.id}, ${randomUUID()}, ${did}, 1, 40030, ${msg})`);
  await record('KV-0002', 'x'.repeat(5000));
  await record('KV-0003', null);
  expect(await entriesOf('KV-0002')).toMatchObject([{ action: 'lower', after: { msg: 'x'.repeat(500) } }]);
  expect(await entriesOf('KV-0003')).toMatchObject([{ action: 'lower', after: { code: 40030, msg: null } }]);
});

test('what is no command for a lock is not recorded', async () => {
  const record = (did: string | null, type: number | null) =>
    asProxy((tx) => tx`select public.record_lock_command(${cast.admin.id}, ${randomUUID()}, ${did}, ${type})`);
  expect(await refusalOf(record('KV-0004', 3))).toBe('23514');
  expect(await refusalOf(record('KV-0004', null))).toBe('23514');
  expect(await refusalOf(record(null, 1))).toBe('23514');
  expect(await refusalOf(record('', 1))).toBe('23514');
  expect(await refusalOf(record('K'.repeat(65), 1))).toBe('23514');
  expect(await entriesOf('KV-0004')).toEqual([]);
});

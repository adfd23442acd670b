import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createCast, createSpace, refusalOf, reserve, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

describe('the audit log', () => {
  test('a write of an administrator leaves who, what, before and after', async () => {
    const { zoneId } = await createSpace(sql);
    await as(sql, cast.admin)`update public.parking_zones set price_per_hour = 9 where id = ${zoneId}`;
    const rows = await as(sql, cast.admin)`
    select actor_id, action, subject_table, before ->> 'price_per_hour' as before, after ->> 'price_per_hour' as after
    from public.audit_log where subject_id = ${zoneId}`;
    expect(rows).toEqual([
      { actor_id: cast.admin.id, action: 'update', subject_table: 'parking_zones', before: '5.00', after: '9.00' },
    ]);
  });

  test('what a driver does is no entry of the audit log', async () => {
    const { spaceId } = await createSpace(sql);
    const { id } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 2 });
    expect(await sql`select 1 from public.audit_log where subject_id = ${id}`).toHaveLength(0);
  });

  test('nobody changes or removes an entry, the owner of the database included', async () => {
    for (const actor of [cast.ana, cast.admin, SERVICE]) {
      expect(await refusalOf(as(sql, actor)`delete from public.audit_log`)).toBe('42501');
      expect(await refusalOf(as(sql, actor)`update public.audit_log set action = 'x'`)).toBe('42501');
      expect(
        await refusalOf(as(sql, actor)`insert into public.audit_log (action, subject_table) values ('x', 'x')`),
      ).toBe('42501');
    }
    expect(await refusalOf(sql.begin((tx) => tx`truncate public.audit_log`))).toBe('42501');
  });
});

describe('commands of administrators to locks', () => {
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
});

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

  test('a zone that is renamed is one entry, however many spaces copy its name', async () => {
    const { zoneId, spaceId } = await createSpace(sql);
    await sql`
    insert into public.parking_spaces (name, zone_id) select 'A-' || n, ${zoneId} from generate_series(2, 3) n`;
    await as(sql, cast.admin, async (tx) => {
      await tx`update public.parking_zones set name = 'Piantini' where id = ${zoneId}`;
      await tx`update public.parking_spaces set hint = 'Nivel 2' where id = ${spaceId}`;
    });
    const entries = await sql`
    select subject_table, subject_id, after ->> 'zone_name' as zone from public.audit_log
    where action = 'update' and coalesce(after ->> 'zone_id', subject_id) = ${zoneId} order by id`;
    expect(entries).toEqual([
      { subject_table: 'parking_zones', subject_id: zoneId, zone: null },
      { subject_table: 'parking_spaces', subject_id: spaceId, zone: 'Piantini' },
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

  test('a vendor who says too much or nothing is recorded all the same', async () => {
    const record = (did: string, msg: string | null) =>
      asProxy(
        (tx) => tx`select public.record_lock_command(${cast.admin.id}, ${randomUUID()}, ${did}, 1, 40030, ${msg})`,
      );
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
});

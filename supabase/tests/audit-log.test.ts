import { expect, test } from 'vitest';
import { as, createCast, createSpace, refusalOf, reserve, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

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

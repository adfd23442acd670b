import { expect, test } from 'vitest';
import { type Actor, as, createCast, createSpace, one, reserve } from './as.ts';
import { openDatabase } from './world.ts';

// Administrators edit a row only in the version that they read.

const sql = await openDatabase();
const { ana, beto, admin } = await createCast(sql);
await sql`insert into public.user_roles (user_id, role) values (${beto.id}, 'admin')`;
const { zoneId, spaceId } = await createSpace(sql);

test.each([
  ['profiles', { user_id: ana.id ?? '' }, 'full_name', ['Ana Uno', 'Ana Dos']],
  ['user_settings', { user_id: ana.id ?? '' }, 'privacy_level', ['public', 'friends']],
  ['parking_zones', { id: zoneId }, 'name', ['Uno', 'Dos']],
  ['parking_spaces', { id: spaceId }, 'location', ['Uno', 'Dos']],
  ['installation_settings', { id: 'installation' }, 'app_name', ['Uno', 'Dos']],
] as const)(
  'a row of %s that changed since it was read is not overwritten, and its version is not made up',
  async (table, key, column, [first, second]) => {
    const name = sql(`public.${table}`);
    const [[keyColumn, id] = ['', '']] = Object.entries(key);
    const read = () =>
      one(sql<{ value: string; version: string }[]>`
        select ${sql(column)} as value, updated_at::text as version from ${name} where ${sql(keyColumn)} = ${id}`);
    const write = (actor: Actor, value: string, version: string) =>
      as(sql, actor)`
      update ${name} set ${sql({ [column]: value })}
      where ${sql(keyColumn)} = ${id} and updated_at = ${version}::text::timestamptz returning 1`;
    const before = await read();
    expect(await write(beto, first, before.version)).toHaveLength(1);
    expect(await write(admin, second, before.version)).toHaveLength(0);
    const after = await read();
    expect(after.value).toBe(first);
    await sql`update ${name} set updated_at = '2000-01-01' where ${sql(keyColumn)} = ${id}`;
    expect(await read()).toEqual(after);
    // With the newer version, which they now know, they may.
    expect(await write(admin, second, after.version)).toHaveLength(1);
  },
);

test('what the product notes by itself turns no edit down', async () => {
  const versions = () => sql`
    select p.updated_at::text as profile, s.updated_at::text as space
    from public.profiles p, public.parking_spaces s where p.user_id = ${ana.id} and s.id = ${spaceId}`;
  const before = await versions();
  // The space becomes reserved, the driver was active, and the zone's name is copied.
  await reserve(sql, ana, { spaceId, from: -1, to: 1 });
  await sql`update public.parking_zones set name = 'Otro nombre' where id = ${zoneId}`;
  await sql`update public.profiles set last_activity = now() where user_id = ${ana.id}`;
  const [space] = await sql`select status, zone_name from public.parking_spaces where id = ${spaceId}`;
  expect(space).toEqual({ status: 'reserved', zone_name: 'Otro nombre' });
  expect(await versions()).toEqual(before);
});

import type { TransactionSql } from 'postgres';
import { beforeAll, expect, test } from 'vitest';
import { type Actor, as, createCast, createSpace, reserve } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);
/** A second administrator. */
let beto: Actor;

beforeAll(async () => {
  beto = cast.beto;
  await sql`insert into public.user_roles (user_id, role) values (${beto.id}, 'admin')`;
});

/** A table whose rows administrators edit: how a row is found, and a change of it. */
type Edited = {
  table: string;
  key: string;
  id: () => Promise<string | null>;
  column: string;
  values: [string, string];
};

const EDITED: Edited[] = [
  {
    table: 'profiles',
    key: 'user_id',
    id: async () => cast.ana.id,
    column: 'full_name',
    values: ['Ana Uno', 'Ana Dos'],
  },
  {
    table: 'user_settings',
    key: 'user_id',
    id: async () => cast.ana.id,
    column: 'privacy_level',
    values: ['public', 'friends'],
  },
  {
    table: 'parking_zones',
    key: 'id',
    id: async () => (await createSpace(sql)).zoneId,
    column: 'name',
    values: ['Uno', 'Dos'],
  },
  {
    table: 'parking_spaces',
    key: 'id',
    id: async () => (await createSpace(sql)).spaceId,
    column: 'location',
    values: ['Uno', 'Dos'],
  },
];

type Row = { value: string; version: string };

function read(tx: TransactionSql, { table, key, column }: Edited, id: string | null) {
  return tx<Row[]>`
    select ${tx(column)} as value, updated_at::text as version from ${tx(`public.${table}`)} where ${tx(key)} = ${id}`;
}

/** Writes as the back office does: only the row that still has the version that was read. */
function write(tx: TransactionSql, { table, key, column }: Edited, id: string | null, value: string, version: string) {
  return tx<Row[]>`
    update ${tx(`public.${table}`)} set ${tx({ [column]: value })}
    where ${tx(key)} = ${id} and updated_at = ${version}::text::timestamptz
    returning ${tx(column)} as value, updated_at::text as version`;
}

for (const edited of EDITED) {
  test(`of two administrators who read the same row of ${edited.table}, the second changes nothing`, async () => {
    const id = await edited.id();
    const [first, second] = edited.values;
    const [before] = await as(sql, cast.admin, (tx) => read(tx, edited, id));
    const version = before?.version ?? '';
    expect(await as(sql, beto, (tx) => write(tx, edited, id, first, version))).toHaveLength(1);
    expect(await as(sql, cast.admin, (tx) => write(tx, edited, id, second, version))).toHaveLength(0);
    const [after] = await as(sql, cast.admin, (tx) => read(tx, edited, id));
    expect(after?.value).toBe(first);
    // With the newer version, which they now know, they may.
    expect(await as(sql, cast.admin, (tx) => write(tx, edited, id, second, after?.version ?? ''))).toHaveLength(1);
  });

  test(`of two administrators who save the same row of ${edited.table} at once, one waits and changes nothing`, async () => {
    const id = await edited.id();
    const [value] = edited.values;
    const [before] = await as(sql, cast.admin, (tx) => read(tx, edited, id));
    expect(before?.value).not.toBe(value);
    const save = (actor: Actor) => as(sql, actor, (tx) => write(tx, edited, id, value, before?.version ?? ''));
    const [one, other] = await Promise.all([save(cast.admin), save(beto)]);
    expect([...one, ...other].map((row) => row.value)).toEqual([value]);
  });

  test(`a version of ${edited.table} cannot be made up`, async () => {
    const id = await edited.id();
    const [before] = await as(sql, cast.admin, (tx) => read(tx, edited, id));
    await sql`
      update ${sql(`public.${edited.table}`)}
      set updated_at = '2000-01-01' where ${sql(edited.key)} = ${id}`;
    const [after] = await as(sql, cast.admin, (tx) => read(tx, edited, id));
    expect(after).toEqual(before);
  });
}

test('what the product notes by itself turns no edit down', async () => {
  const { spaceId, zoneId } = await createSpace(sql);
  const versions = () => sql`
    select p.updated_at::text as profile, s.updated_at::text as space
    from public.profiles p, public.parking_spaces s where p.user_id = ${cast.ana.id} and s.id = ${spaceId}`;
  const [before] = await versions();
  // The space becomes reserved, the driver was active, and the zone's name is copied.
  await reserve(sql, cast.ana, { spaceId, from: -1, to: 1 });
  await sql`update public.parking_zones set name = 'Otro nombre' where id = ${zoneId}`;
  const [space] = await sql`select status, zone_name from public.parking_spaces where id = ${spaceId}`;
  expect(space).toEqual({ status: 'reserved', zone_name: 'Otro nombre' });
  expect(await versions()).toEqual([before]);
});

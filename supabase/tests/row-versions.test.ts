import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { type Actor, as, type Cast, createCast, createSpace, refusalOf, reserve } from './as.ts';

let database: TestDatabase;
let cast: Cast;
/** A second administrator. */
let beto: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
  beto = cast.beto;
  await database.sql`insert into public.user_roles (user_id, role) values (${beto.id}, 'admin')`;
});
afterAll(() => database.close());

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
    id: async () => (await createSpace(database.sql)).zoneId,
    column: 'name',
    values: ['Uno', 'Dos'],
  },
  {
    table: 'parking_spaces',
    key: 'id',
    id: async () => (await createSpace(database.sql)).spaceId,
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
    const [before] = await as(database.sql, cast.admin, (tx) => read(tx, edited, id));
    const version = before?.version ?? '';
    expect(await as(database.sql, beto, (tx) => write(tx, edited, id, first, version))).toHaveLength(1);
    expect(await as(database.sql, cast.admin, (tx) => write(tx, edited, id, second, version))).toHaveLength(0);
    const [after] = await as(database.sql, cast.admin, (tx) => read(tx, edited, id));
    expect(after?.value).toBe(first);
    // With the newer version, which they now know, they may.
    expect(
      await as(database.sql, cast.admin, (tx) => write(tx, edited, id, second, after?.version ?? '')),
    ).toHaveLength(1);
  });

  test(`of two administrators who save the same row of ${edited.table} at once, one waits and changes nothing`, async () => {
    const id = await edited.id();
    const [value] = edited.values;
    const [before] = await as(database.sql, cast.admin, (tx) => read(tx, edited, id));
    expect(before?.value).not.toBe(value);
    const save = (actor: Actor) => as(database.sql, actor, (tx) => write(tx, edited, id, value, before?.version ?? ''));
    const [one, other] = await Promise.all([save(cast.admin), save(beto)]);
    expect([...one, ...other].map((row) => row.value)).toEqual([value]);
  });

  test(`a version of ${edited.table} cannot be made up`, async () => {
    const id = await edited.id();
    const [before] = await as(database.sql, cast.admin, (tx) => read(tx, edited, id));
    await database.sql`
      update ${database.sql(`public.${edited.table}`)}
      set updated_at = '2000-01-01' where ${database.sql(edited.key)} = ${id}`;
    const [after] = await as(database.sql, cast.admin, (tx) => read(tx, edited, id));
    expect(after).toEqual(before);
  });
}

test('what the product notes by itself turns no edit down', async () => {
  const { spaceId, zoneId } = await createSpace(database.sql);
  const versions = () => database.sql`
    select p.updated_at::text as profile, s.updated_at::text as space
    from public.profiles p, public.parking_spaces s where p.user_id = ${cast.ana.id} and s.id = ${spaceId}`;
  const [before] = await versions();
  // The space becomes reserved, the driver was active, and the zone's name is copied.
  await reserve(database.sql, cast.ana, { spaceId, from: -1, to: 1 });
  await database.sql`update public.parking_zones set name = 'Otro nombre' where id = ${zoneId}`;
  const [space] = await database.sql`select status, zone_name from public.parking_spaces where id = ${spaceId}`;
  expect(space).toEqual({ status: 'reserved', zone_name: 'Otro nombre' });
  expect(await versions()).toEqual([before]);
});

test('of two administrators who end the same reservation, the second changes nothing', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  const end = (actor: Actor, status: string) =>
    as(
      database.sql,
      actor,
      (tx) => tx`
      update public.reservations set status = ${status} where id = ${id} and status = 'active' returning status`,
    );
  expect(await end(beto, 'completed')).toHaveLength(1);
  expect(await end(cast.admin, 'cancelled')).toHaveLength(0);
  expect(await database.sql`select status from public.reservations where id = ${id}`).toEqual([
    { status: 'completed' },
  ]);
});

test('of two administrators who give or take the same role, the second is told', async () => {
  const give = (actor: Actor) =>
    as(
      database.sql,
      actor,
      (tx) => tx`insert into public.user_roles (user_id, role) values (${cast.ana.id}, 'admin') returning role`,
    );
  const take = (actor: Actor) =>
    as(database.sql, actor, (tx) => tx`delete from public.user_roles where user_id = ${cast.ana.id} returning role`);
  expect(await give(beto)).toHaveLength(1);
  expect(await refusalOf(give(cast.admin))).toBe('23505');
  expect(await take(beto)).toHaveLength(1);
  expect(await take(cast.admin)).toHaveLength(0);
});

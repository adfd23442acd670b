import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, createSpace, refusalOf } from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

test('the list tells how many spaces a zone has, also when it has none', async () => {
  const { zoneId } = await createSpace(database.sql);
  await database.sql`insert into public.parking_spaces (name, zone_id) values ('A-02', ${zoneId}), ('B-01', null)`;
  const [empty] = await database.sql`insert into public.parking_zones (name) values ('Vacía') returning id`;
  const rows = await as(
    database.sql,
    cast.admin,
    (tx) => tx`select id, space_count from public.admin_zones order by space_count`,
  );
  expect([...rows]).toEqual([
    { id: empty?.id, space_count: 0 },
    { id: zoneId, space_count: 2 },
  ]);
});

test('nobody changes a zone through the list, and a visitor does not read it', async () => {
  for (const actor of [cast.admin, cast.ana]) {
    const change = as(database.sql, actor, (tx) => tx`update public.admin_zones set name = 'mine'`);
    expect(await refusalOf(change)).toMatch(/^(42501|55000)$/);
  }
  expect(await refusalOf(as(database.sql, ANONYMOUS, (tx) => tx`select 1 from public.admin_zones`))).toBe('42501');
});

test('spaces of a deleted zone and their reservations stay, without the zone', async () => {
  const { zoneId, spaceId } = await createSpace(database.sql);
  await as(database.sql, cast.admin, (tx) => tx`delete from public.parking_zones where id = ${zoneId}`);
  const [space] = await database.sql`select zone_id, zone_name from public.parking_spaces where id = ${spaceId}`;
  expect(space).toEqual({ zone_id: null, zone_name: null });
});

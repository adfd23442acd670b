import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, createSpace, refusalOf, reserve } from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

test('everybody reads zones and spaces', async () => {
  const { zoneId, spaceId } = await createSpace(database.sql);
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended, cast.admin]) {
    const rows = await as(
      database.sql,
      actor,
      (tx) => tx`
      select z.id, s.id from public.parking_zones z join public.parking_spaces s on s.zone_id = z.id
      where z.id = ${zoneId} and s.id = ${spaceId}`,
    );
    expect(rows).toHaveLength(1);
  }
});

test('only an administrator writes zones and spaces', async () => {
  const { zoneId, spaceId } = await createSpace(database.sql);
  for (const actor of [cast.ana, cast.suspended]) {
    expect(
      await refusalOf(as(database.sql, actor, (tx) => tx`insert into public.parking_zones (name) values ('Mine')`)),
    ).toBe('42501');
    const renamed = await as(
      database.sql,
      actor,
      (tx) => tx`update public.parking_spaces set name = 'Mine' where id = ${spaceId} returning id`,
    );
    expect(renamed).toHaveLength(0);
    const deleted = await as(
      database.sql,
      actor,
      (tx) => tx`delete from public.parking_zones where id = ${zoneId} returning id`,
    );
    expect(deleted).toHaveLength(0);
  }
  expect(await refusalOf(as(database.sql, ANONYMOUS, (tx) => tx`delete from public.parking_zones`))).toBe('42501');
  const renamed = await as(
    database.sql,
    cast.admin,
    (tx) => tx`
    update public.parking_spaces set name = 'B-01' where id = ${spaceId} returning name`,
  );
  expect(renamed).toEqual([{ name: 'B-01' }]);
});

test('the zone name of a space is the name of its zone, whatever was sent', async () => {
  const { zoneId } = await createSpace(database.sql);
  const [space] = await as(
    database.sql,
    cast.admin,
    (tx) => tx`
    insert into public.parking_spaces (name, zone_id, zone_name) values ('C-01', ${zoneId}, 'Invented') returning id, zone_name`,
  );
  expect(space?.zone_name).toBe('Naco');
  await as(
    database.sql,
    cast.admin,
    (tx) => tx`update public.parking_zones set name = 'Naco Sur' where id = ${zoneId}`,
  );
  const [renamed] = await database.sql`select zone_name from public.parking_spaces where id = ${space?.id}`;
  expect(renamed?.zone_name).toBe('Naco Sur');
});

test.each([
  ['rating', '5.1'],
  ['price_per_hour', '-1'],
  ['latitude', '91'],
  ['amenities', '\'{"roofed": "<b>yes</b>"}\''],
  ['amenities', "'[]'"],
])('a zone does not take %s %s', async (column, value) => {
  const { zoneId } = await createSpace(database.sql);
  const attempt = as(database.sql, cast.admin, (tx) =>
    tx.unsafe(`update public.parking_zones set ${column} = ${value} where id = '${zoneId}'`),
  );
  expect(await refusalOf(attempt)).toBe('23514');
});

test('a zone that goes leaves its spaces unassigned', async () => {
  const { zoneId, spaceId } = await createSpace(database.sql);
  await as(database.sql, cast.admin, (tx) => tx`delete from public.parking_zones where id = ${zoneId}`);
  const [space] = await database.sql`select zone_id, zone_name from public.parking_spaces where id = ${spaceId}`;
  expect(space).toEqual({ zone_id: null, zone_name: null });
});

test('a space that a driver still counts on cannot be deleted', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  const remove = () =>
    as(database.sql, cast.admin, (tx) => tx`delete from public.parking_spaces where id = ${spaceId} returning id`);
  expect(await refusalOf(remove())).toBe('23503');
  await as(database.sql, cast.ana, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);
  expect(await remove()).toHaveLength(1);
  const [row] = await database.sql`select parking_space_id, status from public.reservations where id = ${id}`;
  expect(row).toEqual({ parking_space_id: null, status: 'cancelled' });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, createSpace, reserve } from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

test('everybody sees when a space is taken, and nobody sees by whom', async () => {
  const { spaceId } = await createSpace(database.sql);
  await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  for (const actor of [ANONYMOUS, cast.beto, cast.suspended, cast.admin]) {
    const rows = await as(
      database.sql,
      actor,
      (tx) => tx`
      select * from public.space_occupancy where parking_space_id = ${spaceId}`,
    );
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['end_time', 'parking_space_id', 'start_time', 'status']);
  }
});

test('a cancelled reservation takes no time', async () => {
  const { spaceId } = await createSpace(database.sql);
  const { id } = await reserve(database.sql, cast.ana, { spaceId, from: 1, to: 2 });
  await as(database.sql, cast.ana, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);
  const rows = await as(
    database.sql,
    ANONYMOUS,
    (tx) => tx`
    select 1 from public.space_occupancy where parking_space_id = ${spaceId}`,
  );
  expect(rows).toHaveLength(0);
});

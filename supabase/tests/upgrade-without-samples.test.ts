import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { writeInstallation } from '../../server/installation/write-installation.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { migrateUntil } from '../../server/testing/migrate-until.ts';
import { as, type Cast, createCast, createSpace, fillWallets, hoursFromNow, readProblemKey, reserve } from './as.ts';

// An installation with drivers and stays is upgraded from the version that had sample data only, and switches it off.

/** The first migration that the version before had not. */
const FIRST_NEW = '20261122010000';
const TABLES = ['profiles', 'user_settings', 'user_messages', 'parking_zones', 'parking_spaces', 'reservations'];

let database: TestDatabase;
let cast: Cast;
let spaceId: string;
let zoneId: string;
let upcoming: string;
let before: Record<string, Record<string, unknown>[]>;

const readRows = async (): Promise<typeof before> => {
  const tables: typeof before = {};
  for (const table of TABLES)
    tables[table] = [...(await database.sql`select * from ${database.sql(table)} order by 1`)];
  return tables;
};

beforeAll(async () => {
  database = await createTestDatabase({ template: 'empty' });
  const { sql } = database;
  await migrateUntil(sql, FIRST_NEW);
  cast = await createCast(sql);
  ({ spaceId, zoneId } = await createSpace(sql));
  await sql`update public.parking_zones set rating = 4.5 where id = ${zoneId}`;
  upcoming = (await reserve(sql, cast.ana, { spaceId, from: 2, to: 3 })).id;
  const begun = await reserve(sql, cast.beto, { spaceId, from: -1, to: 1 });
  await as(sql, cast.beto, (tx) => tx`update public.reservations set status = 'completed' where id = ${begun.id}`);
  await sql`
    insert into public.user_messages (user_id, sender_type, message, read_status) values
      (${cast.ana.id}, 'user', 'Hola', true), (${cast.ana.id}, 'other', 'Buenos días', false)`;
  before = await readRows();
  await migrate(sql, MIGRATIONS);
});
afterAll(() => database.close());

test('every row keeps what it had', async () => {
  const after = await readRows();
  for (const table of TABLES) {
    expect(after[table], table).toHaveLength(before[table]?.length ?? 0);
    for (const [index, row] of (before[table] ?? []).entries()) {
      expect(after[table]?.[index], table).toMatchObject(row);
    }
  }
});

test('sample data stays on until the server or the operator says otherwise', async () => {
  expect(await database.sql`select samples from private.installation`).toEqual([{ samples: true }]);
  await expect(reserve(database.sql, cast.ana, { spaceId, from: 10, to: 11 })).resolves.toMatchObject({
    status: 'active',
  });
});

test('without sample data, stays that were booked before are cancelled and shown without a vehicle', async () => {
  await writeInstallation(database.sql, { samples: false });
  const [row] = await as(
    database.sql,
    cast.ana,
    (tx) => tx`
      update public.reservations set status = 'cancelled' where id = ${upcoming} returning status, vehicle_plate`,
  );
  expect(row).toEqual({ status: 'cancelled', vehicle_plate: null });
  expect(await readProblemKey(reserve(database.sql, cast.ana, { spaceId, from: 20, to: 21 }))).toBe('vehicle-required');
});

test('a driver adds a vehicle and books with it after the upgrade', async () => {
  await writeInstallation(database.sql, { samples: false });
  await fillWallets(database.sql);
  const [booked] = await as(database.sql, cast.ana, async (tx) => {
    const [vehicle] = await tx`
      insert into public.vehicles (user_id, name, plate, type) values (${cast.ana.id}, 'Yaris', 'a 1', 'sedan')
      returning id`;
    return tx`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, vehicle_id, payment_method)
      values (${cast.ana.id}, ${spaceId}, ${hoursFromNow(30)}, ${hoursFromNow(31)}, ${vehicle?.id}, 'wallet')
      returning vehicle_plate`;
  });
  expect(booked).toEqual({ vehicle_plate: 'A1' });
});

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createCast, createSpace, reserve } from '../../supabase/tests/as.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { createSharedKeys } from '../testing/crowd.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { MIGRATIONS, type MigrationSet, migrate } from './migrate.ts';
import { prepareDatabase } from './prepare-database.ts';

const [, product] = MIGRATIONS;

let database: TestDatabase;
let folder: string;
let set: MigrationSet;

beforeEach(async () => {
  database = await createTestDatabase({ template: 'empty' });
  folder = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  set = { folder, table: 'schema_migrations' };
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const write = (file: string, text: string) => writeFile(join(folder, file), text);
const migrateNow = () => migrate(database.sql, [set]);

test('each file runs once, in the order of its version, and is recorded as by the Supabase CLI', async () => {
  await write('20260101000002_rows.sql', 'insert into public.things values (1);');
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  expect(await migrateNow()).toEqual(['20260101000001', '20260101000002']);
  expect(await migrateNow()).toEqual([]);
  expect(await database.sql`select * from public.things`).toHaveLength(1);
  const remembered =
    await database.sql`select version, name, statements from supabase_migrations.schema_migrations order by 1`;
  expect(remembered[0]).toEqual({
    version: '20260101000001',
    name: 'things',
    statements: ['create table public.things (id int);'],
  });
});

test('two processes that start together run each file once', async () => {
  await write(
    '20260101000001_things.sql',
    'create table public.things (id int); select pg_sleep(0.1); insert into public.things values (1);',
  );
  const ran = await Promise.all([migrateNow(), migrateNow(), migrateNow()]);
  expect(ran.flat()).toEqual(['20260101000001']);
  expect(await database.sql`select * from public.things`).toHaveLength(1);
});

test('a failed file is named, with the line of wrong syntax, and leaves nothing, and the ones before it stay', async () => {
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  await write(
    '20260101000002_broken.sql',
    'insert into public.things values (1);\n\ncreate table public.things (id int);',
  );
  await expect(migrateNow()).rejects.toThrow(/20260101000002_broken\.sql: .*already exists/);
  expect(await database.sql`select * from public.things`).toHaveLength(0);
  await write('20260101000003_syntax.sql', 'select 1;\nselec 2;');
  await rm(join(folder, '20260101000002_broken.sql'));
  await expect(migrateNow()).rejects.toThrow(/20260101000003_syntax\.sql line 2: syntax error/);
});

test.each([
  ['changed', () => write('20260101000001_things.sql', 'create table public.things (id text);')],
  ['gone', () => rm(join(folder, '20260101000001_things.sql'))],
])(
  'a database of a changed build, one of whose files is %s here, is rejected and stays as it is',
  async (_, change) => {
    await write('20260101000001_things.sql', 'create table public.things (id int);');
    await write('20260101000002_more.sql', 'create table public.more (id int);');
    await migrateNow();
    await change();
    await write('20260101000003_rest.sql', 'create table public.rest (id int);');
    await expect(migrateNow()).rejects.toThrow(
      /^The database was made by a build from before release 1.0 or by a changed one, whose migration 20260101000001 .* start over with an empty DATA_DIR or DATABASE_URL$/,
    );
    expect(await database.sql`select to_regclass('public.rest') as rest`).toEqual([{ rest: null }]);
  },
);

test('a database from before the first release is rejected, although its files come later', async () => {
  await write('20260101000100_things.sql', 'create table public.things (id int);');
  await migrateNow();
  await rm(join(folder, '20260101000100_things.sql'));
  await write('20260101000000_release.sql', 'create table public.things (id int, name text);');
  await expect(migrateNow()).rejects.toThrow(
    /^The database was made by a build from before release 1.0 .* 20260101000100/,
  );
  expect(await database.sql`select * from public.things`).toEqual([]);
});

test('a server works on a newer database, unless that says that this one is too old', async () => {
  const [major = 0, minor = 0] = VERSION.split('.').map(Number);
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  await write('20260101000002_more.sql', `-- Oldest server: ${VERSION}\n\ncreate table public.more (id int);`);
  await migrateNow();
  await rm(join(folder, '20260101000002_more.sql'));
  expect(await migrateNow()).toEqual([]);
  const next = `${major}.${minor + 1}.0`;
  await write('20260101000002_more.sql', `-- Oldest server: ${VERSION}\n\ncreate table public.more (id int);`);
  await write('20260101000003_less.sql', `-- Less.\n-- Oldest server: ${next}\n\ndrop table public.more;`);
  await migrateNow();
  await rm(join(folder, '20260101000003_less.sql'));
  await expect(migrateNow()).rejects.toThrow(
    `The database was upgraded: since its migration 20260101000003 servers before ${next} do not work on it, and this is ${VERSION}; nothing was changed`,
  );
});

test('a file of a newer server that is unknown here is left alone', async () => {
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  await write('20260101000002_newer.sql', 'create table public.newer (id int);');
  await migrateNow();
  await rm(join(folder, '20260101000002_newer.sql'));
  expect(await migrateNow()).toEqual([]);
});

test('a database of real locks and payments has no tables of the simulators', async () => {
  const { env } = await createSharedKeys();
  const vendor = {
    LOCK_VENDOR_URL: 'https://locks.example',
    LOCK_VENDOR_APP_ID: 'app',
    LOCK_VENDOR_SECRET: 'long-enough',
  };
  const config = readConfig({ ...env, ...vendor, DATABASE_URL: 'postgres://h/d' }, '/');
  await prepareDatabase(database.sql, config, null, pino({ level: 'silent' }));
  const tables = await database.sql`select from pg_tables where tablename like 'simulated%'`;
  expect([tables.length, await database.sql`select from parqueo_server.mailbox`]).toEqual([0, []]);
});

describe('a migration of a table that somebody reads for long', () => {
  const SHORT = { waitMs: 200, giveUpAfterMs: 1500 };

  /** Reads a table in a transaction that stays open. */
  async function readForLong(sql: Sql, table = 'public.reservations') {
    const isReading = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    const reading = sql.begin(async (tx) => {
      await tx`select from ${tx(table)}`;
      isReading.resolve();
      await isOver.promise;
    });
    await isReading.promise;
    return async function end() {
      isOver.resolve();
      await reading;
    };
  }

  /** Opens another pool on a database, whose transactions may take long. */
  async function openAnother({ sql }: TestDatabase): Promise<Sql> {
    const [{ name = '' } = {}] = await sql<{ name: string }[]>`select current_database() as name`;
    const options = { max: 4, isForMaintenance: true };
    const another = openOwnerPool({ ...inject('postgres'), database: name }, pino({ level: 'silent' }), options);
    onTestFinished(() => another.end());
    return another;
  }

  test('bookings go on meanwhile, and it runs after the read', async () => {
    const migrated = await createTestDatabase();
    onTestFinished(() => migrated.close());
    const { sql } = migrated;
    const server = await openAnother(migrated);
    const { ana } = await createCast(sql);
    const { spaceId } = await createSpace(sql);
    await cp(product?.folder ?? '', folder, { recursive: true });
    await write('20990101000001_lock.sql', 'alter table public.reservations add column lock_test int;');
    const end = await readForLong(sql);
    const blocked: string[] = [];
    let isOver = false;
    const onBlocked = async (_: string, blockers: readonly string[]) => {
      blocked.push(blockers.join());
      if (blocked.length === 1) await end();
    };
    const migrating = migrate(server, [set], { onBlocked }).finally(() => {
      isOver = true;
    });
    // A booking that waits for more than three seconds fails.
    let booked = 0;
    for (; !isOver; booked += 1) {
      const { id } = await reserve(sql, ana, { spaceId, from: 1, to: 2 });
      await sql`delete from public.reservations where id = ${id}`;
    }
    expect(await migrating).toEqual(['20990101000001']);
    expect(booked).toBeGreaterThan(0);
    expect(blocked).toEqual([
      expect.stringMatching(/^session \d+ \(supabase-server of postgres, idle in transaction for \d+ s\)$/),
    ]);
  });

  test('it gives up with one line that names who blocks it, and changes nothing', async () => {
    await database.sql`create table public.reservations (id int)`;
    await write('20260101000001_first.sql', 'create table public.things (id int);');
    await write(
      '20260101000002_lock.sql',
      'drop table public.things; alter table public.reservations add column new int;',
    );
    const end = await readForLong(database.sql);
    const attempt = migrate(database.sql, [set], { lockLimits: SHORT });
    await expect(attempt).rejects.toThrow(
      /20260101000002_lock\.sql did not get its locks in 2 seconds, blocked by session \d+ \(supabase-server of postgres, idle/,
    );
    await end();
    expect(await database.sql`select from public.things`).toEqual([]);
    expect(await migrateNow()).toEqual(['20260101000002']);
  });
});

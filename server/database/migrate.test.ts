import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type MigrationSet, migrate } from './migrate.ts';

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

test('a failed file is named with its line and leaves nothing, and the ones before it stay', async () => {
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  await write(
    '20260101000002_broken.sql',
    'insert into public.things values (1);\n\ncreate table public.things (id int);',
  );
  await expect(migrateNow()).rejects.toThrow(/20260101000002_broken\.sql line 3: .*already exists/);
  expect(await database.sql`select * from public.things`).toHaveLength(0);
  await write('20260101000003_syntax.sql', 'select 1;\nselec 2;');
  await rm(join(folder, '20260101000002_broken.sql'));
  await expect(migrateNow()).rejects.toThrow(/20260101000003_syntax\.sql line 2: syntax error/);
});

test('a commit that a deferred rule refuses names the file', async () => {
  await write(
    '20260101000001_deferred.sql',
    `create table public.things (id int primary key, other int references public.things deferrable initially deferred);
     insert into public.things values (1, 2);`,
  );
  await expect(migrateNow()).rejects.toThrow(/20260101000001_deferred\.sql: .*foreign key/);
  expect(await database.sql`select to_regclass('public.things') as found`).toEqual([{ found: null }]);
});

test('a file that was changed after it ran is refused by name', async () => {
  await write('20260101000001_things.sql', 'create table public.things (id int);');
  await migrateNow();
  await write('20260101000001_things.sql', 'create table public.things (id text);');
  await expect(migrateNow()).rejects.toThrow(/20260101000001_things\.sql was changed after it ran/);
});

test('a file with a wrong name is refused', async () => {
  await write('things.sql', 'select 1;');
  await expect(migrateNow()).rejects.toThrow(/is not named/);
});

test('folders run one after another, each with a memory of its own', async () => {
  const platform = join(folder, 'platform');
  await mkdir(platform);
  await writeFile(join(platform, '20260101000009_base.sql'), 'create schema base;');
  await write('20260101000001_things.sql', 'create table base.things (id int);');
  await migrate(database.sql, [{ folder: platform, table: 'platform_migrations' }, set]);
  expect(await database.sql`select version from supabase_migrations.platform_migrations`).toHaveLength(1);
});

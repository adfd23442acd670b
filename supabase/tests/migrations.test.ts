import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compare, describe, readFingerprint } from '../../build/schema-fingerprint.ts';
import { MIGRATIONS, type MigrationSet, migrate, readMigrations, SUBJECTS } from '../../server/database/migrate.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import { OLDEST_POSTGRES, startOldestPostgres } from '../../server/testing/outside-postgres.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';

// The subject files are the truth: all migrations one after the other make what they say.

const [platform, product] = MIGRATIONS;
if (!platform || !product) throw new Error('The product has no migrations');
/** What this test says when it fails. */
const COMMAND = 'A migration is missing: npm run migration -- <name> (CONTRIBUTING.md, Changing the schema)';

async function findDifferences(migrated: Sql, subjects: Sql): Promise<string[]> {
  const [found, wanted] = await Promise.all([migrated.begin(readFingerprint), subjects.begin(readFingerprint)]);
  expect(found.length).toBeGreaterThan(3000);
  return compare(found, wanted).map(describe);
}

async function openDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<Sql> {
  const database = await createTestDatabase({ template });
  onTestFinished(() => database.close());
  return database.sql;
}

test('all migrations one after the other make the schema of the subject files', async () => {
  const migrated = await openDatabase('empty');
  await migrate(migrated, MIGRATIONS);
  expect(await findDifferences(migrated, await openDatabase()), COMMAND).toEqual([]);
});

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
test.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)(
  'they do on PostgreSQL 15, on a database of ours and on one as Supabase prepares it',
  async () => {
    const server = await startOldestPostgres({ superuser: 'supabase_admin' });
    onTestFinished(() => server.stop());
    const admin = server.connect('supabase_admin', 'postgres');
    for (const name of ['as-supabase-prepares-it.sql', 'as-extensions-of-supabase.sql']) {
      await admin.unsafe(await readFile(join(import.meta.dirname, name), 'utf8'));
    }
    await admin.unsafe('create database as_supabase_is template postgres');
    const open = async (template: string, sets: readonly MigrationSet[]) => {
      const name = `${template}_${sets.length}_${sets.includes(SUBJECTS)}`;
      await admin.unsafe(`create database ${name} template ${template} owner postgres`);
      const sql = server.connect('postgres', name);
      await migrate(sql, sets);
      onTestFinished(() => sql.end());
      return sql;
    };
    const ours = await findDifferences(
      await open('template0', [platform, product]),
      await open('template0', [platform, SUBJECTS]),
    );
    const supabases = await findDifferences(
      await open('as_supabase_is', [product]),
      await open('as_supabase_is', [SUBJECTS]),
    );
    await admin.end();
    expect({ ours, supabases }, COMMAND).toEqual({ ours: [], supabases: [] });
  },
  60_000,
);

test.each([
  [
    'a comment',
    `comment on column public.reservations.status is 'Where it stands'`,
    /^comment on column public.reservations.status: /,
  ],
  ['a right', 'grant select (email) on public.profiles to anon', /^grant on table public.profiles to anon: /],
  [
    'a default',
    `alter table private.limits alter swaps_per_hour set default 9`,
    /^column private.limits.swaps_per_hour: /,
  ],
  [
    'an owner',
    'alter function private.reject_write() owner to service_role',
    /^owner of routine private.reject_write\(\): service_role, instead of nothing$/,
  ],
])('%s that differs is found', async (_, change, line) => {
  const migrated = await openDatabase();
  const subjects = await openDatabase();
  await subjects.unsafe(change);
  expect(await findDifferences(migrated, subjects)).toEqual([expect.stringMatching(line)]);
});

test('each migration says which tables it locks in one of its first lines', async () => {
  for (const { file, text } of await readMigrations(product.folder)) {
    expect(text.split('\n').slice(0, 20), file).toContainEqual(expect.stringMatching(/^-- Locks: [\w.].*/));
  }
});

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import { digestContents, fillDatabase } from '../testing/backup.ts';
import { createTestDatabase } from '../testing/database.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../testing/outside-postgres.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let postgres: OutsidePostgres;
let admin: Sql;
let folder: string;

const restore = async (sql: Sql, file: string, mayReplace = false) =>
  restoreBackup(sql, await checkBackup(file), { sets: MIGRATIONS, mayReplace });

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('on PostgreSQL 15', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-outside-'));
    postgres = await startOldestPostgres();
    admin = postgres.connect('postgres', 'postgres');
    await admin`create role landlord login createrole`;
    await admin`create database rented owner landlord`;
    await admin`create database moved owner landlord`;
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  test('the owner of a database moves there from the embedded one, replaces it, and moves on', async () => {
    const embedded = await createTestDatabase();
    await fillDatabase(embedded.sql);
    const first = join(folder, 'first');
    await takeBackup(embedded.sql, first, null);
    const before = await digestContents(embedded.sql);
    await embedded.close();
    const rented = postgres.connect('landlord', 'rented');
    await restore(rented, first);
    expect(await digestContents(rented)).toEqual(before);
    await rented.end();

    // A server's own connections would be in the way.
    const again = postgres.connect('landlord', 'rented');
    await restore(again, first, true);
    expect(await digestContents(again)).toEqual(before);
    const second = join(folder, 'second');
    await takeBackup(again, second, null);
    await again.end();
    const moved = postgres.connect('landlord', 'moved');
    await restore(moved, second);
    expect(await digestContents(moved)).toEqual(before);
    await moved.end();
  });

  test('rows that are hidden from whoever makes the backup are an error, not a gap', async () => {
    await admin`create role reader login`;
    const owner = postgres.connect('landlord', 'moved');
    await owner`grant usage on schema public, auth, private, parqueo_server, supabase_migrations to reader`;
    for (const schema of ['public', 'auth', 'parqueo_server', 'supabase_migrations']) {
      await owner.unsafe(`grant select on all tables in schema ${schema} to reader`);
    }
    const reader = postgres.connect('reader', 'moved');
    const refusal = takeBackup(reader, join(folder, 'hidden'), null);
    await expect(refusal).rejects.toThrow(/row-level security/);
    expect(existsSync(join(folder, 'hidden'))).toBe(false);
    await Promise.all([reader.end(), owner.end()]);
  });
});

import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { reserve } from '../../supabase/tests/as.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { MIGRATIONS, readMigrations } from '../database/migrate.ts';
import { digestContents, fillDatabase, readGuards } from '../testing/backup.ts';
import { checkBackup, type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const connect = (database: string, name = 'parqueo test') =>
  openOwnerPool({ ...inject('postgres'), database }, null, { max: 3, name, isForMaintenance: true });

const admin = connect('postgres');
const names: string[] = [];

async function createDatabase(template: string): Promise<string> {
  const name = `backup_${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  names.push(name);
  return name;
}

/** Has rows of every kind; tests change copies of it. */
const FILLED = await createDatabase('template_migrated');
const SHARED = await mkdtemp(join(tmpdir(), 'parqueo-backup-'));
const BACKUP = join(SHARED, 'all.parqueo');
const filled = connect(FILLED);
await fillDatabase(filled);
await takeBackup(filled, BACKUP, null);
await filled.end();

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(SHARED, 'test-'));
  file = join(folder, 'all.parqueo');
});
afterAll(async () => {
  for (const name of names) await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
  await rm(SHARED, { recursive: true });
});

/** Does something with a database of a test's own. */
async function using<T>(template: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(await createDatabase(template));
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const onEmpty = <T>(work: (sql: Sql) => Promise<T>) => using('template0', work);
const onFilled = <T>(work: (sql: Sql) => Promise<T>) => using(FILLED, work);

const restore = async (sql: Sql, from: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup(sql, await checkBackup(from), { sets: MIGRATIONS, mayReplace: false, ...options });

const describeOutcome = (work: Promise<unknown>) =>
  work.then(
    () => 'It was not refused',
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** All migrations, with those of the product in a folder of the test's own. */
async function copyMigrations(to: string) {
  await cp(join(import.meta.dirname, '../../supabase/migrations'), to, { recursive: true });
  return MIGRATIONS.map((set) => (set.table === 'schema_migrations' ? { ...set, folder: to } : set));
}

/** The lines of a backup, changed. */
async function rewrite(change: (lines: string[]) => string[]): Promise<string> {
  const lines = gunzipSync(await readFile(BACKUP))
    .toString()
    .trimEnd()
    .split('\n');
  const changed = join(folder, 'changed.parqueo');
  await writeFile(changed, gzipSync(`${change(lines).join('\n')}\n`));
  return changed;
}

test('everything comes back as it was: every row, every sequence, every guard', async () => {
  const before = await onFilled(async (sql) => ({
    contents: await digestContents(sql),
    guards: await readGuards(sql),
  }));
  expect(before.contents['auth.refresh_tokens']).toMatch(/^1200 /);
  expect(before.contents['public.audit_log']).toMatch(/^1 /);
  await onEmpty(async (sql) => {
    await restore(sql, BACKUP);
    expect(await digestContents(sql)).toEqual(before.contents);
    expect(await readGuards(sql)).toEqual(before.guards);
    const [next] = await sql`
      insert into parqueo_server.mailbox (recipient, subject, text_body, html_body) values ('a', '', '', '') returning id::int`;
    expect(next?.id).toBe(2);
  });
});

test('a backup that is made while drivers book is a snapshot: a booking has its activity', async () => {
  await using('template_migrated', async (sql) => {
    const { ana, spaceId } = await fillDatabase(sql);
    await sql`update private.limits set upcoming_reservations = 10000, reservations_per_hour = 100000`;
    let isDone = false;
    let booked = 0;
    const booking = (async () => {
      for (; !isDone; booked += 1) await reserve(sql, ana, { spaceId, from: booked + 10, to: booked + 11 });
    })();
    await takeBackup(sql, file, null);
    isDone = true;
    await booking;
    expect(booked).toBeGreaterThan(0);
  });
  await onEmpty(async (sql) => {
    await restore(sql, file);
    const [counts] = await sql`
      select (select count(*)::int from public.reservations) as reservations,
        (select count(*)::int from public.user_activity where activity_type = 'reservation_created') as activities,
        (select last_activity from public.profiles where full_name = 'Ana')
          = (select max(a.created_at) from public.user_activity a join public.profiles p using (user_id) where p.full_name = 'Ana') as "isSeen"`;
    expect(counts?.reservations).toBe(counts?.activities);
    expect(counts?.isSeen).toBe(true);
  });
});

test('only its owner reads the file, and a file that is there already stays as it is', async () => {
  await onFilled(async (sql) => {
    await takeBackup(sql, file, null);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    expect(await describeOutcome(takeBackup(sql, file, null))).toBe(
      `OperatorError: ${file} exists already; name a new file`,
    );
    expect(await readFile(file)).toEqual(before);
  });
});

test('a backup that fails leaves no file', async () => {
  await onEmpty(async (sql) => {
    expect(await describeOutcome(takeBackup(sql, file, null))).toMatch(/^OperatorError: There is nothing to back up/);
  });
  await onFilled(async (sql) => {
    expect(await describeOutcome(takeBackup(sql, join(folder, 'nowhere/file'), null))).toMatch(
      /^OperatorError: .*cannot be written \(ENOENT/,
    );
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a file that is foreign, incomplete, changed or newer is refused before anything changes', async () => {
  const whole = await readFile(BACKUP);
  const other = join(folder, 'other');
  const expectRefusal = async (content: Buffer | string, reason: RegExp) => {
    await writeFile(other, content);
    expect(await describeOutcome(checkBackup(other))).toMatch(reason);
  };
  await expectRefusal('PGDMP', /^OperatorError: .*other is no backup of Parqueo$/);
  await expectRefusal(gzipSync('{"format":"something"}\n'), /is no backup of Parqueo$/);
  await expectRefusal('', /is damaged or not whole; nothing was changed$/);
  for (const share of [0.02, 0.5, 0.99]) {
    await expectRefusal(whole.subarray(0, Math.floor(whole.length * share)), /is damaged or not whole/);
  }
  const isWithoutTrailer = await rewrite((lines) => lines.slice(0, -1));
  expect(await describeOutcome(checkBackup(isWithoutTrailer))).toMatch(/is damaged or not whole/);
  const isChanged = await rewrite((lines) => lines.map((line) => line.replace('9.50', '0.01')));
  expect(await describeOutcome(checkBackup(isChanged))).toMatch(/is damaged or not whole/);
  const isNewer = await rewrite(([header = '', ...rest]) => [header.replace('"version":1', '"version":2'), ...rest]);
  expect(await describeOutcome(checkBackup(isNewer))).toMatch(/was made by a newer Parqueo/);
  expect(await describeOutcome(checkBackup(join(folder, 'missing')))).toMatch(
    /^OperatorError: .*missing cannot be read \(ENOENT\)$/,
  );
});

test('a database that is not empty keeps what it has until it is told to replace it', async () => {
  await onFilled(async (sql) => {
    await sql`update public.profiles set bio = 'Another'`;
    const before = await digestContents(sql);
    expect(await describeOutcome(restore(sql, BACKUP))).toMatch(
      /^OperatorError: The database is not empty \(\d+ tables, 4 accounts, 2 reservations\); --replace deletes all of it first$/,
    );
    expect(await digestContents(sql)).toEqual(before);
    const told: unknown[] = [];
    await restore(sql, BACKUP, { mayReplace: true, onReplace: (present) => told.push(present) });
    expect(told).toEqual([{ tables: expect.any(Number), accounts: 4, reservations: 2 }]);
    expect(await digestContents(sql)).not.toEqual(before);
  });
});

test('a restore that fails at its end leaves what was there', async () => {
  await onFilled(async (sql) => {
    const before = [await digestContents(sql), await readGuards(sql)];
    const beforeCommit = () => Promise.reject(new Error('The disk is full'));
    expect(await describeOutcome(restore(sql, BACKUP, { mayReplace: true, beforeCommit }))).toBe(
      'Error: The disk is full',
    );
    expect([await digestContents(sql), await readGuards(sql)]).toEqual(before);
  });
});

test('tables of somebody else are not removed', async () => {
  await onEmpty(async (sql) => {
    await sql`create table public.recipes (name text)`;
    await sql`insert into public.recipes values ('Sancocho')`;
    expect(await describeOutcome(restore(sql, BACKUP, { mayReplace: true }))).toMatch(
      /holds tables that are not a Parqueo’s/,
    );
    expect(await sql`select name from public.recipes`).toEqual([{ name: 'Sancocho' }]);
  });
});

test('a backup of a build from before the first release is rejected, and nothing is changed', async () => {
  const edited = join(folder, 'edited');
  const sets = await copyMigrations(edited);
  const [first] = await readMigrations(edited);
  await appendFile(first?.file ?? '', '-- Another text.');
  await onEmpty(async (sql) => {
    expect(await describeOutcome(restore(sql, BACKUP, { sets }))).toMatch(
      /^OperatorError: The backup was made by a build from before release 1.0 or by a changed one, whose migration \d+ .* restore it with that build$/,
    );
    expect(await sql`select 1 from pg_namespace where nspname = 'auth'`).toEqual([]);
  });
});

test('a backup of an older Parqueo is put back and brought up to date', async () => {
  const newer = join(folder, 'newer');
  const sets = await copyMigrations(newer);
  await writeFile(
    join(newer, '29990101000000_loud_names.sql'),
    `-- Locks: profiles, while all names are written.

    update public.profiles set full_name = upper(full_name); alter table public.profiles add loud boolean default true;`,
  );
  await onEmpty(async (sql) => {
    expect(await restore(sql, BACKUP, { sets })).toEqual([
      expect.stringMatching(
        /^ {2}29990101000000_loud_names took \d\.\d\d s\n {4}Locks: profiles, while all names are written\.$/,
      ),
    ]);
    expect(
      await sql`select distinct full_name, loud from public.profiles where full_name like 'A%' order by 1`,
    ).toEqual([
      { full_name: 'ADA', loud: true },
      { full_name: 'ANA', loud: true },
    ]);
    const later = join(folder, 'later.parqueo');
    await takeBackup(sql, later, null);
    await onEmpty(async (older) => {
      expect(await describeOutcome(restore(older, later))).toMatch(
        /^OperatorError: The backup was made by a newer Parqueo \(schema_migrations 29990101000000 is not known here\)/,
      );
      expect(await older`select 1 from pg_namespace where nspname = 'auth'`).toEqual([]);
    });
  });
});

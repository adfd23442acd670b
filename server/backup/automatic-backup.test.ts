import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { MIGRATIONS, readMigrations } from '../database/migrate.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { fillDatabase } from '../testing/backup.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { getBackupFolder, startNightlyBackup, takeAutomaticBackup } from './automatic-backup.ts';
import { checkBackup } from './restore-backup.ts';

let database: TestDatabase;
let dataDir: string;
let folder: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parqueo-own-backups-'));
  folder = getBackupFolder(dataDir);
  database = await createTestDatabase();
  await fillDatabase(database.sql);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const listNames = async () => (await readdir(folder)).toSorted();

const take = (beforeVersion?: string) =>
  takeAutomaticBackup({ sql: database.sql, dataDir, ...(beforeVersion === undefined ? {} : { beforeVersion }) });

test('the newest seven backups and foreign files stay, and only their owner reads them', async () => {
  await take();
  const [first = ''] = await listNames();
  await writeFile(join(folder, 'monday.parqueo'), '');
  for (let times = 0; times < 6; times += 1) await take();
  expect(await listNames()).toContain(first);
  await take();
  const names = await listNames();
  expect(names.length).toBe(8);
  expect(names).toContain('monday.parqueo');
  expect(names).not.toContain(first);
  expect([await readMode(folder), await readMode(join(folder, names[0] ?? ''))]).toEqual(['700', '600']);
  expect((await checkBackup(join(folder, names[6] ?? ''))).trailer.rows['public.reservations']).toBe(2);
});

test('a start that fails again and again at one migration does not push older backups out', async () => {
  await take();
  const [nightly = ''] = await listNames();
  for (let times = 0; times < 9; times += 1) await take('20991231000000');
  const names = await listNames();
  expect(names.length).toBe(2);
  expect(names).toContain(nightly);
  expect(names.filter((name) => name.endsWith('-before-20991231000000.parqueo')).length).toBe(1);
});

test('an unfinished backup of a killed server is removed, one of a running process stays', async () => {
  await mkdir(folder);
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = `a.parqueo.unfinished-${ended}`;
  const written = `b.parqueo.unfinished-${process.ppid}`;
  for (const name of [left, written]) await writeFile(join(folder, name), 'half');
  await take();
  expect(await listNames()).toEqual([expect.stringMatching(/Z\.parqueo$/), written]);
});

test('a backup that fails leaves those that are there', async () => {
  for (let times = 0; times < 7; times += 1) await take();
  const before = await listNames();
  const stopped = new AbortController();
  stopped.abort();
  await expect(takeAutomaticBackup({ sql: database.sql, dataDir, signal: stopped.signal })).rejects.toThrow(/abort/i);
  expect(await listNames()).toEqual(before);
});

test('a backup is made every night; a failed one is logged and counted', { timeout: 120_000 }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(2026, 10, 21, 3, 29, 59) });
  onTestFinished(() => void vi.useRealTimers());
  const worked = vi.fn();
  const error = vi.fn();
  await writeFile(folder, 'no folder');
  const stop = startNightlyBackup({
    sql: database.sql,
    dataDir,
    log: Object.assign(pino({ level: 'silent' }), { error }),
    metrics: { addJob: vi.fn(), recordJobRun: worked },
  });
  /** Lets the half hour pass just before the time is over, as connections age by the same clock. */
  const untilNight = async (ms: number, nth: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.waitFor(() => expect(worked).toHaveBeenCalledTimes(nth), { timeout: 50_000 });
  };
  await untilNight(1500, 1);
  expect(worked).toHaveBeenLastCalledWith('backup', 'failed');
  expect(error.mock.calls[0]?.[0]).toMatchObject({ job: 'backup' });
  await rm(folder);
  await untilNight(86_400_000, 2);
  expect(worked).toHaveBeenLastCalledWith('backup', 'done');
  expect((await listNames()).length).toBe(1);
  await stop();
});

/** The simulators' tables hold nothing here, so that their migration can run again once they are dropped. */
const LAST = (await readMigrations(MIGRATIONS[2]?.folder ?? '')).at(-1);
const VERSION = LAST?.version ?? '';

const prepare = () =>
  prepareDatabase(database.sql, readConfig({ SEED: 'none' }, '/nowhere'), dataDir, pino({ level: 'silent' }));
const findRun = () => database.sql`select from supabase_migrations.simulator_migrations where version = ${VERSION}`;

async function forgetMigration(): Promise<void> {
  for (const [, kind = '', name = ''] of LAST?.text.matchAll(/create (function|table) ([\w.]+)/g) ?? [])
    await database.sql.unsafe(`drop ${kind} ${name} cascade`);
  await database.sql`delete from supabase_migrations.simulator_migrations where version = ${VERSION}`;
}

test('the database is backed up before a migration, and not by a start that changes nothing', async () => {
  await prepare();
  expect(await readdir(folder).catch(() => [])).toEqual([]);
  await forgetMigration();
  await prepare();
  expect(await findRun()).toHaveLength(1);
  const names = await listNames();
  expect(names).toEqual([expect.stringMatching(new RegExp(`Z-before-${VERSION}\\.parqueo$`))]);
  expect((await checkBackup(join(folder, names[0] ?? ''))).trailer.rows['public.reservations']).toBe(2);
});

test('a backup that cannot be made before a migration stops the start, and nothing is changed', async () => {
  await forgetMigration();
  await writeFile(folder, 'no folder');
  await expect(prepare()).rejects.toThrow(
    /^The database could not be backed up before its migration, so nothing was changed: .*backups cannot be written \(EEXIST/,
  );
  expect(await findRun()).toEqual([]);
});

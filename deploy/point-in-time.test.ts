import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../server/database/embedded/run-as.ts';
import { createSharedKeys } from '../server/testing/crowd.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { createDatabase } from './testing/create-database.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks, replaceDocumented, runDocumented } from './testing/documentation.ts';
import { type Replica, startReplica } from './testing/replica.ts';

const DOCUMENT = 'docs/backup.md';
const ADMIN = { email: 'admin@parqueo.test', password: 'correct-horse-battery' };
const HOUR_MS = 3_600_000;

const HEADING = 'Set it up';

/** Sets an archive up in a new folder by the documented steps up to the first base backup. */
async function setUpArchive(database: { folder: string; port: number }, backups: string) {
  const [role = '', reload = '', folders = '', slot = '', , baseBackup = ''] = await readCodeBlocks(DOCUMENT, HEADING);
  const [line = ''] = await readCodeBlocks(DOCUMENT, HEADING, 'text');
  const onDatabase = {
    asPostgres: true,
    env: { PGHOST: database.folder, PGPORT: `${database.port}`, PGUSER: 'postgres' },
  };
  const onArchive = { asPostgres: true, env: { PGPORT: `${database.port}` } };
  const address = { 'db.example': '127.0.0.1', ' PGSSLMODE=require': '' };

  runDocumented(role, { ...onDatabase, input: "it's a secret\nit's a secret\n" });
  const ownLine = replaceDocumented(line, { hostssl: 'host', '10.0.0.30/32': '127.0.0.1/32' });
  await appendFile(join(database.folder, 'data/pg_hba.conf'), `${ownLine}\n`);
  runDocumented(reload, onDatabase);
  const faults = runDocumented(`psql -Atc 'select error from pg_hba_file_rules where error is not null'`, onDatabase);
  if (faults !== '') throw new Error(`PostgreSQL does not take the line for pg_hba.conf: ${faults}`);
  runDocumented(folders, { asPostgres: true, replacements: { '/archive': backups, '--owner=postgres ': '' } });
  runDocumented(slot, { ...onArchive, replacements: address });

  const makeBaseBackup = async () => {
    runDocumented(baseBackup, {
      ...onArchive,
      replacements: { ...address, '/opt/parqueo': ROOT, '/archive': backups },
    });
  };
  const unit = await readFile(join(ROOT, 'deploy/parqueo-archive.service'), 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  const replaced = replaceDocumented(command, { '/usr/bin': OLDEST_POSTGRES, '/archive': backups });
  const [program = '', ...args] = replaced.split(' ');
  let running: ChildProcess | undefined;
  return {
    makeBaseBackup,
    /** Starts what the unit of systemd says. */
    async start() {
      const env = { PGHOST: '127.0.0.1', PGPORT: `${database.port}`, PGUSER: 'parqueo_archive' };
      running = spawn(program, args, { ...findUnprivilegedUser(), cwd: '/', env, stdio: 'ignore' });
      await once(running, 'spawn');
    },
    async stop() {
      if (running === undefined) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      await ended;
      running = undefined;
    },
  };
}

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('an archive of every change', () => {
  let folder: string;
  let backups: string;
  let postgres: OutsidePostgres;
  let port: number;
  let restoredPort: number;
  let owner: Sql;
  let archive: Awaited<ReturnType<typeof setUpArchive>>;
  let keys: Awaited<ReturnType<typeof createSharedKeys>>;
  const replicas: Replica[] = [];
  const asPostgres = { asPostgres: true } as const;
  const inRestored = () => ({
    ...asPostgres,
    env: { PGHOST: folder, PGUSER: 'postgres' },
    replacements: { 5433: `${restoredPort}` },
  });

  async function startServer(databasePort: number): Promise<SupabaseClient> {
    const replica = await startReplica(ROOT, await findFreePort(), {
      ...keys.env,
      DATABASE_URL: `postgres://parqueo@127.0.0.1:${databasePort}/parqueo`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SEED: 'demo',
      SAMPLES: 'on',
    });
    replicas.push(replica);
    const client = createClient(replica.url, keys.publishableKey, { auth: { persistSession: false } });
    expect((await client.auth.signInWithPassword(ADMIN)).error).toBeNull();
    return client;
  }

  /** Reserves as many hours of one space, one after the other. */
  async function book(client: SupabaseClient, hours: readonly number[]): Promise<void> {
    const spaces = client.from('parking_spaces').select('id').order('id').limit(1);
    const { data: space } = await spaces.single().throwOnError();
    const { data } = await client.auth.getUser();
    const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    for (const hour of hours) {
      const [start_time, end_time] = [hour, hour + 1].map((at) => new Date(start + at * HOUR_MS).toISOString());
      const booking = { user_id: data.user?.id, parking_space_id: space.id, start_time, end_time, status: 'active' };
      await client.from('reservations').insert(booking).throwOnError();
    }
  }
  const readBookings = async (client: SupabaseClient) =>
    (await client.from('reservations').select('id, start_time').order('start_time').throwOnError()).data;

  /** Waits until every change up to now is on the disk of the archive. */
  async function whenArchived(): Promise<void> {
    const [query = ''] = await readCodeBlocks(DOCUMENT, 'See that it works', 'sql');
    const [now] = await owner<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
    const admin = postgres.connect('postgres', 'postgres');
    await expect
      .poll(
        async () => {
          const [slot] = await admin.unsafe(query);
          const [standby] = await admin`
          select flush_lsn >= ${now?.lsn ?? ''}::text::pg_lsn as "isArchived" from pg_stat_replication where application_name = 'pg_receivewal'`;
          return { ...slot, ...standby };
        },
        { timeout: 20_000 },
      )
      .toMatchObject({ active: true, wal_status: 'reserved', isArchived: true });
    await admin.end();
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-archive-'));
    backups = join(folder, 'backups');
    const runAs = findUnprivilegedUser();
    await chmod(folder, 0o755);
    if (runAs !== null) await chown(folder, runAs.uid, runAs.gid);
    [port, restoredPort, keys] = await Promise.all([findFreePort(), findFreePort(), createSharedKeys()]);
    postgres = await startOldestPostgres({ port });
    createDatabase(postgres.folder, port);
    owner = postgres.connect('parqueo', 'parqueo');
    archive = await setUpArchive({ folder: postgres.folder, port }, backups);
    await archive.start();
    await archive.makeBaseBackup();
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await archive.stop();
    await owner.end();
    await postgres.stop();
    const restored = join(folder, 'restored');
    if (existsSync(join(restored, 'postmaster.pid')))
      runDocumented(`pg_ctl --pgdata=${restored} --mode=immediate stop`, asPostgres);
    await rm(folder, { recursive: true });
  });

  test('brings back what a mistake deleted: everything until then, and nothing after', async () => {
    const client = await startServer(port);
    // What happens while the archive is away is not missing either.
    await archive.stop();
    await book(client, [1, 2, 3]);
    const before = await readBookings(client);
    expect(before).toHaveLength(3);
    const [moment] = await owner<{ time: string }[]>`select clock_timestamp()::text as time`;
    await owner`delete from public.reservations`;
    await book(client, [4]);
    expect(await readBookings(client)).toHaveLength(1);
    await archive.start();
    await whenArchived();
    const [checks = ''] = await readCodeBlocks(DOCUMENT, 'See that it works');
    runDocumented(checks, { ...asPostgres, replacements: { '/archive': backups } });
    const heading = 'Restore to the minute before a mistake';
    const [restore = '', look = '', open = ''] = await readCodeBlocks(DOCUMENT, heading);
    const [base = ''] = await readdir(join(backups, 'base'));
    runDocumented(restore, {
      ...asPostgres,
      replacements: {
        '2026-11-22 14:31:00-04': moment?.time ?? '',
        '2026-11-22T060000Z': base,
        '/archive': backups,
        '/var/lib/postgresql': folder,
        5433: `${restoredPort}`,
        // Whoever runs the tests may make a socket there, and is asked for no password.
        'max_connections = 200': `max_connections = 200\nunix_socket_directories = '${folder}'`,
        peer: 'trust',
        'scram-sha-256': 'trust',
      },
    });
    await expect
      .poll(() => runDocumented(look, inRestored()).split('\n'), { timeout: 20_000 })
      .toEqual(['paused', expect.stringMatching(/^3\|/), '']);
    runDocumented(open, inRestored());
    const later = await startServer(restoredPort);
    expect(await readBookings(later)).toEqual(before);
    await book(later, [5]);
    expect(await readBookings(later)).toHaveLength(4);
  });

  test('loses base backups that are too old, and the changes that only they needed', async () => {
    const [first = ''] = await readdir(join(backups, 'base'));
    const oldWal = await readdir(join(backups, 'wal'));
    const days = 31 * 24 * HOUR_MS;
    await utimes(join(backups, 'base', first), new Date(), new Date(Date.now() - days));
    await archive.makeBaseBackup();
    const kept = await readdir(join(backups, 'base'));
    expect(kept).toHaveLength(1);
    expect(kept).not.toContain(first);
    await whenArchived();
    const wal = await readdir(join(backups, 'wal'));
    expect(oldWal.filter((name) => !wal.includes(name))).not.toEqual([]);
    expect(wal).not.toEqual([]);
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { locateBinaries } from '../database/embedded/binaries.ts';
import { findFreePort } from '../database/embedded/endpoint.ts';
import { findUnprivilegedUser, type RunAs } from '../database/embedded/run-as.ts';

/** The oldest supported PostgreSQL, where Debian installs it. */
export const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';

/** The locale of the embedded database, which PostgreSQL has since version 17. */
const BUILT_IN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
const STANDBY_SIGNAL = 'standby.signal';
const POLL_MS = 20;
const READY_WITHIN_MS = 30_000;
/** Two servers of the product with both of their pools, and the tests themselves. */
const MAX_CONNECTIONS = 120;

type Options = {
  /** The folder of the programs; by default those that npm installed. */
  programs?: string;
  /** `postgres` by default. */
  superuser?: string;
  /** A free one by default. */
  port?: number;
  maxConnections?: number;
  /** More settings, such as `log_statement=all`. */
  settings?: readonly string[];
};

/** A PostgreSQL as an operator runs it for `DATABASE_URL`. */
export type OutsidePostgres = {
  url: string;
  /** Holds its socket, and its data in `data`. */
  folder: string;
  /** Opens a pool, by default as the superuser; the test must end it. */
  connect: (user?: string, database?: string) => Sql;
  /** Kills it with all its sessions, like a power failure. */
  kill: () => Promise<void>;
  /** Suspends it and its sessions, which keep their connections but do not respond. */
  freeze: () => Promise<void>;
  unfreeze: () => Promise<void>;
  /** Starts it after `kill` and waits until it accepts connections. */
  restart: (options?: { asStandby: boolean }) => Promise<void>;
  /** Restarts it and starts a standby that follows it; `promote` makes that a primary. */
  addStandby: () => Promise<OutsidePostgres>;
  promote: () => Promise<void>;
  /** Stops it and removes its data. */
  stop: () => Promise<void>;
};

type Installation = { programs: string; runAs: RunAs | null; superuser: string; settings: readonly string[] };

async function waitUntilReady(connect: () => Sql, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const sql = connect();
    try {
      await sql`select 1`;
      return;
    } catch {
      await delay(POLL_MS);
    } finally {
      await sql.end(1000);
    }
  }
  throw new Error('The outside PostgreSQL did not start');
}

async function createFolder(runAs: RunAs | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-outside-'));
  await chmod(folder, 0o755);
  if (runAs !== null) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}

const dataIn = (folder: string) => join(folder, 'data');

/** Copies the data of a stopped PostgreSQL, so that the copy follows it. */
async function createStandby(folder: string, port: number, { runAs, superuser }: Installation): Promise<string> {
  const standby = await createFolder(runAs);
  const copied = spawnSync('cp', ['-a', dataIn(folder), dataIn(standby)], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The data could not be copied: ${copied.stderr}`);
  await writeFile(join(dataIn(standby), STANDBY_SIGNAL), '');
  const follow = `primary_conninfo = 'host=127.0.0.1 port=${port} user=${superuser}'\n`;
  await appendFile(join(dataIn(standby), 'postgresql.auto.conf'), follow);
  return standby;
}

/** Starts a PostgreSQL in a temporary folder, on a port of this machine. */
export async function startOutsidePostgres(options: Options = {}): Promise<OutsidePostgres> {
  const { superuser = 'postgres', port, maxConnections = MAX_CONNECTIONS, settings = [] } = options;
  const runAs = findUnprivilegedUser();
  const programs = options.programs ?? dirname((await locateBinaries(runAs, () => undefined)).initdb);
  const folder = await createFolder(runAs);
  const locale = options.programs === undefined ? BUILT_IN_LOCALE : ['--locale=C.UTF-8'];
  const args = ['-D', dataIn(folder), '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-sync', ...locale];
  const init = spawnSync(join(programs, 'initdb'), args, { ...runAs, cwd: '/', encoding: 'utf8' });
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);
  const all = [`max_connections=${maxConnections}`, 'fsync=off', ...settings];
  return serve(folder, { programs, runAs, superuser, settings: all }, port);
}

export const startOldestPostgres = (options: Options = {}) =>
  startOutsidePostgres({ programs: OLDEST_POSTGRES, ...options });

async function serve(folder: string, installation: Installation, ownPort?: number): Promise<OutsidePostgres> {
  const { programs, runAs, superuser } = installation;
  const port = ownPort ?? (await findFreePort());
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...installation.settings];
  const args = ['-D', dataIn(folder), '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  const log = pino({ level: 'silent' });
  const connect = (user = superuser, database = 'postgres') =>
    openOwnerPool({ host: folder, port, user, database }, log);
  const launch = async () => {
    const own = { ...runAs, cwd: '/', stdio: 'ignore' } as const;
    const started = spawn(join(programs, 'postgres'), args, own);
    await waitUntilReady(connect, started);
    return started;
  };

  let server = await launch();
  const signal = async (name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    if (server.pid === undefined) return;
    // Its sessions are signalled while the parent stands still, so that none begins or goes meanwhile.
    if (name !== 'SIGCONT') process.kill(server.pid, 'SIGSTOP');
    const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ').filter(Boolean)) process.kill(Number(pid), name);
    if (name === 'SIGCONT') process.kill(server.pid, name);
  };
  const end = async (name: 'SIGKILL' | 'SIGINT') => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    // A session that outlives its parent for a moment would hold the shared memory, so that no other server starts.
    if (name === 'SIGKILL') await signal(name);
    process.kill(server.pid, name);
    await ended;
  };
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    folder,
    connect,
    kill: () => end('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    unfreeze: () => signal('SIGCONT'),
    async restart({ asStandby } = { asStandby: false }) {
      if (asStandby) await writeFile(join(dataIn(folder), STANDBY_SIGNAL), '');
      server = await launch();
    },
    async addStandby() {
      await end('SIGINT');
      const standby = await createStandby(folder, port, installation);
      server = await launch();
      return serve(standby, installation);
    },
    async promote() {
      const sql = connect();
      await sql`select pg_promote()`;
      await sql.end();
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

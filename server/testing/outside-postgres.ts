import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { type Binaries, locateBinaries } from '../database/embedded/binaries.ts';
import { findFreePort } from '../database/embedded/endpoint.ts';
import { initialiseCluster } from '../database/embedded/initialise-cluster.ts';
import { findUnprivilegedUser, type RunAs } from '../database/embedded/run-as.ts';

const LOOPBACK = '127.0.0.1';
const STANDBY_SIGNAL = 'standby.signal';
const POLL_MS = 20;
const READY_WITHIN_MS = 30_000;
/** Two servers of the product with both of their pools, and the tests themselves. */
const MAX_CONNECTIONS = 120;

/** A PostgreSQL as an operator runs it for `DATABASE_URL`. */
export type OutsidePostgres = {
  url: string;
  /** Opens a pool; the test must end it. */
  connect: () => Sql;
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
      await sql.end({ timeout: 1 });
    }
  }
  throw new Error('The outside PostgreSQL did not start');
}

type Installation = { binaries: Binaries; runAs: RunAs | null; maxConnections: number };

async function createFolder(runAs: RunAs | null): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'parqueo-outside-'));
  await chmod(root, 0o755);
  if (runAs !== null) await chown(root, runAs.uid, runAs.gid);
  return root;
}

const clusterIn = (root: string) => join(root, 'data');

/** Copies the data of a stopped PostgreSQL, so that the copy follows it. */
async function createStandby(root: string, port: number, runAs: RunAs | null): Promise<string> {
  const standby = await createFolder(runAs);
  const copied = spawnSync('cp', ['-a', clusterIn(root), clusterIn(standby)], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The data could not be copied: ${copied.stderr}`);
  await writeFile(join(clusterIn(standby), STANDBY_SIGNAL), '');
  const follow = `primary_conninfo = 'host=${LOOPBACK} port=${port} user=postgres'\n`;
  await appendFile(join(clusterIn(standby), 'postgresql.auto.conf'), follow);
  return standby;
}

/** Starts a PostgreSQL on the loopback address, with durable commits. */
export async function startOutsidePostgres({ maxConnections = MAX_CONNECTIONS } = {}): Promise<OutsidePostgres> {
  const runAs = findUnprivilegedUser();
  const root = await createFolder(runAs);
  const folder = { root, cluster: clusterIn(root), log: join(root, 'log'), password: join(root, 'password') };
  const binaries = await locateBinaries(runAs, () => undefined);
  await initialiseCluster(binaries, folder, runAs, 'postgres', { host: LOOPBACK, port: 0, settings: {} });
  return serve(root, { binaries, runAs, maxConnections });
}

async function serve(root: string, installation: Installation): Promise<OutsidePostgres> {
  const { binaries, runAs, maxConnections } = installation;
  const port = await findFreePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `max_connections=${maxConnections}`];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const log = pino({ level: 'silent' });
  const connect = () =>
    openOwnerPool({ host: LOOPBACK, port, username: 'postgres', database: 'postgres', ssl: false }, log);
  const launch = async () => {
    // In its own process group, so that all sessions can be killed at once.
    const own = { ...runAs, cwd: '/', detached: true, stdio: 'ignore' } as const;
    const started = spawn(binaries.postgres, ['-D', clusterIn(root), '-p', `${port}`, ...options], own);
    await waitUntilReady(connect, started);
    return started;
  };

  let server = await launch();
  const signal = async (name: 'SIGSTOP' | 'SIGCONT') => {
    if (server.pid === undefined) return;
    // Its sessions are signalled while the parent stands still, so that none begins or goes meanwhile.
    if (name === 'SIGSTOP') process.kill(server.pid, name);
    const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ')) process.kill(Number(pid), name);
    if (name === 'SIGCONT') process.kill(server.pid, name);
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    process.kill(signal === 'SIGKILL' ? -server.pid : server.pid, signal);
    await ended;
  };
  return {
    url: `postgres://postgres@${LOOPBACK}:${port}/postgres`,
    connect,
    kill: () => end('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    unfreeze: () => signal('SIGCONT'),
    async restart({ asStandby } = { asStandby: false }) {
      if (asStandby) await writeFile(join(clusterIn(root), STANDBY_SIGNAL), '');
      server = await launch();
    },
    async addStandby() {
      await end('SIGINT');
      const standby = await createStandby(root, port, runAs);
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
      await rm(root, { recursive: true, force: true });
    },
  };
}

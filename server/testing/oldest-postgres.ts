import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { findUnprivilegedUser } from '../database/embedded/run-as.ts';

/** The oldest supported PostgreSQL, where Debian installs it. */
export const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';

const POLL_MS = 50;
const TRIES = 200;

type Options = {
  /** `postgres` by default. */
  superuser?: string;
  /** A TCP port on the loopback address in addition to the socket. */
  port?: number;
  /** More settings, such as `log_statement=all`. */
  settings?: readonly string[];
};

export type OldestPostgres = {
  folder: string;
  connect: (user: string, database: string) => Sql;
  /** Kills it with all its sessions, like a power failure. */
  kill: () => Promise<void>;
  /** Starts it after `kill` and waits until it accepts connections. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

async function waitUntilReady(sql: Sql, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < TRIES && server.exitCode === null; attempt += 1) {
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (attempt === TRIES - 1) throw error;
    }
    await delay(POLL_MS);
  }
  throw new Error('PostgreSQL 15 did not start');
}

/** Starts a PostgreSQL 15 in a temporary folder. */
export async function startOldestPostgres({
  superuser = 'postgres',
  port,
  settings: more = [],
}: Options = {}): Promise<OldestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-pg15-'));
  const runAs = findUnprivilegedUser();
  await chmod(folder, 0o755);
  if (runAs !== null) await chown(folder, runAs.uid, runAs.gid);
  const data = join(folder, 'data');
  const as = { ...runAs, cwd: '/' };
  const init = spawnSync(
    join(OLDEST_POSTGRES, 'initdb'),
    ['-D', data, '-U', superuser, '--auth=trust', '--locale=C.UTF-8', '--no-sync'],
    as,
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);
  const listen =
    port === undefined ? ['-c', 'listen_addresses='] : ['-c', 'listen_addresses=127.0.0.1', '-p', `${port}`];
  const settings = [...listen, '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
  for (const setting of more) settings.push('-c', setting);
  const log = pino({ level: 'silent' });
  const connect = (user: string, database: string) =>
    openOwnerPool({ host: folder, port: port ?? 5432, username: user, database }, log);
  const launch = async () => {
    // In its own process group, so that all sessions can be killed at once.
    const options = { ...as, stdio: 'ignore', detached: true } as const;
    const started = spawn(join(OLDEST_POSTGRES, 'postgres'), ['-D', data, ...settings], options);
    const admin = connect(superuser, 'postgres');
    await waitUntilReady(admin, started);
    await admin.end();
    return started;
  };
  let server = await launch();
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    const ended = once(server, 'exit');
    process.kill(signal === 'SIGKILL' ? -Number(server.pid) : Number(server.pid), signal);
    await ended;
  };
  return {
    folder,
    connect,
    kill: () => end('SIGKILL'),
    async restart() {
      server = await launch();
    },
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true });
    },
  };
}

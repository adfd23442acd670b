import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, open, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Options, type ReservedSql, type Sql } from 'postgres';
import type { Config } from '../config.ts';
import { type Binaries, locateBinaries } from './binaries.ts';
import { type DataFolder, prepareDataFolder } from './data-folder.ts';
import { type RunAs, unprivilegedUser } from './run-as.ts';
import { StartError } from './start-error.ts';

/** The name of the product's database and of the user that owns it. */
export const EMBEDDED_DATABASE = 'parqueo';
export const EMBEDDED_USER = 'postgres';

/** Sockets have names, not ports; the number is part of the name. */
const SOCKET_PORT = 5432;
/** The kernel keeps about 100 bytes for the path of a socket. */
const MAX_SOCKET_FOLDER_BYTES = 80;
/** Held by the server that owns a data folder; any number no other part of the product uses. */
const OWNER_LOCK = 7_277_836;

const START_TIMEOUT_MS = 20_000;
const LEFTOVERS_TIMEOUT_MS = 10_000;
const LEFTOVERS_RETRY_MS = 250;
const POLL_MS = 20;

/** Sized for a small machine; data is on disk before a commit is answered. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: '60',
  fsync: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** An embedded PostgreSQL that answers. */
export type Embedded = {
  /** How to connect with postgres.js, without the name of a database. */
  connection: Options<Record<string, never>>;
  /** The folder that is really used, which may have moved. */
  dataDir: string;
  stop: () => Promise<void>;
};

type EmbeddedOptions = {
  say: (line: string) => void;
  /** For tests only: other settings of PostgreSQL. */
  settings?: Record<string, string>;
};

async function socketFolder(folder: DataFolder, runAs: RunAs | null): Promise<string> {
  if (Buffer.byteLength(folder.cluster) <= MAX_SOCKET_FOLDER_BYTES) return folder.cluster;
  const name = createHash('sha256').update(folder.cluster).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `parqueo-${name}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  if (runAs !== null) await chown(short, runAs.uid, runAs.gid);
  return short;
}

async function initialise(binaries: Binaries, folder: DataFolder, runAs: RunAs | null): Promise<void> {
  if (await stat(join(folder.cluster, 'PG_VERSION')).catch(() => null)) return;
  const init = spawnSync(
    binaries.initdb,
    [
      '-D',
      folder.cluster,
      '-U',
      EMBEDDED_USER,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { ...runAs, cwd: '/', encoding: 'utf8', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' } },
  );
  if (init.status !== 0) {
    throw new StartError(
      `PostgreSQL could not set up ${folder.cluster}: ${(init.stderr || String(init.error)).trim().split('\n').at(-1)}`,
    );
  }
}

async function launch(
  binaries: Binaries,
  folder: DataFolder,
  socket: string,
  runAs: RunAs | null,
  settings: Record<string, string>,
): Promise<{ exited: () => boolean }> {
  const log = await open(folder.log, 'a', 0o600);
  const all = { ...SETTINGS, ...settings, listen_addresses: '', unix_socket_directories: socket };
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folder.cluster,
      '-p',
      String(SOCKET_PORT),
      ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // A group of its own: Ctrl-C is for the server, which stops the database when its requests are done.
    {
      ...runAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    },
  );
  let hasExited = false;
  child.once('exit', () => {
    hasExited = true;
  });
  child.once('error', () => {
    hasExited = true;
  });
  child.unref();
  await log.close();
  return { exited: () => hasExited };
}

/** Connects as soon as PostgreSQL takes connections; null when it does not within the time. */
async function connectWhenReady(
  connection: Embedded['connection'],
  mayWait: () => Promise<boolean>,
): Promise<Sql | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  do {
    const sql = postgres({
      ...connection,
      database: 'postgres',
      max: 1,
      connect_timeout: 5,
      onnotice: () => undefined,
    });
    try {
      await sql`select 1`;
      return sql;
    } catch {
      // Not there yet, or never: whoever waits decides.
      await sql.end({ timeout: 1 });
    }
    await delay(POLL_MS);
  } while ((await mayWait()) && Date.now() < deadline);
  return null;
}

async function postmasterPid(folder: DataFolder): Promise<number | null> {
  const text = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isRunning(folder: DataFolder): Promise<boolean> {
  const pid = await postmasterPid(folder);
  return pid !== null && isAlive(pid);
}

async function stopPostmaster(folder: DataFolder): Promise<void> {
  const pid = await postmasterPid(folder);
  if (pid === null || !isAlive(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is on disk.
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await delay(POLL_MS);
}

/** Takes the data folder for this process; the lock goes with the process, however it ends. */
async function takeOwnership(sql: Sql, dataDir: string): Promise<ReservedSql> {
  const session = await sql.reserve();
  const [answer] = await session<{ mine: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as mine`;
  if (!answer?.mine) {
    session.release();
    await sql.end({ timeout: 1 });
    throw new StartError(`DATA_DIR ${dataDir} is in use by another Parqueo; stop that one or set another DATA_DIR`);
  }
  return session;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over one whose parent was killed.
 * @throws StartError when it cannot start, or when another running server owns the folder
 */
export async function startEmbedded(
  config: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  { say, settings = {} }: EmbeddedOptions,
): Promise<Embedded> {
  const runAs = unprivilegedUser();
  const binaries = await locateBinaries(runAs, say);
  const folder = await prepareDataFolder(config, runAs);
  if (folder.movedTo !== null) say(`Data is kept in ${folder.movedTo}, as PostgreSQL does not run as root`);
  const socket = await socketFolder(folder, runAs);
  const connection = { host: socket, port: SOCKET_PORT, username: EMBEDDED_USER };

  await initialise(binaries, folder, runAs);
  // One that a killed server left behind is taken over; a file left by a crash names a process that is gone or another's.
  let sql = (await isRunning(folder)) ? await connectWhenReady(connection, async () => false) : null;
  const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS;
  while (sql === null) {
    const launched = await launch(binaries, folder, socket, runAs, settings);
    // Ours may have lost to one started at the same moment: then that one answers, and ownership is decided below.
    sql = await connectWhenReady(connection, async () => !launched.exited() || (await isRunning(folder)));
    // When PostgreSQL itself was killed, its sessions hold its memory until they notice.
    if (sql !== null || !launched.exited() || Date.now() > deadline) break;
    await delay(LEFTOVERS_RETRY_MS);
  }
  if (sql === null) throw new StartError(`The embedded PostgreSQL did not start; ${folder.log} says why`);
  const session = await takeOwnership(sql, folder.root);
  const [known] = await session`select 1 from pg_database where datname = ${EMBEDDED_DATABASE}`;
  if (!known) await session.unsafe(`create database ${EMBEDDED_DATABASE}`);

  const owner = sql;
  return {
    connection,
    dataDir: folder.root,
    async stop() {
      session.release();
      await owner.end({ timeout: 1 });
      await stopPostmaster(folder);
    },
  };
}

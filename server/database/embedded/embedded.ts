import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Options } from 'postgres';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, locateBinaries } from './binaries.ts';
import { type DataFolder, prepareDataFolder } from './data-folder.ts';
import { type Endpoint, prepareEndpoint, readEndpoint, removeEndpoint, type Transport } from './endpoint.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { type Ownership, takeOwnership } from './ownership.ts';
import { isRunning, launch, stopPostmaster } from './postmaster.ts';
import { findUnprivilegedUser, type RunAs } from './run-as.ts';

/** The name of the product's database and of the user that owns it. */
export const EMBEDDED_DATABASE = 'parqueo';
export const EMBEDDED_USER = 'postgres';

/** Enough for a server and for whoever looks at its data. */
export const EMBEDDED_MAX_CONNECTIONS = 60;

/** Long enough to recover from a crash on a slow disk. */
const START_TIMEOUT_MS = 60_000;
/** When PostgreSQL itself was killed, its sessions hold its memory until they notice. */
const LEFTOVERS_TIMEOUT_MS = 10_000;
const LEFTOVERS_RETRY_MS = 250;
/** One that ended under a running server may need somebody to make room on its disk first. */
const MEND_TIMEOUT_MS = 10 * 60_000;
const MEND_RETRY_MS = 2000;
const POLL_MS = 20;

/** Sized for a small machine; data is on disk before a commit is answered, and the log repeats nothing of a person. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: `${EMBEDDED_MAX_CONNECTIONS}`,
  fsync: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
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
  /** Called when PostgreSQL ended and could not be started again, or another server took the folder. */
  onLost?: (reason: unknown) => void;
  /** Other settings of PostgreSQL than these here. */
  settings?: Record<string, string>;
  /** A socket, but for Windows, where the driver knows none. */
  transport?: Transport;
};

/** All it takes to start PostgreSQL, once and again. */
type Plan = {
  binaries: Binaries;
  folder: DataFolder;
  runAs: RunAs | null;
  endpoint: Endpoint;
  settings: Record<string, string>;
};

/** How to connect with postgres.js, without the name of a database. */
export function toConnectionOptions({ host, port, password }: Endpoint): Options<Record<string, never>> {
  const login = { username: EMBEDDED_USER, ssl: false };
  if (password !== undefined) return { ...login, host, port, password };
  // As a host the driver would take a folder with a comma for two.
  return { ...login, path: join(host, `.s.PGSQL.${port}`) };
}

async function answers(endpoint: Endpoint): Promise<boolean> {
  const sql = postgres({ ...toConnectionOptions(endpoint), database: 'postgres', max: 1, connect_timeout: 5 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    // Not there yet, or never: whoever waits decides.
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits until PostgreSQL takes connections; false when it ends before or does not within the time. */
async function becomesReady(folder: DataFolder, endpoint: Endpoint, mayWait: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  do {
    if (await answers((await readEndpoint(folder)) ?? endpoint)) return true;
    await delay(POLL_MS);
  } while ((await mayWait()) && Date.now() < deadline);
  return false;
}

/** How long to try, how often, and whether it is still wanted. */
type Patience = { withinMs: number; retryMs: number; goesOn: () => boolean };
const AT_START: Patience = { withinMs: LEFTOVERS_TIMEOUT_MS, retryMs: LEFTOVERS_RETRY_MS, goesOn: () => true };

/** Starts PostgreSQL unless one serves the folder already, and waits for it. */
async function ensureRunning(
  { binaries, folder, runAs, endpoint, settings }: Plan,
  { withinMs, retryMs, goesOn }: Patience,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let pauseMs = LEFTOVERS_RETRY_MS;
  do {
    // One that a killed server left behind is taken over, also while it is still recovering.
    if (await becomesReady(folder, endpoint, () => isRunning(folder))) return;
    const all = { ...SETTINGS, ...settings, ...endpoint.settings };
    const hasExited = await launch(binaries, folder, runAs, endpoint.port, all);
    // Ours may lose to one started at the same moment: then that one answers, and ownership is decided later.
    if (await becomesReady(folder, endpoint, async () => !hasExited() || (await isRunning(folder)))) return;
    await delay(pauseMs);
    pauseMs = Math.min(2 * pauseMs, retryMs);
  } while (goesOn() && Date.now() < deadline);
  throw new OperatorError(`The embedded PostgreSQL did not start; ${folder.log} says why`);
}

/** Brings PostgreSQL up and takes it for this process, again when it is being stopped by its last owner. */
async function bringUp(
  plan: Plan,
  onLost: () => void,
  patience = AT_START,
): Promise<{ ownership: Ownership; endpoint: Endpoint }> {
  const deadline = Date.now() + LEFTOVERS_TIMEOUT_MS;
  for (;;) {
    await ensureRunning(plan, patience);
    const endpoint = (await readEndpoint(plan.folder)) ?? plan.endpoint;
    try {
      return { ownership: await takeOwnership(toConnectionOptions(endpoint), plan.folder.root, onLost), endpoint };
    } catch (error) {
      if (error instanceof OperatorError || Date.now() > deadline) throw error;
    }
  }
}

async function createDatabase(endpoint: Endpoint): Promise<void> {
  const sql = postgres({ ...toConnectionOptions(endpoint), database: 'postgres', max: 1, onnotice: () => undefined });
  try {
    const [known] = await sql`select 1 from pg_database where datname = ${EMBEDDED_DATABASE}`;
    if (!known) await sql.unsafe(`create database ${EMBEDDED_DATABASE}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function plan(
  config: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  { say, settings = {}, transport = process.platform === 'win32' ? 'loopback' : 'socket' }: EmbeddedOptions,
): Promise<Plan> {
  const runAs = findUnprivilegedUser();
  const binaries = await locateBinaries(runAs, say);
  const folder = await prepareDataFolder(config, runAs);
  if (folder.movedTo !== null) say(`Data is kept in ${folder.movedTo}, as PostgreSQL does not run as root`);
  const endpoint = await prepareEndpoint(folder, runAs, transport);
  await initialiseCluster(binaries, folder, runAs, EMBEDDED_USER, endpoint);
  return { binaries, folder, runAs, endpoint, settings };
}

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over one whose parent was killed; starts it again should it
 * end by itself.
 * @throws OperatorError when it cannot start, or when another running server owns the folder
 */
export async function startEmbedded(
  config: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  options: EmbeddedOptions,
): Promise<Embedded> {
  const planned = await plan(config, options);
  let isStopping = false;
  let mending: Promise<void> = Promise.resolve();
  const mend = () => {
    if (isStopping) return;
    // The new one has to be where the old one was: that is where everybody connects.
    const patience = { withinMs: MEND_TIMEOUT_MS, retryMs: MEND_RETRY_MS, goesOn: () => !isStopping };
    mending = bringUp({ ...planned, endpoint: current.endpoint }, mend, patience).then(
      (next) => {
        current = next;
      },
      (reason: unknown) => {
        if (!isStopping) options.onLost?.(reason);
      },
    );
  };
  let current = await bringUp(planned, mend);
  await createDatabase(current.endpoint);
  return {
    connection: toConnectionOptions(current.endpoint),
    dataDir: planned.folder.root,
    async stop() {
      isStopping = true;
      await mending;
      // The folder stays ours until PostgreSQL is gone, so that nobody connects to one that is about to end.
      await stopPostmaster(planned.binaries, planned.folder);
      await current.ownership.release();
      await removeEndpoint(planned.folder, current.endpoint);
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client, type ConnectionConfig } from 'pg';
import type { Config } from '../../config/config.ts';
import { describeFileError, isFileError, OperatorError } from '../../config/operator-error.ts';
import { type Binaries, locateBinaries } from './binaries.ts';
import { type DataFolder, prepareDataFolder } from './data-folder.ts';
import { type Endpoint, prepareEndpoint, readEndpoint, removeEndpoint, type Transport } from './endpoint.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { takeOwnership } from './ownership.ts';
import { isRunning, launch, stopPostmaster } from './postmaster.ts';
import { findUnprivilegedUser, type RunAs } from './run-as.ts';

/** The name of the product's database and of the user that owns it. */
export const EMBEDDED_DATABASE = 'parqueo';
export const EMBEDDED_USER = 'postgres';

/** Enough for one server and a few other clients. */
export const EMBEDDED_MAX_CONNECTIONS = 60;

/** Recovery after a crash may take long on a slow disk. */
const START_TIMEOUT_MS = 60_000;
/** After PostgreSQL was killed, its sessions hold its memory until they notice. */
const RETRY_TIMEOUT_MS = 10_000;
const RETRY_MS = 250;
/** A restart is tried for so long, because somebody may first have to free disk space. */
const RESTART_TIMEOUT_MS = 10 * 60_000;
const MAX_RESTART_DELAY_MS = 2000;
const POLL_MS = 20;
const CONNECT_TIMEOUT_MS = 5000;

/** For a small machine: commits are on disk before they are confirmed, and no personal data is logged. */
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
  // An error of a statement repeats the values that people send, however long they are; the server's log has its code.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

export type Embedded = {
  /** How to connect, without the name of a database. */
  connection: ConnectionConfig;
  /** The actual data folder, which may have moved. */
  dataDir: string;
  stop: () => Promise<void>;
};

type EmbeddedOptions = {
  say: (line: string) => void;
  /** Called when PostgreSQL ended and could not be restarted, or another server took the folder. */
  onLost?: (reason: unknown) => void;
  settings?: Record<string, string>;
  /** A socket by default, except on Windows, which has none that Node connects to. */
  transport?: Transport;
};

type Installation = {
  binaries: Binaries;
  folder: DataFolder;
  runAs: RunAs | null;
  endpoint: Endpoint;
  settings: Record<string, string>;
};

export function toConnectionConfig({ host, port, password }: Endpoint): ConnectionConfig {
  const login = { host, port, user: EMBEDDED_USER, ssl: false };
  return password === undefined ? login : { ...login, password };
}

/** One connection to the database that every PostgreSQL has. */
function createClient(endpoint: Endpoint, name: string): Client {
  const target = { ...toConnectionConfig(endpoint), database: 'postgres', application_name: name };
  const client = new pg.Client({ ...target, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // PostgreSQL may end at any time, which the statement that runs and the end of the client say too.
  client.on('error', () => undefined);
  return client;
}

async function acceptsConnections(endpoint: Endpoint): Promise<boolean> {
  const client = createClient(endpoint, 'parqueo start');
  const isAccepted = client.connect().then(
    () => true,
    () => false,
  );
  return isAccepted.finally(() => client.end());
}

/** Waits until PostgreSQL accepts connections, as long as `isStarting` and within a limit. */
async function waitUntilReady(folder: DataFolder, endpoint: Endpoint, isStarting: () => Promise<boolean>) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  do {
    if (await acceptsConnections((await readEndpoint(folder)) ?? endpoint)) return true;
    await delay(POLL_MS);
  } while ((await isStarting()) && Date.now() < deadline);
  return false;
}

type RetryOptions = { timeoutMs: number; maxDelayMs: number; shouldContinue: () => boolean };
const FIRST_START: RetryOptions = { timeoutMs: RETRY_TIMEOUT_MS, maxDelayMs: RETRY_MS, shouldContinue: () => true };

/** Starts PostgreSQL unless one already serves the folder, and waits for it. */
async function ensureRunning(
  { binaries, folder, runAs, endpoint, settings }: Installation,
  { timeoutMs, maxDelayMs, shouldContinue }: RetryOptions,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let delayMs = RETRY_MS;
  do {
    // Adopts a PostgreSQL that a killed server left behind, which may still be recovering.
    if (await waitUntilReady(folder, endpoint, () => isRunning(folder))) return;
    const allSettings = { ...SETTINGS, ...settings, ...endpoint.settings };
    const hasExited = await launch(binaries, folder, runAs, endpoint.port, allSettings);
    // Another process may start one at the same time. Then ours exits, and the owner is decided later.
    if (await waitUntilReady(folder, endpoint, async () => !hasExited() || (await isRunning(folder)))) return;
    await delay(delayMs);
    delayMs = Math.min(2 * delayMs, maxDelayMs);
  } while (shouldContinue() && Date.now() < deadline);
  throw new OperatorError(`The embedded PostgreSQL did not start; ${folder.log} says why`);
}

/** Starts PostgreSQL and takes ownership, again if its last owner is just stopping it. */
async function startAndOwn(installation: Installation, onLost: () => void, options = FIRST_START) {
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    await ensureRunning(installation, options);
    const endpoint = (await readEndpoint(installation.folder)) ?? installation.endpoint;
    try {
      const ownership = await takeOwnership(createClient(endpoint, 'parqueo owner'), installation.folder.root, onLost);
      return { ownership, endpoint };
    } catch (error) {
      if (error instanceof OperatorError || Date.now() > deadline) throw error;
    }
  }
}

async function createDatabase(endpoint: Endpoint): Promise<void> {
  const client = createClient(endpoint, 'parqueo start');
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [EMBEDDED_DATABASE]);
    if (rowCount === 0) await client.query(`create database ${EMBEDDED_DATABASE}`);
  } finally {
    await client.end();
  }
}

async function install(
  config: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  { say, settings = {}, transport = process.platform === 'win32' ? 'loopback' : 'socket' }: EmbeddedOptions,
): Promise<Installation> {
  const runAs = findUnprivilegedUser();
  const binaries = await locateBinaries(runAs, say);
  const folder = await prepareDataFolder(config, runAs);
  if (folder.movedTo !== null) say(`Data is kept in ${folder.movedTo}, as PostgreSQL does not run as root`);
  const endpoint = await prepareEndpoint(folder, runAs, transport);
  await initialiseCluster(binaries, folder, runAs, EMBEDDED_USER, endpoint);
  return { binaries, folder, runAs, endpoint, settings };
}

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts one whose server was killed. Restarts it when it ends by
 * itself.
 */
export async function startEmbedded(
  config: Pick<Config, 'dataDir' | 'dataDirIsSet'>,
  options: EmbeddedOptions,
): Promise<Embedded> {
  try {
    return await startInstalled(await install(config, options), options);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new OperatorError(`DATA_DIR ${config.dataDir} cannot be used: ${describeFileError(error)}`, { cause: error });
  }
}

async function startInstalled(installation: Installation, options: EmbeddedOptions): Promise<Embedded> {
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();
  const restart = () => {
    if (isStopping) return;
    const shouldContinue = () => !isStopping;
    const retry = { timeoutMs: RESTART_TIMEOUT_MS, maxDelayMs: MAX_RESTART_DELAY_MS, shouldContinue };
    // At the same endpoint, to which all pools connect.
    restarting = startAndOwn({ ...installation, endpoint: current.endpoint }, restart, retry).then(
      (next) => {
        current = next;
      },
      (reason: unknown) => {
        if (!isStopping) options.onLost?.(reason);
      },
    );
  };
  let current = await startAndOwn(installation, restart);
  const stop = async () => {
    isStopping = true;
    await restarting;
    // Ownership ends after PostgreSQL has stopped, so that no other server connects to it meanwhile.
    await stopPostmaster(installation.binaries, installation.folder);
    await current.ownership.release();
    await removeEndpoint(installation.folder, current.endpoint);
  };
  try {
    await createDatabase(current.endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: toConnectionConfig(current.endpoint), dataDir: installation.folder.root, stop };
}

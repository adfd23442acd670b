import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import pTimeout from 'p-timeout';
import pg, { type ClientBase, type ConnectionConfig, type Pool } from 'pg';
import type { Logger } from 'pino';
import type { Primary } from '../host.ts';
import { type ConnectionTarget, createConnectionConfig, type SessionOptions } from './address.ts';
import {
  CONNECT_TIMEOUT_MS,
  divideConnections,
  END_WAIT_MS,
  IDLE_MS,
  KEEPALIVE_MS,
  REQUEST_LIMITS,
  SILENCE_LIMIT_MS,
} from './connection-limits.ts';

export type PoolOptions = SessionOptions & {
  max: number;
  /** How long a statement waits for a connection; as long as one is waited for when it is opened unless given. */
  waitMs?: number;
  connectTimeoutMs?: number;
  /** After so long a silence a connection is closed; null for one that waits for messages. */
  silenceLimitMs?: number | null;
  /** A silent connection is kept while the database works on its statement, as for jobs, migrations and backups. */
  worksLong?: boolean;
  primary?: Primary | undefined;
  /** Hears the SQLSTATE of each error that PostgreSQL reports. */
  onError?: ((code: string) => void) | undefined;
};

/** Connections that are over, of which a pool may not know yet. */
export const LOST = new WeakSet<ClientBase>();

/** Connections of one kind to a database. */
type OpenedPool = {
  pool: Pool;
  /** Waits for the statements that run, then ends them with their connections. */
  close: (waitMs?: number) => Promise<void>;
};

/** Whether the database still has a session, as another connection says. One that is refused has a response, too. */
async function hasSession(target: ConnectionTarget, pid: number, primary?: Primary): Promise<boolean> {
  const { pool, close } = openPool(target, null, { max: 1, settings: REQUEST_LIMITS, primary });
  try {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [pid]);
    return rowCount === 1;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    await close(0);
  }
}

/**
 * Closes a connection after too long a silence, since a database that hangs enforces none of its own limits. The driver
 * then fails the pending statement, and the pool opens another connection.
 */
function limitSilence(client: ClientBase, limitMs: number, isAtWork: () => Promise<boolean>): void {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined;
  if (!(stream instanceof Socket)) throw new TypeError('The driver has no socket whose silence is limited');
  stream.setTimeout(limitMs);
  stream.on('timeout', async () => {
    if (await isAtWork()) stream.setTimeout(limitMs);
    else stream.destroy();
  });
}

type Read = (text: string) => unknown;

const findReader: (type: number) => Read = pg.types.getTypeParser;
const TEXT_ARRAY = 1009;
const readTexts = findReader(TEXT_ARRAY) as (text: string) => (string | null)[];
const readDate: Read = (text) => new Date(text);
const readDates: Read = (text) => readTexts(text).map((one) => (one === null ? null : new Date(one)));
const forTypes = (read: Read, ...types: number[]) => types.map((type) => [type, read] as const);

/**
 * By PostgreSQL's numbers of types, where the driver's own values are less exact or depend on the time zone of this machine:
 * a date is the beginning of that day in UTC, an amount keeps its digits.
 */
const READERS = new Map<number, Read>([
  // date, timestamp, timestamptz, and arrays of them.
  ...forTypes(readDate, 1082, 1114, 1184),
  ...forTypes(readDates, 1182, 1115, 1185),
  // interval, and arrays of numeric, name and interval.
  ...forTypes(String, 1186),
  ...forTypes(readTexts, 1231, 1003, 1187),
]);

type Session = { pid: number; isStandby: boolean };

/** Asks the database, because a pooler has process ids of its own. */
async function readSession(client: ClientBase): Promise<Session | undefined> {
  const { rows } = await client.query<Session>('select pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby"');
  return rows[0];
}

/** PostgreSQL's code for a write on a standby. */
const WRITE_ON_STANDBY = '25006';

/**
 * Opens connections as they are needed, of which a lost one is replaced.
 * @param log null for a program that says itself what fails
 */
export function openPool(target: ConnectionTarget, log: Logger | null, options: PoolOptions): OpenedPool {
  const { max, primary, connectTimeoutMs = CONNECT_TIMEOUT_MS, waitMs = connectTimeoutMs } = options;
  const { silenceLimitMs = SILENCE_LIMIT_MS, worksLong = false, onError } = options;
  const sockets = new Set<Socket>();
  class Client extends pg.Client {
    constructor(config: ConnectionConfig = {}) {
      // The pool hides the password from enumeration, and takes the time limit of the connection for waiting too.
      const { password } = config;
      super({ ...config, password, connectionTimeoutMillis: connectTimeoutMs, ...primary?.address });
      for (const event of ['error', 'end'] as const) this.on(event, () => LOST.add(this));
    }
  }
  const pool = new pg.Pool({
    ...createConnectionConfig(target, options),
    Client,
    types: { getTypeParser: (type: number) => READERS.get(type) ?? findReader(type) },
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      primary?.track(socket);
      return socket;
    },
    async onConnect(client) {
      let session: Session | undefined;
      const isAtWork = async () => worksLong && session !== undefined && hasSession(target, session.pid, primary);
      if (silenceLimitMs !== null) limitSilence(client, silenceLimitMs, isAtWork);
      if (primary || worksLong) session = await readSession(client);
      if (primary && session?.isStandby) {
        throw Object.assign(new Error('The host has become a standby'), { code: WRITE_ON_STANDBY });
      }
    },
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    max,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: waitMs,
  });
  // The pool replaces a lost connection, and the statement that used it fails by itself.
  const onLost = (error: Error) => log?.debug({ err: error }, 'a connection of the database was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
    if (onError) client.connection.on('errorMessage', ({ code }: { code: string }) => onError(code));
  });
  let closed: Promise<void> | undefined;
  const close = (waitMs = END_WAIT_MS) => {
    const cut = () => {
      for (const socket of sockets) socket.destroy();
    };
    closed ??= pTimeout(pool.end(), { milliseconds: Math.max(1, waitMs), fallback: cut });
    return closed;
  };
  return { pool, close };
}

/**
 * When the certificate of a database expires; null where connections are not encrypted. A connection of its own is opened,
 * because an old one has the certificate of its time.
 */
export async function readCertificateExpiry(target: ConnectionTarget): Promise<Date | null> {
  if (createConnectionConfig(target).ssl === false) return null;
  const { pool, close } = openPool(target, null, { max: 1 });
  try {
    const client = await pool.connect();
    const { stream } = client.connection;
    const certificate = stream instanceof TLSSocket ? stream.getPeerX509Certificate() : undefined;
    client.release(true);
    return certificate?.validToDate ?? null;
  } finally {
    await close();
  }
}

/** Settings of every connection of a caller: a visitor's rights, and limits for its statements. */
const CALLER_SETTINGS = { role: 'anon', search_path: 'public, extensions', statement_timeout: '10s' };

/** Connections of the data API. They have a visitor's rights until a transaction sets a caller's role. */
export type CallerPool = OpenedPool;

export const openCallerPool = (
  target: ConnectionTarget,
  log: Logger,
  { max = divideConnections().callers, ...own }: Partial<Pick<PoolOptions, 'max' | 'primary' | 'onError'>> = {},
): CallerPool => openPool(target, log, { max, settings: REQUEST_LIMITS, fixedSettings: CALLER_SETTINGS, ...own });

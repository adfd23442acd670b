import { basename, dirname } from 'node:path';
import pTimeout from 'p-timeout';
import pg, { type ConnectionConfig, type Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Primary } from '../host.ts';
import { APPLICATION_NAME, divideConnections } from './connection-limits.ts';
import { DatabaseSocket, IDLE_SECONDS, SILENCE_LIMIT_MS } from './database-socket.ts';
import { Session } from './session.ts';

/** As in PostgREST. */
const CONNECT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 5000;

/** Settings of every new connection: a visitor's rights, and limits for its statements. */
const START_SETTINGS = { role: 'anon', search_path: 'public, extensions', statement_timeout: '10s' };

/** Connections of the data API. They have a visitor's rights until a transaction sets a caller's role. */
export type CallerPool = { pool: Pool; close: () => Promise<void> };

type PostgresOptions = Pick<
  Sql['options'],
  'host' | 'port' | 'path' | 'user' | 'pass' | 'database' | 'ssl' | 'connection'
>;

const formatOptions = (settings: Record<string, unknown>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ');

/**
 * Turns the options of postgres.js into those of `pg`, so that an address is parsed in one way.
 * @param isEncrypted whether the server accepted TLS with sslmode=prefer, which `pg` does not know
 */
export function createConnectionConfig(
  { host, port, path, user, pass, database, ssl, connection }: PostgresOptions,
  isEncrypted: boolean,
): ConnectionConfig {
  const { application_name = APPLICATION_NAME, options = '', ...settings } = connection as Record<string, unknown>;
  const isSocket = typeof path === 'string' && path !== '';
  const isUnchecked = ssl === 'require' || ssl === 'allow' || ssl === 'prefer';
  const tls = ssl === 'verify-full' ? true : isUnchecked ? { rejectUnauthorized: false } : ssl;
  return {
    host: isSocket ? dirname(path) : (host[0] ?? 'localhost'),
    port: isSocket ? Number(basename(path).split('.').at(-1)) : (port[0] ?? 5432),
    user,
    database,
    ...(pass ? { password: pass } : {}),
    ssl: isEncrypted && tls,
    application_name: String(application_name),
    options: [options, formatOptions({ ...settings, ...START_SETTINGS })].filter(Boolean).join(' '),
  };
}

/** @throws Error with PostgreSQL's code for a write on a standby */
async function rejectStandby(client: PoolClient): Promise<void> {
  const rows = await Session.of(client).run([{ text: 'select pg_is_in_recovery()', values: [], key: null }]);
  if (rows.at(-1)?.[0] !== 't') return;
  throw Object.assign(new Error('The host has become a standby'), { code: '25006' });
}

function follow(primary: Primary): PoolConfig {
  return {
    Client: class extends pg.Client {
      constructor(config: ConnectionConfig = {}) {
        // The pool hides the password from enumeration.
        super({ ...config, password: config.password, ...primary.address });
      }
    },
    stream() {
      const socket = new DatabaseSocket(SILENCE_LIMIT_MS);
      primary.track(socket);
      return socket;
    },
    onConnect: (client) => rejectStandby(client as PoolClient),
  };
}

type CallerPoolOptions = {
  max?: number;
  primary?: Primary | undefined;
};

export async function openCallerPool(
  sql: Sql,
  log: Logger,
  { max = divideConnections().callers, primary }: CallerPoolOptions = {},
): Promise<CallerPool> {
  const [tls] =
    sql.options.ssl === 'prefer'
      ? await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      : [{ ssl: true }];
  const pool = new pg.Pool({
    ...createConnectionConfig(sql.options, tls?.ssl === true),
    stream: () => new DatabaseSocket(SILENCE_LIMIT_MS),
    ...(primary ? follow(primary) : {}),
    max,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The pool replaces a lost connection, and the statement that used it fails by itself.
  const onLost = (error: Error) => log.debug({ err: error }, 'a connection of the data API was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return { pool, close: () => pTimeout(pool.end(), { milliseconds: END_TIMEOUT_MS, fallback: () => undefined }) };
}

import { basename, dirname } from 'node:path';
import pg, { type ConnectionConfig, type Pool } from 'pg';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { divideConnections } from './connection-limits.ts';
import { DatabaseSocket, IDLE_SECONDS, SILENCE_LIMIT_MS } from './database-socket.ts';

/** As long as PostgREST waits for a free connection. */
const CONNECT_TIMEOUT_MS = 10_000;
const END_TIMEOUT_MS = 5000;

/** What every connection begins with: a visitor's rights, and what the data API promises its statements. */
const SETTINGS = { role: 'anon', search_path: 'public, extensions', statement_timeout: '10s' };

/** Connections that can do what a visitor can until they take a caller's role: for what the browser asks. */
export type CallerPool = { pool: Pool; close: () => Promise<void> };

type Target = Pick<Sql['options'], 'host' | 'port' | 'path' | 'user' | 'pass' | 'database' | 'ssl' | 'connection'>;

const commandLine = (settings: Record<string, unknown>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`)
    .join(' ');

/**
 * Where a pool of postgres.js connects to, as `pg` takes it, so that one address is read in one way.
 * @param isEncrypted whether the server took an offer of TLS, which `pg` does not make
 */
export function connectionOf(
  { host, port, path, user, pass, database, ssl, connection }: Target,
  isEncrypted: boolean,
): ConnectionConfig {
  const { application_name = 'parqueo', options = '', ...settings } = connection as Record<string, unknown>;
  const socket = typeof path === 'string' && path !== '';
  const isUnchecked = ssl === 'require' || ssl === 'allow' || ssl === 'prefer';
  const tls = ssl === 'verify-full' ? true : isUnchecked ? { rejectUnauthorized: false } : ssl;
  return {
    host: socket ? dirname(path) : (host[0] ?? 'localhost'),
    port: socket ? Number(basename(path).split('.').at(-1)) : (port[0] ?? 5432),
    user,
    database,
    ...(pass ? { password: pass } : {}),
    ssl: isEncrypted && tls,
    application_name: String(application_name),
    options: [options, commandLine({ ...settings, ...SETTINGS })].filter(Boolean).join(' '),
  };
}

/**
 * Opens the data API's own connections to the database that `sql` is connected to.
 * @param max how many at most
 */
export async function openCallerPool(
  sql: Sql,
  log: Logger,
  max: number = divideConnections().callers,
): Promise<CallerPool> {
  const [offer] =
    sql.options.ssl === 'prefer'
      ? await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      : [{ ssl: true }];
  const pool = new pg.Pool({
    ...connectionOf(sql.options, offer?.ssl === true),
    stream: () => new DatabaseSocket(SILENCE_LIMIT_MS),
    max,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that is lost is replaced; who was using it is told by the statement's own failure.
  const onLost = (error: Error) => log.debug({ err: error }, 'a connection of the data API was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const close = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, END_TIMEOUT_MS);
    await Promise.race([pool.end(), promise]);
    clearTimeout(timer);
  };
  return { pool, close };
}

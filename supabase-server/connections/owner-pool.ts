import type { Logger } from 'pino';
import postgres, { type Options, type Sql } from 'postgres';
import type { Primary } from '../host.ts';
import { divideConnections, MAINTENANCE_LIMITS, REQUEST_LIMITS } from './connection-limits.ts';
import { DatabaseSocket, IDLE_SECONDS, KEEPALIVE_SECONDS, SILENCE_LIMIT_MS } from './database-socket.ts';
import { guardTransactions } from './guard-transactions.ts';

const RECONNECT_AFTER_SECONDS = 0.25;

/** A URL, or options of postgres.js. */
export type ConnectionTarget = string | Options<Record<string, never>>;

type OwnerPoolOptions = {
  max?: number;
  /** For scheduled jobs, backups and migrations, which may take long. */
  isForMaintenance?: boolean;
  /** Less than requests have by default. */
  statementTimeoutMs?: number;
  primary?: Primary | undefined;
};

/** Connects to the host that takes writes, where the address names several. */
function openSocket(options: Sql['options'], silenceLimitMs?: number, primary?: Primary): DatabaseSocket {
  if (primary === undefined) return DatabaseSocket.open(options, silenceLimitMs);
  const { host, port } = primary.address;
  const socket = DatabaseSocket.open({ path: options.path, host: [host], port: [port] }, silenceLimitMs);
  primary.track(socket);
  return socket;
}

export function openOwnerPool(
  target: ConnectionTarget,
  log: Logger,
  { max = divideConnections().owner, isForMaintenance = false, statementTimeoutMs, primary }: OwnerPoolOptions = {},
): Sql {
  const defaults = isForMaintenance ? MAINTENANCE_LIMITS : REQUEST_LIMITS;
  const limits = { ...defaults, statement_timeout: statementTimeoutMs ?? defaults.statement_timeout };
  const options = {
    max,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: 10,
    keep_alive: KEEPALIVE_SECONDS,
    // By default the driver waits longer after each attempt, up to 20 seconds.
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: { application_name: 'parqueo', ...limits },
    // Rejects a host that has become a standby meanwhile.
    ...(primary ? { target_session_attrs: 'primary' as const } : {}),
    onnotice: (notice: postgres.Notice) => log.debug({ notice: notice.message }, 'database notice'),
    // A connection that listens for notifications is silent for long; the driver gives it no idle timeout.
    socket: (options: Sql['options']) =>
      openSocket(options, isForMaintenance || options.idle_timeout === null ? undefined : SILENCE_LIMIT_MS, primary),
  };
  return guardTransactions(
    typeof target === 'string' ? postgres(target, options) : postgres({ ...target, ...options }),
  );
}

import type { Logger } from 'pino';
import postgres, { type Options, type Sql } from 'postgres';
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
};

/** Connects to the first address only, like the data API's pool. */
function openSocket({ path, host, port }: Sql['options'], silenceLimitMs?: number): DatabaseSocket {
  const socket = new DatabaseSocket(silenceLimitMs);
  const [hostname = 'localhost'] = host;
  if (typeof path === 'string' && path !== '') socket.connect(path);
  else socket.connect(port[0] ?? 5432, hostname);
  // The driver checks the certificate against this property.
  return Object.assign(socket, { host: hostname });
}

export function openOwnerPool(
  target: ConnectionTarget,
  log: Logger,
  { max = divideConnections().owner, isForMaintenance = false }: OwnerPoolOptions = {},
): Sql {
  const limits = isForMaintenance ? MAINTENANCE_LIMITS : REQUEST_LIMITS;
  const options = {
    max,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: 10,
    keep_alive: KEEPALIVE_SECONDS,
    // By default the driver waits longer after each attempt, up to 20 seconds.
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: { application_name: 'parqueo', ...limits },
    onnotice: (notice: postgres.Notice) => log.debug({ notice: notice.message }, 'database notice'),
    // A connection that listens for notifications is silent for long; the driver gives it no idle timeout.
    socket: (options: Sql['options']) =>
      openSocket(options, isForMaintenance || options.idle_timeout === null ? undefined : SILENCE_LIMIT_MS),
  };
  return guardTransactions(
    typeof target === 'string' ? postgres(target, options) : postgres({ ...target, ...options }),
  );
}

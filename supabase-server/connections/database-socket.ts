import { Socket } from 'node:net';
import type { Sql } from 'postgres';

/** Longer than the statement limits of these pools and the idle time of their connections. */
export const SILENCE_LIMIT_MS = 11_000;
/** Seconds after which an unused connection is closed, before the limit above. */
export const IDLE_SECONDS = 10;
/** Seconds of silence after which the kernel checks that the other machine is still there. */
export const KEEPALIVE_SECONDS = 10;

/**
 * A socket that closes after too long a silence, since a database that hangs enforces none of its own limits. The driver
 * then fails the pending statements and reconnects.
 */
export class DatabaseSocket extends Socket {
  /** @param silenceLimitMs absent for connections that wait long, as for migrations and backups */
  constructor(silenceLimitMs?: number) {
    super();
    this.setKeepAlive(true, KEEPALIVE_SECONDS * 1000);
    if (silenceLimitMs !== undefined) this.setTimeout(silenceLimitMs);
  }

  /** Connects to the first address of postgres.js's options, like the data API's pool. */
  static open({ path, host, port }: Pick<Sql['options'], 'path' | 'host' | 'port'>, silenceLimitMs?: number) {
    const socket = new DatabaseSocket(silenceLimitMs);
    const [hostname = 'localhost'] = host;
    if (typeof path === 'string' && path !== '') socket.connect(path);
    else socket.connect(port[0] ?? 5432, hostname);
    // The driver checks the certificate against this property.
    return Object.assign(socket, { host: hostname });
  }

  // Drivers remove listeners when they switch to TLS, so this overrides `emit`.
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'timeout') this.destroy();
    return super.emit(event, ...args);
  }
}

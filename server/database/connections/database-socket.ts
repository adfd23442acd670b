import { Socket } from 'node:net';

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

  // Drivers remove listeners when they switch to TLS, so this overrides `emit`.
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'timeout') this.destroy();
    return super.emit(event, ...args);
  }
}

import { Socket } from 'node:net';

/** The silence after which the kernel checks that the other machine is still there. */
const KEEPALIVE_MS = 10_000;

/**
 * A socket that closes after too long a silence, since a database that hangs enforces none of its own limits. The driver
 * then fails the pending statement, and the pool opens another connection.
 */
export class DatabaseSocket extends Socket {
  /** @param silenceLimitMs null for connections that wait long, as for migrations and backups */
  constructor(silenceLimitMs: number | null) {
    super();
    this.setKeepAlive(true, KEEPALIVE_MS);
    if (silenceLimitMs !== null) this.setTimeout(silenceLimitMs);
  }

  // The driver removes listeners when it switches to TLS, so this overrides `emit`.
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'timeout') this.destroy();
    return super.emit(event, ...args);
  }
}

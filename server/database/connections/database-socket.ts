import { Socket } from 'node:net';

/** The database ends every statement of these pools sooner, and the pools close idle connections sooner. */
export const SILENCE_LIMIT_MS = 11_000;
/** How long a connection stays open that nobody uses; shorter than the limit above, which must only meet busy ones. */
export const IDLE_SECONDS = 10;
/** How long a connection is quiet before the kernel asks whether the other machine is still there. */
export const KEEPALIVE_SECONDS = 10;

/**
 * The socket of a connection to the database. A database that hangs enforces none of its own limits, so the socket closes when
 * nothing came or went for too long; the driver then fails what was waiting and opens another one.
 */
export class DatabaseSocket extends Socket {
  /** @param silenceLimitMs absent for connections that wait for long, such as those of migrations and backups */
  constructor(silenceLimitMs?: number) {
    super();
    this.setKeepAlive(true, KEEPALIVE_SECONDS * 1000);
    if (silenceLimitMs !== undefined) this.setTimeout(silenceLimitMs);
  }

  // A listener would not do: drivers remove those when they turn to TLS.
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'timeout') this.destroy();
    return super.emit(event, ...args);
  }
}

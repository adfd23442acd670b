import { once } from 'node:events';
import { Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { createAdaptorServer } from '@hono/node-server';
import type { Logger } from 'pino';

export type Server = ReturnType<typeof createAdaptorServer>;

/**
 * While draining, all requests are served and /readyz responds 503. While closing, reads get 503, since clients retry
 * them; writes are still served.
 */
type LifecyclePhase = 'serving' | 'draining' | 'closing';
export type Lifecycle = { phase: LifecyclePhase };

/**
 * Longer than load balancers keep an idle connection (usually 60 s): if the server closed first, a request could be sent
 * into the closed connection and be lost.
 */
export const KEEP_ALIVE_MS = 75_000;
const CLOSING_MS = 1000;
/** A turn of the event loop without new connections is shorter than this. */
const IDLE_TURN_MS = 1;
const CLOSE_TIMEOUT_MS = 10_000;
/** So often idle connections are closed after the server stopped listening, first when requests under way have arrived. */
const IDLE_CLOSE_MS = 500;

/** Waits until no connection is waiting to be accepted: closing would reset it. */
async function acceptPendingConnections(server: Server): Promise<void> {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const deadline = performance.now() + CLOSING_MS;
  for (let startedAt = performance.now(); startedAt < deadline; startedAt = performance.now()) {
    const before = connections;
    await nextTurn();
    if (connections === before && performance.now() - startedAt < IDLE_TURN_MS) return;
  }
}

/** Accepts no more connections and waits for requests in progress, up to a limit. */
async function close(server: HttpServer, log: Logger): Promise<void> {
  const closed = once(server, 'close');
  // The HTTP server's own close cuts idle connections at once, with the requests that are on their way.
  NetServer.prototype.close.call(server);
  // Repeated, because browsers keep their connections open after the last response.
  const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_MS);
  const timeout = setTimeout(() => {
    log.warn('requests still under way are cut off');
    server.closeAllConnections();
  }, CLOSE_TIMEOUT_MS);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(timeout);
}

/**
 * Tracks the responses of a server from its start, so that it can stop without losing a request.
 * @param lifecycle is updated while the server stops
 * @returns stops the server: it drains for so many seconds, closing each connection after its response so that a load
 * balancer moves to another server, then accepts no more and has ten seconds for requests in progress
 */
export function prepareGracefulStop(
  server: Server,
  lifecycle: Lifecycle,
  log: Logger,
): (drainSeconds: number) => Promise<void> {
  if (!(server instanceof HttpServer)) throw new Error('Only a server of plain HTTP can be stopped with care');
  const pending = new Set<ServerResponse>();
  const endKeepAlive = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  };
  // Runs before the application's listener, which may respond at once.
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    if (lifecycle.phase !== 'serving') endKeepAlive(response);
    pending.add(response);
    response.once('close', () => pending.delete(response));
  });
  return async function stopServer(drainSeconds) {
    lifecycle.phase = 'draining';
    pending.forEach(endKeepAlive);
    if (drainSeconds > 0) {
      await delay(drainSeconds * 1000 - CLOSING_MS);
      lifecycle.phase = 'closing';
      await delay(CLOSING_MS);
    }
    await acceptPendingConnections(server);
    await close(server, log);
  };
}

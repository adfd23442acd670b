import { once } from 'node:events';
import { Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { createAdaptorServer } from '@hono/node-server';
import type { Logger } from 'pino';

export type Server = ReturnType<typeof createAdaptorServer>;

/** Whether a server wants requests: it drains when it was asked to stop, and leaves a moment before it takes no more. */
export type Lifecycle = { phase: 'serving' | 'draining' | 'leaving' };

/**
 * Longer than load balancers keep an unused connection (60 s is usual): who closes first must be the one who sends, or a request
 * goes into a connection that was just closed and is lost.
 */
export const KEEP_ALIVE_MS = 75_000;
/** How long it only takes what can be asked of no other server. */
const LEAVE_MS = 1000;
/** A turn of the event loop in which nothing came is shorter than this. */
const QUIET_TURN_MS = 1;
const STOP_WITHIN_MS = 10_000;
/** A connection that was quiet for so long is closed without a word; one in use hears it with its next answer. */
const LINGER_MS = 500;
const SWEEP_MS = 50;

/** Waits for a turn in which no connection came: those that wait to be taken up would be reset by closing. */
async function untilQuiet(server: Server): Promise<void> {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const deadline = performance.now() + LEAVE_MS;
  for (let startedAt = performance.now(); startedAt < deadline; startedAt = performance.now()) {
    const before = connections;
    await turn();
    if (connections === before && performance.now() - startedAt < QUIET_TURN_MS) return;
  }
}

/** Lets nobody new in, and cuts only what stays quiet or takes too long. */
async function close(server: HttpServer, log: Logger): Promise<void> {
  const closed = once(server, 'close');
  // Not the HTTP server's own close, which cuts idle connections at once, and the requests that are on their way there.
  NetServer.prototype.close.call(server);
  let sweep: NodeJS.Timeout | undefined;
  const linger = setTimeout(() => {
    // A browser keeps its connection after the last answer; what has become idle is closed, again and again.
    sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  }, LINGER_MS);
  const limit = setTimeout(() => {
    log.warn('requests still under way are cut off');
    server.closeAllConnections();
  }, STOP_WITHIN_MS);
  await closed;
  clearTimeout(linger);
  clearInterval(sweep);
  clearTimeout(limit);
}

/**
 * Watches a server from its beginning, so that it can be stopped without losing a request that reached it.
 * @param standing is moved on, for everybody who has it
 * @returns the way to stop it: for so many seconds it goes on answering, ending each connection with its answer, so that whoever
 * balances takes another server; then it takes no more and has ten seconds for what is under way
 */
export function prepareGracefulStop(
  server: Server,
  standing: Lifecycle,
  log: Logger,
): (drainSeconds: number) => Promise<void> {
  if (!(server instanceof HttpServer)) throw new Error('Only a server of plain HTTP can be stopped with care');
  const underWay = new Set<ServerResponse>();
  const sayGoodbye = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  };
  // Before the product's own listener, which may answer at once.
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    if (standing.phase !== 'serving') sayGoodbye(response);
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async function stopServer(drainSeconds) {
    standing.phase = 'draining';
    underWay.forEach(sayGoodbye);
    if (drainSeconds > 0) {
      await delay(drainSeconds * 1000 - LEAVE_MS);
      standing.phase = 'leaving';
      await delay(LEAVE_MS);
    }
    await untilQuiet(server);
    await close(server, log);
  };
}

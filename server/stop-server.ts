import { once } from 'node:events';
import { Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { createAdaptorServer } from '@hono/node-server';
import type { Logger } from 'pino';

export type Server = ReturnType<typeof createAdaptorServer>;

/**
 * Longer than load balancers keep an unused connection (60 s is usual): who closes first must be the one who sends, or a request
 * goes into a connection that was just closed and is lost.
 */
export const KEEP_ALIVE_MS = 75_000;
const STOP_WITHIN_MS = 10_000;
/** A connection that was quiet for so long is closed without a word; one in use hears it with its next answer. */
const LINGER_MS = 500;
const SWEEP_MS = 50;

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
 * @returns the way to stop it: for so many seconds it goes on letting people in, ending each connection with its answer, so that
 * whoever balances takes another server; then it takes no more and has ten seconds for what is under way
 */
export function prepareStop(server: Server, log: Logger): (drainSeconds: number) => Promise<void> {
  if (!(server instanceof HttpServer)) throw new Error('Only a server of plain HTTP can be stopped with care');
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  const sayGoodbye = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  };
  // Before the product's own listener, which may answer at once.
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    if (isStopping) sayGoodbye(response);
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async function stopServer(drainSeconds) {
    isStopping = true;
    underWay.forEach(sayGoodbye);
    if (drainSeconds > 0) await delay(drainSeconds * 1000);
    // Connections that wait are taken up before the end of a turn; closing in its middle would reset them.
    await turn();
    await close(server, log);
  };
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
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
const SWEEP_MS = 50;

async function close(server: Server, log: Logger): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A browser keeps its connection after the last answer; what has become idle is closed, again and again.
  const sweep = setInterval(() => {
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  }, SWEEP_MS);
  const timer = setTimeout(() => {
    log.warn('requests still under way are cut off');
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, STOP_WITHIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}

/**
 * Prepares a server to be stopped so that nothing is lost.
 * @returns the way to stop it: for so many seconds it goes on answering, ending each connection with its answer, so that whoever
 * balances takes another server; then it takes no more and has ten seconds for what is under way
 */
export function prepareStop(server: Server, log: Logger): (drainSeconds: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  // Before the product's own listener, which may answer at once.
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async function stopServer(drainSeconds) {
    if (drainSeconds > 0) {
      isDraining = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      await delay(drainSeconds * 1000);
      // Connections that wait are taken up before the end of a turn; closing in its middle would reset them.
      await turn();
    }
    await close(server, log);
  };
}

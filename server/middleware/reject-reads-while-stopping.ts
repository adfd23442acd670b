import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../caller.ts';
import type { Lifecycle } from '../lifecycle/stop-server.ts';

/**
 * A moment before the server takes no more connections it refuses reads. A load balancer asks another server instead, which is
 * safe for a read, and learns to leave this one alone; a write that it sends into a closing connection would be lost.
 */
export function rejectReadsWhileStopping(standing: Lifecycle): MiddlewareHandler<AppEnv> {
  return async function passReadsOn(c, next) {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && standing.phase === 'leaving') return c.json({ message: 'The server is stopping' }, 503);
    await next();
  };
}

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Lifecycle } from '../lifecycle/stop.ts';

/**
 * Rejects reads shortly before the server stops listening. The load balancer repeats them at another server and stops
 * using this one; a write that it sent into a closing connection would be lost.
 */
export function rejectReadsWhileStopping(lifecycle: Lifecycle): MiddlewareHandler<AppEnv> {
  return async function rejectRead(c, next) {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (isRead && lifecycle.phase === 'closing') return c.json({ message: 'The server is stopping' }, 503);
    await next();
  };
}

import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from '../../supabase-server/caller.ts';

/**
 * Gives each request its own logger and logs method, route, status and milliseconds. The route is a pattern such as
 * `/ticket/:token`: a path holds links of tickets, ids and the places of a route, a query tokens of mail links and positions.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async function writeRequestLog(c, next) {
    const startedAt = performance.now();
    c.set('log', log.child({ requestId: c.get('requestId') }));
    await next();
    const ms = Math.round(performance.now() - startedAt);
    c.get('log').info({ method: c.req.method, route: routePath(c), status: c.res.status, ms }, 'request');
  };
}

import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../caller.ts';

/** Some mail programs encode the question mark, so that the query becomes part of the path. */
const ENCODED_QUERY = /%3f.*$/i;

/**
 * Gives each request its own logger and logs method, path, status and milliseconds. The query is left out: it holds
 * tokens of mail links and what people search for.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async function writeRequestLog(c, next) {
    const startedAt = performance.now();
    c.set('log', log.child({ requestId: c.get('requestId') }));
    await next();
    const ms = Math.round(performance.now() - startedAt);
    const path = c.req.path.replace(ENCODED_QUERY, '');
    c.get('log').info({ method: c.req.method, path, status: c.res.status, ms }, 'request');
  };
}

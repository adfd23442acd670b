import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { AppEnv } from '../supabase-server/caller.ts';
import { isConnectionLost } from '../supabase-server/connections/connection-errors.ts';
import { ConnectionLostError } from '../supabase-server/connections/session.ts';
import { DataError } from '../supabase-server/postgrest/data-error.ts';
import type { DatabaseCheck } from '../supabase-server/postgrest/execute/database-check.ts';
import type { Lifecycle } from './lifecycle/stop.ts';

/** Longer than a database connection may be silent, so that only requests with several such waits end here. */
const REQUEST_TIMEOUT_MS = 11_500;

/** The data API's codes for a database that is lost, cannot be reached, or does not show its schema. */
const NO_DATABASE = /^PGRST00[0-2]$/;

function isDatabaseLost(error: unknown): boolean {
  if (error instanceof DataError) return NO_DATABASE.test(error.body.code);
  return error instanceof ConnectionLostError || isConnectionLost(error);
}

/**
 * Ends requests that take too long. After a timeout or a lost database the next requests first check the database:
 * otherwise each statement would wait as long, and run after its client has gone.
 */
export function limitTime(checkDatabase: DatabaseCheck): MiddlewareHandler<AppEnv> {
  let isInDoubt = false;
  const limit = timeout(REQUEST_TIMEOUT_MS, () => {
    isInDoubt = true;
    return new HTTPException(503, { message: 'The request took too long' });
  });
  return async function limitTime(c, next) {
    if (isInDoubt) {
      try {
        await checkDatabase();
      } catch (cause) {
        throw new HTTPException(503, { message: 'The database does not respond', cause });
      }
      isInDoubt = false;
    }
    await limit(c, next);
    isInDoubt ||= isDatabaseLost(c.error);
  };
}

export function limitBody(maxBytes: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: maxBytes, onError: (c) => c.json({ message: 'The body is too large' }, 413) });
  return function limitBodyOfWrites(c, next) {
    // HTTP gives reads no body, and looking for one costs a fifth of a short read.
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    return isRead ? next() : limit(c, next);
  };
}

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

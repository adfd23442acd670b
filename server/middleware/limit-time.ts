import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';

/** Longer than a database connection may be silent, so that only requests with several such waits end here. */
const REQUEST_TIMEOUT_MS = 11_500;

/**
 * Ends requests that take too long. After a timeout the next requests first check the database: otherwise they would
 * queue behind it and run when nobody waits for them any more.
 */
export function limitTime(checkDatabase: DatabaseCheck): MiddlewareHandler<AppEnv> {
  let hasTimedOut = false;
  const limit = timeout(REQUEST_TIMEOUT_MS, () => {
    hasTimedOut = true;
    return new HTTPException(503, { message: 'The request took too long' });
  });
  return async function limitTime(c, next) {
    if (hasTimedOut) {
      try {
        await checkDatabase();
      } catch (cause) {
        throw new HTTPException(503, { message: 'The database does not respond', cause });
      }
      hasTimedOut = false;
    }
    await limit(c, next);
  };
}

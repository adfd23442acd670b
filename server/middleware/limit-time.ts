import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import type { AppEnv } from '../caller.ts';
import type { DatabaseCheck } from '../postgrest/execute/database-check.ts';

/** Longer than a connection to the database may be silent, so that only requests with several such waits end here. */
const REQUEST_LIMIT_MS = 11_500;

const unavailable = () => new HTTPException(503, { message: 'The request took too long' });

/**
 * Ends requests that take too long. After one did, the next ones wait for a sign of the database first: they would only queue up
 * behind it, to be worked on when nobody waits for them any more.
 */
export function limitTime(checkDatabase: DatabaseCheck): MiddlewareHandler<AppEnv> {
  let isDatabaseSuspect = false;
  const limit = timeout(REQUEST_LIMIT_MS, () => {
    isDatabaseSuspect = true;
    return unavailable();
  });
  return async function limitTime(c, next) {
    if (isDatabaseSuspect) {
      try {
        await checkDatabase();
      } catch (cause) {
        throw new HTTPException(503, { message: 'The database does not respond', cause });
      }
      isDatabaseSuspect = false;
    }
    await limit(c, next);
  };
}

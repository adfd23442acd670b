import { Hono } from 'hono';
import type { AppEnv } from '../caller.ts';
import { RETRY_AFTER_SECONDS } from '../database/connections/connection-errors.ts';
import type { DatabaseCheck } from '../postgrest/execute/database-check.ts';
import type { Lifecycle } from './stop-server.ts';

type HealthParts = { checkDatabase: DatabaseCheck; standing?: Lifecycle };

/**
 * `/healthz` says that the process lives, `/readyz` that it wants requests: 503 when callers get nothing from the database, or
 * when the server was asked to stop.
 */
export function createHealth({ checkDatabase, standing = { phase: 'serving' } }: HealthParts): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      if (standing.phase !== 'serving') return c.json({ status: 'stopping' }, 503);
      try {
        await checkDatabase();
        return c.json({ status: 'ok' });
      } catch (error) {
        c.get('log').warn({ err: error }, 'the database does not answer');
        return c.json({ status: 'database unavailable' }, 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
      }
    });
}

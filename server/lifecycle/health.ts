import { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { RETRY_AFTER_SECONDS } from '../../supabase-server/connections/connection-errors.ts';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import type { Lifecycle } from './stop.ts';

type Dependencies = { checkDatabase: DatabaseCheck; lifecycle?: Lifecycle };

/** `/healthz` is for liveness, `/readyz` for readiness: 503 while stopping, or when the data API has no database. */
export function createHealth({ checkDatabase, lifecycle = { phase: 'serving' } }: Dependencies): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      if (lifecycle.phase !== 'serving') return c.json({ status: 'stopping' }, 503);
      try {
        await checkDatabase();
        return c.json({ status: 'ok' });
      } catch (error) {
        c.get('log').warn({ err: error }, 'the database does not answer');
        return c.json({ status: 'database unavailable' }, 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
      }
    });
}

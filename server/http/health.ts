import { Hono } from 'hono';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { RETRY_AFTER_SECONDS } from '../../supabase-server/connections/connection-errors.ts';
import type { DatabaseCheck } from '../../supabase-server/postgrest/execute/database-check.ts';
import { VERSION } from '../config/version.ts';
import type { Lifecycle } from '../start/stop.ts';

type HealthDependencies = {
  checkDatabase: DatabaseCheck;
  lifecycle: Lifecycle;
  areWritesFailing?: (() => boolean) | undefined;
};

/**
 * `/healthz` is for liveness, `/readyz` for readiness: 503 while stopping, or when the data API has no database. A server
 * whose writes fail stays ready: the others write into the same database, and everybody still reads.
 */
export function createHealth({ checkDatabase, lifecycle, areWritesFailing }: HealthDependencies): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok', version: VERSION }))
    .get('/readyz', async (c) => {
      if (lifecycle.phase !== 'serving') return c.json({ status: 'stopping' }, 503);
      try {
        await checkDatabase();
        return c.json({ status: 'ok', ...(areWritesFailing?.() ? { writes: 'failing' } : {}) });
      } catch (error) {
        c.get('log').warn({ err: error }, 'the database does not answer');
        return c.json({ status: 'database unavailable' }, 503, { 'retry-after': `${RETRY_AFTER_SECONDS}` });
      }
    });
}

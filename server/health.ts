import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { AppEnv } from './caller.ts';

/** `/healthz` says that the process lives, `/readyz` that the database answers too (503 when it does not). */
export function createHealth({ sql }: { sql: Sql }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      try {
        await sql`select 1`;
        return c.json({ status: 'ok' });
      } catch (error) {
        c.get('log').warn({ err: error }, 'the database does not answer');
        return c.json({ status: 'database unavailable' }, 503);
      }
    });
}

import { join } from 'node:path';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { EMBEDDED_DATABASE, EMBEDDED_USER } from '../server/database/embedded/embedded.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import type { RunningServer } from './server.ts';

const log = pino({ level: 'silent' });

/** Works on the database of a running server as its owner, for what nobody may do over the API. */
export async function runAsOwner<T>(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const path = join(dataDir, 'postgres/.s.PGSQL.5432');
  const sql = openOwnerPool({ path, username: EMBEDDED_USER, database: EMBEDDED_DATABASE, ssl: false }, log);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

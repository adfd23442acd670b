import { join } from 'node:path';
import { pino } from 'pino';
import { EMBEDDED_DATABASE, EMBEDDED_USER } from '../server/database/embedded/embedded.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import type { RunningServer } from './server.ts';

const log = pino({ level: 'silent' });

/** Works on the database of a running server as its owner, for what nobody may do over the API. */
export async function runAsOwner<T>(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = openOwnerPool({ host: join(dataDir, 'postgres'), user: EMBEDDED_USER, database: EMBEDDED_DATABASE }, log);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

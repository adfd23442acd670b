import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sql, TransactionSql } from 'postgres';

/** The path that the Supabase CLI records. */
const SEED_PATH = 'supabase/seed.sql';

/** Creates the table in which the Supabase CLI records seeds. */
export async function ensureSeedTable(tx: TransactionSql): Promise<void> {
  await tx`create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`;
}

/**
 * Loads the sample zones once, into a database without zones. Zones that an administrator removed do not come back.
 * @returns whether they were loaded
 */
export async function seedZones(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return sql.begin(async (tx) => {
    // Prevents two servers that start together from both loading them. A lock of the table would wait for whoever writes to it.
    await tx`select pg_advisory_xact_lock(hashtextextended('sample zones', 0))`;
    await ensureSeedTable(tx);
    const [seeded] = await tx`
      select from public.parking_zones union all select from supabase_migrations.seed_files where path = ${SEED_PATH} limit 1`;
    if (seeded) return false;
    await tx.unsafe(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await tx`insert into supabase_migrations.seed_files (path, hash) values (${SEED_PATH}, ${hash})`;
    return true;
  });
}

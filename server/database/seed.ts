import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sql, TransactionSql } from 'postgres';

/** The name the Supabase CLI remembers it by. */
const NAME = 'supabase/seed.sql';

/** Remembers which seeds were loaded, as the Supabase CLI does. */
export async function ensureSeedTable(tx: TransactionSql): Promise<void> {
  await tx`create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`;
}

/**
 * Loads the sample zones into a product that has no zone and never had them: zones that an administrator removed do not
 * come back.
 * @returns whether it did
 */
export async function seedZones(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return sql.begin(async (tx) => {
    // Two servers that start together must not both find it empty.
    await tx`lock table public.parking_zones in share row exclusive mode`;
    await ensureSeedTable(tx);
    const [seeded] = await tx`
      select from public.parking_zones union all select from supabase_migrations.seed_files where path = ${NAME} limit 1`;
    if (seeded) return false;
    await tx.unsafe(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await tx`insert into supabase_migrations.seed_files (path, hash) values (${NAME}, ${hash})`;
    return true;
  });
}

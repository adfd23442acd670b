import { readFile } from 'node:fs/promises';
import type { Sql } from 'postgres';

/** Loads the sample zones into a product that has no zone yet. @returns whether it did */
export async function seedZones(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return sql.begin(async (tx) => {
    // Two servers that start together must not both find it empty.
    await tx`lock table public.parking_zones in share row exclusive mode`;
    const [zone] = await tx`select 1 from public.parking_zones limit 1`;
    if (zone) return false;
    await tx.unsafe(text);
    return true;
  });
}

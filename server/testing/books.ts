import type { Sql } from '../../supabase-server/connections/sql.ts';

/** How many rows break each rule of the books. */
export async function countFaultsInBooks(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ rule: string; faults: number }[]>`
    select rule, faults::int as faults from private.check_books()`;
  return Object.fromEntries(rows.map(({ rule, faults }) => [rule, faults]));
}

/** The rules of the books that are broken. */
export async function findFaultsInBooks(sql: Sql): Promise<string[]> {
  const counts = await countFaultsInBooks(sql);
  return Object.keys(counts).filter((rule) => counts[rule] !== 0);
}

import { randomUUID } from 'node:crypto';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { hoursFromNow } from './as.ts';

type Rules = Record<string, unknown>;

const toColumns = (rules: Rules) => ({ per_hour: 50, valid_from: new Date(0), windows: [], specials: [], ...rules });

/** A version as the editor sends it, from tomorrow on. */
export const createRules = (rules: Rules = {}) => ({
  id: randomUUID(),
  valid_from: hoursFromNow(24).toISOString(),
  per_hour: 50,
  free_minutes: 0,
  step_minutes: 0,
  least_minutes: 0,
  cap: null,
  cap_per: null,
  cap_turns_at: 0,
  windows: [],
  specials: [],
  ...rules,
});

/** A table of rates with one version, and its id. */
export async function createRates(sql: Sql, rules: Rules = {}): Promise<string> {
  const [table] = await sql<{ id: string }[]>`insert into public.rate_tables (name) values ('Plaza') returning id`;
  await addVersion(sql, table?.id ?? '', rules);
  return table?.id ?? '';
}

export async function addVersion(sql: Sql, tableId: string, rules: Rules): Promise<string> {
  const values = { ...toColumns(rules), rate_table_id: tableId };
  const [version] = await sql<{ id: string }[]>`
    insert into public.rate_versions (${sql(Object.keys(values))})
    select ${sql(Object.keys(values))} from jsonb_populate_record(null::public.rate_versions,
      '{"free_minutes": 0, "step_minutes": 0, "least_minutes": 0, "cap_turns_at": 0}' || ${sql.json(values as never)})
    returning id`;
  return version?.id ?? '';
}

export const assignRates = (
  sql: Sql,
  tableId: string,
  to: { zone_id?: string; space_id?: string; vehicle_type?: string },
) => sql`insert into public.rate_assignments ${sql({ ...to, rate_table_id: tableId })}`;

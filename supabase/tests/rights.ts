import type { Sql } from 'postgres';

const ROLES = ['anon', 'authenticated'];
const SCHEMAS = ['public', 'private'];

/**
 * Everything that visitors and people who are signed in may do in the product's schemas, a line for each right on a column,
 * table, sequence, function or schema. What extensions bring is left out.
 */
export async function rightsOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    with things as (
      select c.oid, c.relkind, n.nspname || '.' || c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    ), roles as (select unnest(${ROLES}::text[]) as role)
    select concat_ws(' ', role, verb, name) as said from roles, things
      cross join unnest(array['delete', 'truncate', 'references', 'trigger']) verb
      where relkind <> 'S' and has_table_privilege(role, oid, verb)
    union all
    select concat_ws(' ', role, verb, name, attname) from roles, things
      join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
      cross join unnest(array['select', 'insert', 'update', 'references']) verb
      where relkind <> 'S' and has_column_privilege(role, oid, attname, verb)
    union all
    select concat_ws(' ', role, verb, name) from roles, things
      cross join unnest(array['usage', 'select', 'update']) verb
      where relkind = 'S' and has_sequence_privilege(role, oid, verb)
    union all
    select concat_ws(' ', role, 'execute', p.oid::regprocedure) from roles, pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any(${SCHEMAS}) and has_function_privilege(role, p.oid, 'execute')
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select concat_ws(' ', role, verb, 'schema', nspname) from roles, pg_namespace
      cross join unnest(array['usage', 'create']) verb
      where nspname = any(${SCHEMAS}) and has_schema_privilege(role, pg_namespace.oid, verb)
    order by said`;
  return rows.map(({ said }) => said);
}

/** Every policy, and every table that has row level security. */
export async function rulesOf(sql: Sql): Promise<Record<string, unknown>[]> {
  return sql`
    select tablename, policyname, roles::text[] as roles, cmd, qual, with_check from pg_policies
    where schemaname = any(${SCHEMAS})
    union all
    select relname, 'row level security', null, null, relrowsecurity::text, null from pg_class
    where relnamespace::regnamespace::text = any(${SCHEMAS}) and relkind = 'r'
    order by tablename, policyname`;
}

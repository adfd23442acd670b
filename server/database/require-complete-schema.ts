import type { Sql } from 'postgres';
import { OperatorError } from '../operator-error.ts';

/** Roles of the data API, and the schemas that migrations let them use. */
const ROLES = ['anon', 'authenticated', 'service_role'];
const SCHEMAS = ['auth', 'data_api', 'extensions', 'private', 'public'];

/**
 * Finds what a restore leaves out whose errors were overlooked: recorded migrations do not run again. Without the roles all
 * rights and policies are missing; an interrupted restore lacks the rights, which come last; without the extension of
 * the constraint a space could be reserved twice. Tables that migrations did not make are the operator's own.
 */
async function findMissingPart(sql: Sql): Promise<string | undefined> {
  const [found] = await sql<{ missing: string }[]>`
    with product_roles as (
      select needed as name, to_regrole(needed) as id from unnest(${ROLES}::text[]) needed
    ),
    own_tables as (
      select (regexp_matches(array_to_string(statements, ''), 'create table public\\.(\\w+)', 'g'))[1] as name
      from supabase_migrations.schema_migrations
    ),
    guarded_tables as (
      select oid, oid::regclass::text as name from pg_class
      where relnamespace = to_regnamespace('public') and relkind = 'r' and relrowsecurity
        and relname in (select name from own_tables)
    )
    select 'the role ' || name as missing from product_roles where id is null
    union all
    select format('the right of %s to use the schema %s', r.name, s.name)
      from product_roles r, unnest(${SCHEMAS}::text[]) s (name)
      where r.id is not null and not coalesce(has_schema_privilege(r.id, to_regnamespace(s.name), 'usage'), false)
    union all
    select 'rights on the table ' || t.name from guarded_tables t, product_roles r
      where r.name = 'service_role' and r.id is not null and not has_table_privilege(r.id, t.oid, 'select')
    union all
    select 'policies of the table ' || name from guarded_tables t
      where not exists (select from pg_policy where polrelid = t.oid)
    union all
    select 'the constraint reservations_never_overlap'
      where not exists (
        select from pg_constraint
        where conname = 'reservations_never_overlap' and conrelid = to_regclass('public.reservations')
      )
    limit 1`;
  return found?.missing;
}

/** @throws OperatorError when what migrations made is not there any more, which would leave rows unguarded or unreachable */
export async function requireCompleteSchema(sql: Sql): Promise<void> {
  const missing = await findMissingPart(sql);
  if (missing === undefined) return;
  throw new OperatorError(
    `The database is incomplete, as after a restore with errors: ${missing} is missing; restore it anew as docs/backup.md says`,
  );
}

import type { Executor } from '../supabase-server/connections/sql.ts';

/** One thing that a schema consists of. */
export type SchemaObject = {
  kind: string;
  name: string;
  /** The SQL that makes it, or for what a person writes by hand, what it is. */
  made: string;
  /** The SQL that removes it; null for what a person writes by hand, because rows depend on it. */
  gone: string | null;
};

/** An object that two schemas do not have alike: as it is wanted, else as it was found, and what each of them has. */
export type Difference = { object: SchemaObject; found: string | undefined; wanted: string | undefined };

/** Every object of the product in a database, in the order in which they were made; read with an empty search path. */
const CATALOG = `
with own as (
  select oid, quote_ident(nspname) as name, nspowner, nspacl from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'supabase_migrations')
),
brought as (select classid, objid from pg_depend where deptype = 'e'),
relations as (
  select c.*, own.name || '.' || quote_ident(c.relname) as name from pg_class c join own on own.oid = c.relnamespace
  where not exists (select from brought where classid = 'pg_class'::regclass and objid = c.oid)
),
tables as (select * from relations where relkind in ('r', 'p', 'f')),
routines as (
  select p.*, p.oid::regprocedure::text as name from pg_proc p join own on own.oid = p.pronamespace
  where not exists (select from brought where classid = 'pg_proc'::regclass and objid = p.oid)
),
types as (
  select t.*, own.name || '.' || quote_ident(t.typname) as name
  from pg_type t join own on own.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
    and not exists (select from brought where classid = 'pg_type'::regclass and objid = t.oid)
),
made_by_others as (
  select classid, objid from pg_depend
  where refclassid = 'pg_namespace'::regclass and refobjid in (select oid from own)
    and classid <> all (array['pg_class', 'pg_proc', 'pg_type', 'pg_constraint', 'pg_default_acl', 'pg_extension']::regclass[])
  union select 'pg_event_trigger'::regclass, oid from pg_event_trigger
  union select 'pg_publication'::regclass, oid from pg_publication
  union select 'pg_publication_rel'::regclass, oid from pg_publication_rel
  union select 'pg_cast'::regclass, oid from pg_cast where oid >= 16384
  except select classid, objid from brought
),
rights (type, name, object, owner, "column", acl) as (
  select case relkind when 'S' then 'sequence' else 'table' end, name, oid, relowner, null,
      coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r' end, relowner))
    from relations where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select 'table', name, oid, relowner, quote_ident(attname), attacl from relations join pg_attribute on attrelid = oid and not attisdropped
  union all
  select 'routine', name, oid, proowner, null, coalesce(proacl, acldefault('f', proowner)) from routines
  union all
  select 'type', name, oid, typowner, null, coalesce(typacl, acldefault('T', typowner)) from types
  union all
  select 'schema', name, oid, nspowner, null, coalesce(nspacl, acldefault('n', nspowner)) from own
),
-- A right on several columns is one, and all rights on a table are called so, as PostgreSQL 17 has one more.
grants as (
  select type, name, object, may_grant, case when grantee = 0 then 'public' when grantee = owner then 'current_user'
      else (select quote_ident(rolname) from pg_roles where oid = grantee) end as who,
    case when type = 'table' and count(*) filter (where columns is null)
        = (select count(*) from aclexplode(acldefault('r', owner))) then 'all'
      else string_agg(lower(privilege) || coalesce(' (' || columns || ')', ''), ', ' order by privilege, columns) end as what
  from (
    select type, name, object, owner, grantee, is_grantable as may_grant, privilege_type as privilege,
      string_agg("column", ', ' order by "column" collate "C") as columns
    from rights, aclexplode(acl) group by type, name, object, owner, grantee, may_grant, privilege, "column" is null
  ) r group by type, name, object, owner, grantee, may_grant
),
objects (position, kind, name, made, gone) as (
  select oid::bigint * 4, 'schema', name, '', null from own
  union all
  select e.oid::bigint * 4, 'extension', quote_ident(extname), 'with schema ' || extnamespace::regnamespace, null from pg_extension e
  union all
  select oid::bigint * 4, 'type', name, case typtype
      when 'e' then (select 'enum (' || string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) || ')'
        from pg_enum where enumtypid = t.oid)
      when 'd' then concat_ws(' ', format_type(typbasetype, typtypmod), case when typnotnull then 'not null' end, 'default ' || typdefault)
      when 'r' then (select 'range of ' || rngsubtype::regtype from pg_range where rngtypid = t.oid)
      else (select '(' || string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) || ')'
        from pg_attribute where attrelid = typrelid and not attisdropped) end, null
    from types t
  union all
  select oid::bigint * 4, 'table', name, concat_ws(' ', case relpersistence when 'u' then 'unlogged' end,
      (select '(' || string_agg(quote_ident(attname), ', ' order by attnum) || ')'
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped),
      'partition by ' || pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid),
      'with (' || (select string_agg(o, ', ' order by o) from unnest(reloptions) o) || ')',
      (select 'toast (' || array_to_string(x.reloptions, ', ') || ')' from pg_class x where x.oid = t.reltoastrelid),
      case when relrowsecurity then 'row level security' end, case when relforcerowsecurity then 'forced' end,
      'replica identity ' || nullif(relreplident::text, 'd')), null
    from tables t
  union all
  select t.oid::bigint * 4, 'column', t.name || '.' || quote_ident(attname), concat_ws(' ', format_type(atttypid, atttypmod),
      case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
      case when attnotnull then 'not null' end,
      case attidentity when 'a' then 'generated always as identity' when 'd' then 'generated by default as identity' end,
      case attgenerated when 's' then 'generated always as (' || said || ') stored'
        when 'v' then 'generated always as (' || said || ')' else 'default ' || said end,
      'storage ' || nullif(attstorage::text, typstorage::text), 'compression ' || nullif(attcompression::text, ''),
      'statistics ' || nullif(attstattarget, -1), attoptions::text), null
    from tables t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
    join pg_type y on y.oid = atttypid
    left join (select adrelid, adnum, pg_get_expr(adbin, adrelid) as said from pg_attrdef) d on adrelid = t.oid and adnum = attnum
  union all
  select r.oid::bigint * 4, 'sequence', r.name, concat_ws(' ', 'as', seqtypid::regtype, 'start', seqstart, 'increment', seqincrement,
      'from', seqmin, 'to', seqmax, 'cache', seqcache, case when seqcycle then 'cycle' end,
      (select 'owned by ' || pg_describe_object(refclassid, refobjid, refobjsubid) from pg_depend
        where classid = 'pg_class'::regclass and objid = r.oid and deptype in ('a', 'i') limit 1)), null
    from relations r join pg_sequence on seqrelid = r.oid
  union all
  select k.oid::bigint * 4, 'constraint', quote_ident(conname) || ' on ' || coalesce(t.name, contypid::regtype::text),
      pg_get_constraintdef(k.oid), null
    from pg_constraint k left join tables t on t.oid = conrelid
    where contype in ('c', 'f', 'p', 'u', 'x') and (t.oid is not null or contypid in (select oid from types))
  union all
  select indexrelid::bigint * 4, 'index', r.name, concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end), null
    from pg_index join relations r on r.oid = indexrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  union all
  select oid::bigint * 4, case prokind when 'p' then 'procedure' else 'function' end, name, rtrim(pg_get_functiondef(oid), E'\\n'),
      format('drop %s %s', case prokind when 'p' then 'procedure' else 'function' end, name)
    from routines where prokind <> 'a'
  union all
  select r.oid::bigint * 4, 'aggregate', name, to_jsonb(a)::text, null from routines r join pg_aggregate a on a.aggfnoid = r.oid
  union all
  select oid::bigint * 4, case relkind when 'v' then 'view' else 'materialized view' end, name,
      format('create or replace view %s%s as%s%s', name,
        ' with (' || (select string_agg(o, ', ' order by o) from unnest(reloptions) o) || ')', E'\\n', rtrim(pg_get_viewdef(oid), ';')),
      case relkind when 'v' then 'drop view ' || name end
    from relations where relkind in ('v', 'm')
  union all
  select w.oid::bigint * 4, 'rule', quote_ident(rulename) || ' on ' || r.name, pg_get_ruledef(w.oid), null
    from pg_rewrite w join relations r on r.oid = ev_class where rulename <> '_RETURN'
  union all
  select g.oid::bigint * 4, 'trigger', quote_ident(tgname) || ' on ' || r.name, pg_get_triggerdef(g.oid) || case tgenabled
      when 'O' then '' else format(E';\\nalter table %s %s trigger %I', r.name,
        case tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, tgname) end,
      format('drop trigger %I on %s', tgname, r.name)
    from pg_trigger g join relations r on r.oid = tgrelid where not tgisinternal and tgparentid = 0
  union all
  select p.oid::bigint * 4, 'policy', quote_ident(polname) || ' on ' || t.name, concat_ws(' ', format('create policy %I on %s', polname, t.name),
      case when not polpermissive then 'as restrictive' end,
      'for ' || case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      'to ' || (select string_agg(case o when 0 then 'public' else o::regrole::text end, ', ' order by o::regrole::text) from unnest(polroles) o),
      'using (' || pg_get_expr(polqual, polrelid) || ')', 'with check (' || pg_get_expr(polwithcheck, polrelid) || ')'),
      format('drop policy %I on %s', polname, t.name)
    from pg_policy p join tables t on t.oid = polrelid
  union all
  select object::bigint * 4 + 1, 'grant', concat_ws(' ', 'on', type, name, 'to', who, case when may_grant then 'with grant option' end),
      concat_ws(' ', 'grant', what, 'on', type, name, 'to', who, case when may_grant then 'with grant option' end),
      format('revoke all on %s %s from %s', type, name, who)
    from grants
  union all
  select object::bigint * 4, 'owner', concat_ws(' ', 'of', type, name), owner::regrole::text, null
    from rights where "column" is null and owner::regrole::text <> quote_ident(current_user)
  union all
  select oid::bigint * 4, 'default privileges', concat_ws(' ', 'of', defaclrole::regrole, 'on', defaclobjtype,
      'in ' || nullif(defaclnamespace, 0)::regnamespace), array_to_string(array(select unnest(defaclacl)::text order by 1), ', '), null
    from pg_default_acl
  union all
  select objid::bigint * 4, i.type, i.identity, '', null from made_by_others, pg_identify_object(classid, objid, 0) i
  union all
  select objoid::bigint * 4 + 2, 'comment', concat_ws(' ', 'on', said, i.identity),
      concat_ws(' ', 'comment on', said, i.identity, 'is', quote_literal(description)),
      concat_ws(' ', 'comment on', said, i.identity, 'is null')
    from pg_description d, pg_identify_object(classoid, objoid, objsubid) i,
      regexp_replace(i.type, '^(table|view|composite type|domain) (?=column|constraint)', '') said
    where (objoid >= 16384 or objoid = 'public'::regnamespace)
      and not exists (select from brought b where b.classid = classoid and b.objid = objoid)
)
select kind, name, made, gone from objects order by position, kind, name`;

/** Reads the rows that the tables of a new database have, without times and random ids. */
async function readData(tx: Executor): Promise<SchemaObject[]> {
  const tables = await tx<{ name: string; left: string[] }[]>`
    select c.oid::regclass::text as name, array(
        select attname::text from pg_attribute
        where attrelid = c.oid and atttypid in ('uuid'::regtype, 'timestamptz'::regtype)) as left
    from pg_class c
    where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema$|supabase_migrations$)'
      and has_schema_privilege(relnamespace, 'usage') and has_table_privilege(oid, 'select')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;
  const rows = tables.map(
    ({ name, left }) => `select '${name}' as name, to_jsonb(t) - '{${left.join()}}'::text[] as row from ${name} t`,
  );
  return tx.unsafe<SchemaObject[]>(`
    select 'data' as kind, 'of ' || name as name, string_agg(row::text, E'\\n' order by row::text) as made, null as gone
    from (${rows.join(' union all ')}) r group by name order by name`);
}

/** Reads what the schema of a database consists of, within a transaction. */
export async function readFingerprint(tx: Executor): Promise<SchemaObject[]> {
  const [{ path = '' } = {}] = await tx<{ path: string }[]>`
    select current_setting('search_path') as path, set_config('search_path', '', true)`;
  const objects = await tx.unsafe<SchemaObject[]>(CATALOG);
  const data = await readData(tx);
  await tx`select set_config('search_path', ${path}, true)`;
  return [...objects, ...data];
}

export const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;

/** What differs, in the order of the wanted schema, then what it does not have, the newest first. */
export function compare(found: readonly SchemaObject[], wanted: readonly SchemaObject[]): Difference[] {
  const [there, needed] = [found, wanted].map((list) => new Map(list.map((object) => [keyOf(object), object.made])));
  return [...wanted, ...found.filter((object) => !needed?.has(keyOf(object))).toReversed()]
    .map((object) => ({ object, found: there?.get(keyOf(object)), wanted: needed?.get(keyOf(object)) }))
    .filter((pair) => pair.found !== pair.wanted);
}

/** A line for a person. */
export function describe({ object, found, wanted }: Difference): string {
  const [is, shouldBe] = [found, wanted].map((made) => made?.replaceAll(/\s+/g, ' ').slice(0, 400) ?? 'nothing');
  return `${keyOf(object)}: ${shouldBe}, instead of ${is}`;
}

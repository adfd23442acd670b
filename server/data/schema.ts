import type { Sql } from 'postgres';

/** A table or view, with the types of its columns in order. */
export type Table = { name: string; columns: ReadonlyMap<string, string>; primaryKey: readonly string[] };

/** A foreign key; `isUnique` when a row of `to` has at most one of `from`. */
export type ForeignKey = {
  name: string;
  from: string;
  fromColumns: readonly string[];
  to: string;
  toColumns: readonly string[];
  isUnique: boolean;
};

export type Argument = { name: string; type: string; hasDefault: boolean };

/** A function of the schema; `table` is where its rows come from when it returns rows of a table. */
export type DataFunction = {
  name: string;
  arguments: readonly Argument[];
  returnsSet: boolean;
  returns: 'void' | 'row' | 'scalar';
  table: string | null;
};

/** What the data API knows of the exposed schema; every identifier in a statement comes from here. */
export type Schema = {
  name: string;
  tables: ReadonlyMap<string, Table>;
  foreignKeys: readonly ForeignKey[];
  functions: ReadonlyMap<string, readonly DataFunction[]>;
};

type Row = {
  tables: { name: string; columns: [string, string][]; primaryKey: string[] }[] | null;
  foreignKeys: ForeignKey[] | null;
  functions: DataFunction[] | null;
};

/** Reads the schema from the database's own catalogue. */
export async function introspect(sql: Sql, name: string): Promise<Schema> {
  const [row] = await sql<[Row]>`
    with relations as (
      select c.oid, c.relname as name from pg_class c
      where c.relnamespace = ${name}::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
    ), keys as (
      select con.*, array(
        select a.attname::text from unnest(con.conkey) with ordinality k (num, pos)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.num order by pos
      ) as own_columns
      from pg_constraint con where con.connamespace = ${name}::regnamespace
    )
    select
      (select json_agg(json_build_object(
        'name', r.name,
        'columns', (select coalesce(json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
          from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped),
        'primaryKey', coalesce((select to_json(k.own_columns) from keys k where k.conrelid = r.oid and k.contype = 'p'), '[]')
      )) from relations r) as tables,
      (select json_agg(json_build_object(
        'name', k.conname, 'from', f.name, 'fromColumns', k.own_columns, 'to', t.name,
        'toColumns', array(select a.attname::text from unnest(k.confkey) with ordinality x (num, pos)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.num order by pos),
        'isUnique', exists (select from keys u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
          and u.own_columns @> k.own_columns and u.own_columns <@ k.own_columns)
      ) order by k.conname) from keys k
        join relations f on f.oid = k.conrelid join relations t on t.oid = k.confrelid
        where k.contype = 'f') as "foreignKeys",
      (select json_agg(json_build_object(
        'name', p.proname,
        'arguments', (select coalesce(json_agg(json_build_object(
            'name', coalesce(p.proargnames[i], ''), 'type', format_type(p.proargtypes[i - 1], null),
            'hasDefault', i > p.pronargs - p.pronargdefaults) order by i), '[]')
          from generate_series(1, p.pronargs) i),
        'returnsSet', p.proretset,
        'returns', case when t.typname = 'void' then 'void' when t.typtype = 'c' or t.typname = 'record' then 'row' else 'scalar' end,
        'table', (select r.name from relations r where r.oid = t.typrelid)
      )) from pg_proc p join pg_type t on t.oid = p.prorettype
        where p.pronamespace = ${name}::regnamespace and p.prokind = 'f' and t.typname <> 'trigger') as functions`;
  const functions = new Map<string, DataFunction[]>();
  for (const one of row.functions ?? []) functions.set(one.name, [...(functions.get(one.name) ?? []), one]);
  return {
    name,
    tables: new Map((row.tables ?? []).map((table) => [table.name, { ...table, columns: new Map(table.columns) }])),
    foreignKeys: row.foreignKeys ?? [],
    functions,
  };
}

import type { Sql } from '../../connections/sql.ts';
import { DataError } from '../data-error.ts';

/** A column: its type without a length and its default, both as SQL. */
export type Column = { type: string; defaultSql: string | null };

/** A table, a view or the rows of a function; columns are in their order. */
export type Table = { name: string; columns: ReadonlyMap<string, Column>; primaryKey: readonly string[] };

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

/** A function; `rows` are the columns of its rows when it returns rows. */
export type DataFunction = {
  name: string;
  arguments: readonly Argument[];
  returnsSet: boolean;
  returns: 'void' | 'row' | 'scalar';
  /** Declared stable or immutable: it runs in a transaction that writes nothing, as in PostgREST. */
  isReadOnly: boolean;
  rows: Table | null;
};

/** The exposed schema `public`. Identifiers in statements come from here, never from a request. */
export type Schema = {
  tables: ReadonlyMap<string, Table>;
  foreignKeys: readonly ForeignKey[];
  functions: ReadonlyMap<string, readonly DataFunction[]>;
};

type ColumnRow = [name: string, type: string, defaultSql: string | null];
type FunctionRow = Omit<DataFunction, 'rows'> & { table: string | null; columns: ColumnRow[] };
type CatalogueRow = {
  tables: { name: string; columns: ColumnRow[]; primaryKey: string[] }[];
  foreignKeys: ForeignKey[];
  functions: FunctionRow[];
};

// Types are written with -1 as their modifier: "numeric", not "numeric(10,2)", so that a compared value is not rounded.
const CATALOGUE = `
  with relations as (
    select oid, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
  ), columns as (
    select a.attrelid as relation, json_agg(json_build_array(a.attname, format_type(a.atttypid, -1),
      case when a.attgenerated <> '' then null
        when a.attidentity <> '' then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
        else pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum) as list
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
      and a.attrelid in (select typrelid from pg_type where typtype = 'c' and typnamespace = 'public'::regnamespace)
    group by a.attrelid
  ), keys as (
    select k.*, array(select a.attname::text from unnest(k.conkey) with ordinality c (num, pos)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.num order by pos) as own_columns
    from pg_constraint k where k.connamespace = 'public'::regnamespace
  ), parameters as (
    select p.oid as function, coalesce(m.mode, 'i') as mode, t.pos, format_type(t.type, -1) as type, coalesce(n.name, '') as name
    from pg_proc p cross join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality t (type, pos)
    left join unnest(p.proargnames) with ordinality n (name, pos) using (pos)
    left join unnest(p.proargmodes) with ordinality m (mode, pos) using (pos)
    where p.pronamespace = 'public'::regnamespace
  ), functions as (
    select p.proname as name, p.proretset as "returnsSet", p.provolatile <> 'v' as "isReadOnly", r.name as table,
      coalesce((select json_agg(json_build_object('name', i.name, 'type', i.type,
          'hasDefault', i.nth > p.pronargs - p.pronargdefaults) order by i.nth)
        from (select *, row_number() over (order by pos) as nth from parameters
          where function = p.oid and mode in ('i', 'b', 'v')) i), '[]') as arguments,
      coalesce((select list from columns where relation = t.typrelid), o.list, '[]') as columns,
      case when t.typname = 'void' then 'void'
        when t.typtype = 'c' or t.typname = 'record' or o.list is not null then 'row' else 'scalar' end as returns
    from pg_proc p join pg_type t on t.oid = p.prorettype left join relations r on r.oid = t.typrelid
    left join lateral (select json_agg(json_build_array(name, type, null) order by pos) as list
      from parameters where function = p.oid and mode in ('o', 'b', 't')) o on true
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
  )
  select
    (select coalesce(json_agg(json_build_object('name', r.name, 'columns', coalesce(c.list, '[]'),
        'primaryKey', coalesce((select to_json(own_columns) from keys where conrelid = r.oid and contype = 'p'), '[]'))), '[]')
      from relations r left join columns c on c.relation = r.oid) as tables,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'from', f.name, 'fromColumns', k.own_columns, 'to', t.name,
        'toColumns', array(select a.attname::text from unnest(k.confkey) with ordinality c (num, pos)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.num order by pos),
        'isUnique', exists (select from keys u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
          and u.own_columns @> k.own_columns and u.own_columns <@ k.own_columns)) order by k.conname), '[]')
      from keys k join relations f on f.oid = k.conrelid join relations t on t.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0) as "foreignKeys",
    (select coalesce(json_agg(f), '[]') from functions f) as functions`;

const toTable = (name: string, columns: readonly ColumnRow[], primaryKey: readonly string[] = []): Table => ({
  name,
  columns: new Map(columns.map(([column, type, defaultSql]) => [column, { type, defaultSql }])),
  primaryKey,
});

/** Reads the schema from the catalogue. With an empty search path, types are written with their schemas. */
async function introspect(sql: Sql): Promise<Schema> {
  const [row] = await sql.begin(async (tx) => {
    await tx`select set_config('search_path', '', true)`;
    return tx.unsafe<CatalogueRow[]>(CATALOGUE);
  }, 'read only');
  if (row === undefined) throw new Error('The catalogue returned no row');
  const tables = new Map(row.tables.map((one) => [one.name, toTable(one.name, one.columns, one.primaryKey)]));
  const functions = new Map<string, DataFunction[]>();
  for (const { table, columns, ...one } of row.functions) {
    const rows = one.returns === 'row' ? (tables.get(table ?? '') ?? toTable(one.name, columns)) : null;
    functions.set(one.name, [...(functions.get(one.name) ?? []), { ...one, rows }]);
  }
  return { tables, foreignKeys: row.foreignKeys, functions };
}

/** An unknown name may be new: the schema is read again, but not more often than this. */
const MIN_REREAD_INTERVAL_MS = 3000;
/** A notification can be lost with its connection; no change goes unseen for longer than this. */
const MAX_AGE_MS = 60_000;
/** PostgREST's channel: migrations send `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';
const RELOAD_MESSAGE = 'reload schema';

/** Keeps the schema until the database tells of a change. */
export function createSchemaCache(sql: Sql) {
  let readAt = 0;
  let isListening = false;
  let schema: Promise<Schema> | null = null;
  const clear = () => {
    schema = null;
  };

  const listen = () => {
    if (isListening) return;
    isListening = true;
    // Cleared at each new connection, since notifications in between are lost.
    sql.listen(CHANNEL, (message) => message === RELOAD_MESSAGE && clear(), clear);
  };

  const read = () => {
    listen();
    readAt = Date.now();
    const reading = introspect(sql).catch(() => {
      // The next request tries again.
      if (schema === reading) clear();
      throw new DataError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.');
    });
    schema = reading;
    return reading;
  };

  return {
    current() {
      const isOld = Date.now() - readAt > MAX_AGE_MS;
      return schema === null || isOld ? read() : schema;
    },
    /** Reads the schema again, unless it was read just now. @returns whether it was read */
    async reload() {
      if (Date.now() - readAt < MIN_REREAD_INTERVAL_MS) return false;
      await read();
      return true;
    },
  };
}

/** PostgreSQL writes a value that it rejects into its log, and into its message, as a whole. */
const MAX_CHARACTERS = 2000;
/** Types that take any text; error messages quote only a part of it. */
const TEXTS = /^(text|character|character varying|"char"|name)$/;
/** The most characters of a text, by where it stands. A column has a limit of its own, and a function works on what it gets. */
const TEXT_CHARACTERS = { filter: MAX_CHARACTERS, argument: 20_000, column: Number.POSITIVE_INFINITY };
const NUMBER_CHARACTERS: ReadonlySet<string | undefined> = new Set('-+.eE0123456789');

/** Counts the characters of each value of a list, and of anything else as the text that PostgreSQL makes of its JSON. */
function isTooLong(value: unknown, max: number, isList: boolean): boolean {
  let length = 0;
  // Without recursion: a caller may nest arrays however deep.
  const waiting = [value];
  while (waiting.length > 0 && length <= max) {
    const next: unknown = waiting.pop();
    if (Array.isArray(next)) for (const element of next) waiting.push(element);
    else if (typeof next === 'object' && next !== null) waiting.push(Object.keys(next), Object.values(next));
    else length = (isList ? 0 : length) + String(next).length;
  }
  return length > max;
}

export function requireShortValue(place: keyof typeof TEXT_CHARACTERS, value: unknown, type: string): void {
  const elementType = type.replace(/\[\]$/, '');
  const isList = place === 'filter' || elementType !== type;
  const max = TEXTS.test(Array.isArray(value) ? elementType : type) ? TEXT_CHARACTERS[place] : MAX_CHARACTERS;
  if (/^jsonb?$/.test(elementType) || !isTooLong(value, max, isList)) return;
  throw new DataError(400, '22P02', `invalid input syntax for type ${type}`, {
    details: `The value has more than ${max} characters`,
  });
}

/** Whether JSON has a number with very many digits. Reads each character once, whatever a stranger wrote. */
export function hasLongNumber(json: string): boolean {
  let isInString = false;
  let length = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString && character === '\\') at += 1;
    else if (character === '"') isInString = !isInString;
    length = !isInString && NUMBER_CHARACTERS.has(character) ? length + 1 : 0;
    if (length >= MAX_CHARACTERS) return true;
  }
  return false;
}

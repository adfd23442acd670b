import type { TransactionSql } from 'postgres';

/** Schemas with the product's rows. Other schemas of an outside database do not belong to it. */
export const SCHEMAS = ['auth', 'parqueo_server', 'private', 'public', 'supabase_migrations'] as const;

/** Names are quoted and qualified for use in statements. */
export type Column = { name: string; type: string };
export type Table = { name: string; columns: readonly Column[] };

type FoundTable = Table & { references: readonly string[] };

/** Sorts tables so that each comes after those it references. @throws Error for circular references */
function sortByReferences(found: readonly FoundTable[]): FoundTable[] {
  const ordered: FoundTable[] = [];
  let waiting = [...found];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(({ references }) => !references.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/**
 * Lists the tables with the product's rows in the order in which rows can be inserted, without generated columns, tables
 * of extensions and the migrations tables, which migrating fills.
 */
export async function findProductTables(tx: TransactionSql): Promise<Table[]> {
  const found = await tx<FoundTable[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      (
        select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      array(
        select format('%I.%I', tn.nspname, t.relname) from pg_constraint k
        join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid
      ) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = any(${[...SCHEMAS]})
      and not (n.nspname = 'supabase_migrations' and c.relname like '%\\_migrations')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by name`;
  return sortByReferences(found).map(({ name, columns }) => ({ name, columns }));
}

/** Makes the text format of values the same on every database, and rows hidden by policies an error. */
export async function setDumpSettings(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off;
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

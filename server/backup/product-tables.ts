import type { TransactionSql } from 'postgres';

/** Where the product keeps rows; what an outside database has elsewhere is not the product's. */
export const SCHEMAS = ['auth', 'parqueo_server', 'private', 'public', 'supabase_migrations'] as const;

/** Names are quoted and have their schema, as statements take them. */
export type Column = { name: string; type: string };
export type Table = { name: string; columns: readonly Column[] };

type FoundTable = Table & { references: readonly string[] };

/** Tables in an order in which each comes after those it refers to. @throws when tables refer to each other in a circle */
function inOrderOfReference(found: readonly FoundTable[]): FoundTable[] {
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
 * Every table with rows of the product, in the order in which rows can be put back. What remembers migrations is left
 * out, as running them writes it anew; so are columns the database computes and tables of extensions.
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
      and not (n.nspname = 'supabase_migrations' and c.relname in ('schema_migrations', 'platform_migrations'))
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    order by name`;
  return inOrderOfReference(found).map(({ name, columns }) => ({ name, columns }));
}

/** Makes values and their texts the same everywhere, and an invisible row an error instead of a gap. */
export async function setDumpSettings(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local row_security = off;
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

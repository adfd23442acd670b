import { APPLICATION_NAME } from '../../supabase-server/connections/connection-limits.ts';
import type { TransactionSql } from '../../supabase-server/connections/sql.ts';
import { OperatorError } from '../config/operator-error.ts';

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

/** What a restore would replace. */
export type ExistingData = { tables: number; accounts: number; reservations: number };

/** Counts the objects in the product's schemas, whatever role created them; null when there are none. */
export async function findExistingData(tx: TransactionSql): Promise<ExistingData | null> {
  const [found] = await tx<{ tables: number; isProduct: boolean }[]>`
    select count(*)::int as tables, to_regclass('public.reservations') is not null as "isProduct"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any(${[...SCHEMAS]})
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`;
  if (found === undefined || found.tables === 0) return null;
  if (!found.isProduct) return { tables: found.tables, accounts: 0, reservations: 0 };
  const [counts] = await tx<{ accounts: number; reservations: number }[]>`
    select (select count(*)::int from auth.users) as accounts, (select count(*)::int from public.reservations) as reservations`;
  return { tables: found.tables, accounts: counts?.accounts ?? 0, reservations: counts?.reservations ?? 0 };
}

/** @throws OperatorError when a server is connected, since it would continue with cached old data */
export async function requireNoRunningServer(tx: TransactionSql): Promise<void> {
  const [server] = await tx`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid() limit 1`;
  if (server) throw new OperatorError('A Parqueo is running on this database; stop it first');
}

/**
 * Drops the product and all its data in the current transaction.
 * @throws OperatorError on other tables, or accounts of Supabase's own services, which have backups of their own
 */
export async function dropExisting(tx: TransactionSql): Promise<void> {
  const [found] = await tx`
    select to_regclass('supabase_migrations.platform_migrations') is not null as "isParqueo"`;
  if (!found?.isParqueo) {
    throw new OperatorError('This database holds tables that are not a Parqueo’s; name an empty one');
  }
  await tx.unsafe(`drop schema if exists ${SCHEMAS.join(', ')}, data_api, extensions cascade`);
  // PostgreSQL creates the schema so in a new database.
  await tx.unsafe(`create schema public authorization pg_database_owner; grant usage on schema public to public;
    comment on schema public is 'standard public schema'`);
}

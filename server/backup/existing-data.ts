import type { TransactionSql } from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { SCHEMAS } from './product-tables.ts';

/** What the operator is told before it is replaced. */
export type ExistingData = { tables: number; accounts: number; reservations: number };

/** What is in the product's schemas, whoever made it; null when there is nothing. */
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

/** @throws OperatorError when a server is connected: it would go on with what it remembers of the old data */
export async function requireNoRunningServer(tx: TransactionSql): Promise<void> {
  const [served] = await tx`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'parqueo' and pid <> pg_backend_pid() limit 1`;
  if (served) throw new OperatorError('A Parqueo is running on this database; stop it first');
}

/** @throws OperatorError on a database whose accounts belong to Supabase's own services, which has backups of its own */
async function requireParqueoDatabase(tx: TransactionSql): Promise<void> {
  const [platform] = await tx<{ known: string | null }[]>`
    select to_regclass('supabase_migrations.platform_migrations')::text as known`;
  if (platform?.known == null) {
    throw new OperatorError('This database holds tables that are not a Parqueo’s; name an empty one');
  }
}

/** Removes the product and all its data, in the transaction that is under way. */
export async function dropExisting(tx: TransactionSql): Promise<void> {
  await requireParqueoDatabase(tx);
  await tx.unsafe(`drop schema if exists ${SCHEMAS.join(', ')}, extensions cascade`);
  // As PostgreSQL makes it in a new database.
  await tx.unsafe(`create schema public authorization pg_database_owner; grant usage on schema public to public;
    comment on schema public is 'standard public schema'`);
}

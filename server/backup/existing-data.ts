import type { TransactionSql } from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { SCHEMAS } from './product-tables.ts';

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
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'parqueo' and pid <> pg_backend_pid() limit 1`;
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
  // As PostgreSQL creates it in a new database.
  await tx.unsafe(`create schema public authorization pg_database_owner; grant usage on schema public to public;
    comment on schema public is 'standard public schema'`);
}

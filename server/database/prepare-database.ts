import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { takeAutomaticBackup } from '../backup/automatic-backup.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import {
  closeDemoAccounts,
  createDemoAccounts,
  ensureFirstAdmin,
  type FirstAccounts,
  readFirstAccounts,
} from './built-in-accounts.ts';
import { listMigrations, migrate } from './migrate.ts';

const SEED_FILE = join(import.meta.dirname, '../../supabase/seed.sql');

/** A failed migration could not be undone without the backup. */
async function backUpBeforeMigration(sql: Sql, dataDir: string, version: string): Promise<void> {
  try {
    await takeAutomaticBackup({ sql, dataDir, beforeVersion: version });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The database could not be backed up before its migration, so nothing was changed: ${reason}`,
      { cause },
    );
  }
}

/**
 * Migrates and seeds the database and creates the configured accounts.
 * @param embeddedDataDir data folder of an embedded database, which is backed up before a migration
 */
export async function prepareDatabase(
  sql: Sql,
  config: Config,
  embeddedDataDir: string | null,
  log: Logger,
): Promise<FirstAccounts> {
  const applied = await migrate(sql, listMigrations(config), {
    async beforeFirst(version) {
      if (embeddedDataDir !== null) await backUpBeforeMigration(sql, embeddedDataDir, version);
    },
    onBlocked: (migration, blockers) => log.warn({ migration, blockers }, 'a migration waits for locks'),
  });
  if (applied.length > 0) log.info({ applied: applied.length }, 'migrated');
  await requireCompleteSchema(sql);
  await writeInstallation(sql, config);
  if (config.seed === 'demo' && (await seedZones(sql, SEED_FILE))) log.info('sample zones loaded');
  if (config.isDemo && config.seed === 'demo') await createDemoAccounts(sql);
  if (!config.isDemo && (await closeDemoAccounts(sql))) {
    log.warn('the demo accounts lost their published password and their role, as this is no demo');
  }
  if (config.admin) await ensureFirstAdmin(sql, config.admin, log);
  return readFirstAccounts(sql);
}

/** Tells the rules of the database how the server is configured. Writes only what changes, as others may read the row. */
export async function writeInstallation(sql: Sql, { samples }: Pick<Config, 'samples'>): Promise<void> {
  await sql`
    insert into private.installation (samples) values (${samples})
    on conflict (only_row) do update set samples = excluded.samples
      where installation.samples is distinct from excluded.samples`;
}

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

/** Rows would be unguarded or unreachable without what is missing. */
export async function requireCompleteSchema(sql: Sql): Promise<void> {
  const missing = await findMissingPart(sql);
  if (missing === undefined) return;
  throw new OperatorError(
    `The database is incomplete, as after a restore with errors: ${missing} is missing; restore it anew as docs/backup.md says`,
  );
}

/** The path that the Supabase CLI records. */
const SEED_PATH = 'supabase/seed.sql';

/** Creates the table in which the Supabase CLI records seeds. */
export async function ensureSeedTable(tx: TransactionSql): Promise<void> {
  await tx`create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`;
}

/**
 * Loads the sample zones once, into a database without zones. Zones that an administrator removed do not come back.
 * @returns whether they were loaded
 */
export async function seedZones(sql: Sql, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return sql.begin(async (tx) => {
    // Prevents two servers that start together from both loading them. A lock of the table would wait for whoever writes to it.
    await tx`select pg_advisory_xact_lock(hashtextextended('sample zones', 0))`;
    await ensureSeedTable(tx);
    const [seeded] = await tx`
      select from public.parking_zones union all select from supabase_migrations.seed_files where path = ${SEED_PATH} limit 1`;
    if (seeded) return false;
    await tx.unsafe(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await tx`insert into supabase_migrations.seed_files (path, hash) values (${SEED_PATH}, ${hash})`;
    return true;
  });
}

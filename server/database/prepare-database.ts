import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { takeAutomaticBackup } from '../backup/automatic-backup.ts';
import { type Config, isLoopbackOnly, isPublic } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { createDemoAccounts, ensureFirstAdmin, findDemoAccounts } from './built-in-accounts.ts';
import { listMigrations, migrate } from './migrate.ts';
import { requireCompleteSchema } from './require-complete-schema.ts';
import { seedZones } from './seed.ts';

const SEED_FILE = join(import.meta.dirname, '../../supabase/seed.sql');

function isForThisMachine(config: Config): boolean {
  return isLoopbackOnly(config) && !isPublic(config);
}

/** Demo accounts have a published password, so they are for this machine only. */
export function hasDemoAccounts(config: Config): boolean {
  return config.seed === 'demo' && isForThisMachine(config);
}

/** @throws OperatorError when the backup fails, since a failed migration could not be undone without it */
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
 * @returns the ids of the demo accounts
 * @throws OperatorError when a migration fails or the database was restored incompletely
 */
export async function prepareDatabase(
  sql: Sql,
  config: Config,
  embeddedDataDir: string | null,
  log: Logger,
): Promise<ReadonlySet<string>> {
  const hasSimulators = embeddedDataDir !== null || config.lockVendor.url === undefined || config.payments.simulator;
  const applied = await migrate(sql, listMigrations(hasSimulators), {
    async beforeFirst(version) {
      if (embeddedDataDir !== null) await backUpBeforeMigration(sql, embeddedDataDir, version);
    },
    onBlocked: (migration, blockers) => log.warn({ migration, blockers }, 'a migration waits for locks'),
  });
  if (applied.length > 0) log.info({ applied: applied.length }, 'migrated');
  await requireCompleteSchema(sql);
  await writeInstallation(sql, config);
  if (config.seed === 'demo' && (await seedZones(sql, SEED_FILE))) log.info('sample zones loaded');
  if (embeddedDataDir !== null && hasDemoAccounts(config)) await createDemoAccounts(sql);
  const demoAccounts = await findDemoAccounts(sql);
  const usable = demoAccounts.filter(({ isSuspended }) => !isSuspended).map(({ email }) => email);
  if (usable.length > 0 && !isForThisMachine(config)) {
    log.warn(
      { accounts: usable },
      'demo accounts have their published password and answer this machine only; delete or suspend them',
    );
  }
  if (config.admin) await ensureFirstAdmin(sql, config.admin, log);
  return new Set(demoAccounts.map(({ id }) => id));
}

/** Tells the rules of the database how the server is configured. Writes only what changes, as others may read the row. */
export async function writeInstallation(sql: Sql, { samples }: Pick<Config, 'samples'>): Promise<void> {
  await sql`
    insert into private.installation (samples) values (${samples})
    on conflict (only_row) do update set samples = excluded.samples
      where installation.samples is distinct from excluded.samples`;
}

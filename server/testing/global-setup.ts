import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Embedded } from '../database/embedded/embedded.ts';
import { MIGRATIONS, type MigrationSet, migrate, SUBJECTS } from '../database/migrate.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

export const TEMPLATE = 'template_migrated';

/** The rules are tested as the subject files have them, before a migration brings them to the product. */
const WITH_SUBJECTS = MIGRATIONS.map((set) => (set.table === SUBJECTS.table ? SUBJECTS : set));

declare module 'vitest' {
  interface ProvidedContext {
    /** How to connect to the PostgreSQL of this run, without the name of a database. */
    postgres: Embedded['connection'];
  }
}

async function createTemplate(
  { connection }: Pick<Embedded, 'connection'>,
  sets: readonly MigrationSet[],
): Promise<void> {
  const log = pino({ level: 'silent' });
  const admin = openOwnerPool({ ...connection, database: 'postgres' }, log);
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  const template = openOwnerPool({ ...connection, database: TEMPLATE }, log);
  try {
    await migrate(template, sets);
  } finally {
    await template.end();
  }
}

/** One PostgreSQL for the tests of a run, with a migrated template that each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres();
  try {
    await createTemplate(postgres, project.name === 'database' ? WITH_SUBJECTS : MIGRATIONS);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide('postgres', postgres.connection);
  return postgres.stop;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from '../database/migrate.ts';

export const TEMPLATE = 'template_migrated';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to connect to the PostgreSQL of this run, without the name of a database. */
    postgres: Embedded['connection'];
  }
}

async function createTemplate({ connection }: Embedded): Promise<void> {
  const log = pino({ level: 'silent' });
  const admin = openOwnerPool({ ...connection, database: 'postgres' }, log);
  await admin.unsafe(`create database ${TEMPLATE}`);
  await admin.end();
  const template = openOwnerPool({ ...connection, database: TEMPLATE }, log);
  try {
    await migrate(template, MIGRATIONS);
  } finally {
    await template.end();
  }
}

/** One PostgreSQL for the tests of a run, with a migrated template that each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-test-'));
  const postgres = await startEmbedded(
    { dataDir, dataDirIsSet: true },
    // Tests may lose everything at any time, and want to be fast.
    {
      say: () => undefined,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
    },
  );
  const tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgres', postgres.connection);
  return tearDown;
}

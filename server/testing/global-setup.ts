import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { connectTo, MIGRATIONS } from '../database/open-database.ts';

export const TEMPLATE = 'template_migrated';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of this run is, as the folder of its socket. */
    postgresHost: string;
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
  const log = pino({ level: 'silent' });
  const admin = connectTo({ ...postgres.connection, database: 'postgres' }, log);
  await admin.unsafe(`create database ${TEMPLATE}`);
  const template = connectTo({ ...postgres.connection, database: TEMPLATE }, log);
  await migrate(template, MIGRATIONS);
  await template.end();
  await admin.end();
  project.provide('postgresHost', String(postgres.connection.host));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

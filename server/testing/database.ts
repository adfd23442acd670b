import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { type CallerPool, openCallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { TEMPLATE } from './global-setup.ts';

/** A database of a test file's own. */
export type TestDatabase = {
  sql: Sql;
  callers: CallerPool;
  close: () => Promise<void>;
};

type TestDatabaseOptions = {
  /** `migrated` is the product's schema without any row, `empty` has nothing at all. */
  template?: 'migrated' | 'empty';
};

/** Creates a database on the PostgreSQL of this run, connected as its owner; closing it removes it. */
export async function createTestDatabase({ template = 'migrated' }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const log = pino({ level: 'silent' });
  const server = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openOwnerPool({ ...server, database: 'postgres' }, log);
  // To copy files takes a third of the time that it takes to log each page.
  const copied = template === 'migrated' ? TEMPLATE : 'template0';
  await admin.unsafe(`create database ${name} template ${copied} strategy file_copy`);
  const sql = openOwnerPool({ ...server, database: name }, log);
  const callers = openCallerPool({ ...server, database: name }, log);
  return {
    sql,
    callers,
    async close() {
      await Promise.all([sql.end(), callers.close()]);
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

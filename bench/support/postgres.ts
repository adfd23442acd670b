import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbedded } from '../../server/database/embedded/embedded.ts';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';

/** A PostgreSQL with the settings of the embedded one and more connections. */
type BenchPostgres = {
  /** Creates a migrated database without rows and connects to it as its owner; `maintenance` is for what takes long. */
  createDatabase: (name: string) => Promise<{ sql: Sql; maintenance: Sql; url: string }>;
  stop: () => Promise<void>;
};

export const log = pino({ level: 'silent' });

export async function startPostgres(settings: Record<string, string> = {}): Promise<BenchPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-bench-'));
  const postgres = await startEmbedded(
    { dataDir, dataDirIsSet: true },
    // Replicas connect as to an outside database.
    { say: () => undefined, transport: 'loopback', settings: { max_connections: '300', ...settings } },
  );
  const { host, port, user, password } = postgres.connection;
  const opened: Sql[] = [];
  const connect = (database: string, isForMaintenance = false) => {
    const sql = openOwnerPool({ ...postgres.connection, database }, log, { isForMaintenance });
    opened.push(sql);
    return sql;
  };
  const admin = connect('postgres');
  return {
    async createDatabase(name) {
      await admin.unsafe(`create database ${name}`);
      const sql = connect(name);
      await migrate(sql, MIGRATIONS);
      return {
        sql,
        maintenance: connect(name, true),
        url: `postgres://${user}:${password}@${host}:${port}/${name}`,
      };
    },
    async stop() {
      await Promise.all(opened.map((sql) => sql.end(1000)));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

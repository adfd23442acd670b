import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { MIGRATIONS, migrate } from '../database/migrate.ts';

/** Migrates an empty database as the version did that had no migration from this one on, such as `20261122000200`. */
export async function migrateUntil(sql: Sql, version: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  try {
    const sets = MIGRATIONS.map((set, index) => ({ ...set, folder: join(folder, String(index)) }));
    for (const [index, { folder: from }] of MIGRATIONS.entries()) {
      const isEarlier = (file: string) => file.endsWith('.sql') && file < version;
      for (const file of (await readdir(from)).filter(isEarlier)) {
        await cp(join(from, file), join(folder, String(index), file));
      }
    }
    await migrate(sql, sets);
  } finally {
    await rm(folder, { recursive: true });
  }
}

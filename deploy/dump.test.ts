import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../server/database/embedded/run-as.ts';
import { digestContents, fillDatabase, readGuards } from '../server/testing/backup.ts';
import { createSharedKeys } from '../server/testing/crowd.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { createDatabase } from './testing/create-database.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks, runDocumented } from './testing/documentation.ts';
import { startReplica } from './testing/replica.ts';

const DOCUMENT = 'docs/backup.md';
const HEADING = 'With PostgreSQL’s own programs';

/** Without parentheses, as a restored expression has fewer of them. */
const readPlainGuards = async (sql: Sql) =>
  (await readGuards(sql)).map((guard) => JSON.stringify(guard).replaceAll(/[()]/g, ''));

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('a dump by PostgreSQL’s own programs', () => {
  let folder: string;
  let env: Record<string, string>;
  let old: OutsidePostgres;
  let fresh: OutsidePostgres;
  let oldPort: number;
  let freshPort: number;
  const start = async (port: number) =>
    startReplica(ROOT, await findFreePort(), { ...env, DATABASE_URL: `postgres://parqueo@127.0.0.1:${port}/parqueo` });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-dump-'));
    const runAs = findUnprivilegedUser();
    await chmod(folder, 0o755);
    if (runAs !== null) await chown(folder, runAs.uid, runAs.gid);
    const keys = await createSharedKeys();
    env = { ...keys.env, SAMPLES: 'on', SEED: 'demo' };
    [oldPort, freshPort] = await Promise.all([findFreePort(), findFreePort()]);
    [old, fresh] = await Promise.all([
      startOldestPostgres({ port: oldPort }),
      startOldestPostgres({ port: freshPort }),
    ]);
    createDatabase(old.folder, oldPort);
    createDatabase(fresh.folder, freshPort);
    await (await start(oldPort)).kill();
    const sql = old.connect('postgres', 'parqueo');
    await fillDatabase(sql);
    await sql.end();
    const [dump = ''] = await readCodeBlocks(DOCUMENT, HEADING);
    const replacements = { 'db.example:5432': `127.0.0.1:${oldPort}`, '?sslmode=require': '', '/backups': folder };
    runDocumented(dump, { asPostgres: true, replacements });
  });
  afterAll(async () => {
    await Promise.all([old.stop(), fresh.stop()]);
    await rm(folder, { recursive: true });
  });

  test('fills a fresh PostgreSQL by the documented commands, by a role that is no superuser', async () => {
    const [, restore = ''] = await readCodeBlocks(DOCUMENT, HEADING);
    runDocumented(restore, {
      asPostgres: true,
      replacements: {
        'new.example:5432': `127.0.0.1:${freshPort}`,
        '?sslmode=require': '',
        '/backups': folder,
        'supabase-server/auth-schema': join(ROOT, 'supabase-server/auth-schema'),
      },
    });
    const before = old.connect('parqueo', 'parqueo');
    const after = fresh.connect('parqueo', 'parqueo');
    expect(await digestContents(after)).toEqual(await digestContents(before));
    expect(await readPlainGuards(after)).toEqual(await readPlainGuards(before));
    await Promise.all([before.end(), after.end()]);
    const replica = await start(freshPort);
    expect((await fetch(`${replica.url}/readyz`)).status).toBe(200);
    await replica.kill();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { APPLICATION_NAME } from '../../supabase-server/connections/connection-limits.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { createCrowd, createSharedKeys } from '../testing/crowd.ts';
import { startOutsidePostgres } from '../testing/outside-postgres.ts';
import { openPreparedDatabase, openServer } from '../testing/server.ts';
import { EMBEDDED_DATABASE, EMBEDDED_USER } from './embedded/embedded.ts';

/** One driver's statements do not take every connection. */
const DRIVERS = 30;

const silent = pino({ level: 'silent' });

/** A server of these variables, without its port. */
async function start(variables: Record<string, string>, log = silent) {
  const keys = await createSharedKeys();
  const env = { ...keys.env, SEED: 'none', ...variables };
  const database = await openPreparedDatabase(readConfig({ RATE_LIMIT: 'off', ...env }, '/nowhere'), log);
  const drivers = await createCrowd(database.sql, keys, DRIVERS);
  const { app } = await openServer(database, { env });
  return {
    database,
    /** The status of the answer to one of the drivers. */
    async ask(path: string, nth = 0) {
      const authorization = `Bearer ${drivers[nth % DRIVERS]?.token}`;
      const response = await app.request(path, { headers: { apikey: keys.publishableKey, authorization } });
      return response.status;
    },
    async readReadiness() {
      const response = await app.request('/readyz');
      return [response.status, await response.json()];
    },
  };
}

async function startPostgres(maxConnections: number) {
  const postgres = await startOutsidePostgres({ maxConnections });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Asks for more at once than a server may open connections for, and counts those it has while all of them wait. */
async function countUnderLoad({ database, ask }: Awaited<ReturnType<typeof start>>, other: Sql, expected: number) {
  const { maintenance } = database;
  // The schema is read, and once more when the server has begun to listen for its changes; a lock would stop that.
  await ask('/rest/v1/profiles?select=full_name');
  await vi.waitUntil(async () => (await other`select from pg_stat_activity where query ilike 'listen%'`).length > 0);
  await ask('/rest/v1/profiles?select=full_name');
  const { all, count } = await other.begin(async (tx) => {
    await tx`lock table public.profiles, auth.users, private.due_work in access exclusive mode`;
    const asked = Promise.all([
      ...Array.from({ length: 60 }, (_, nth) =>
        ask(`/rest/v1/profiles?full_name=eq.${nth}&select=a${nth}:full_name`, nth),
      ),
      ...Array.from({ length: 60 }, () => ask('/auth/v1/user')),
      ...Array.from({ length: 5 }, () => maintenance`select from private.due_work`),
    ]);
    const counted = await vi.waitFor(
      async () => {
        const [row] = await tx<{ open: number }[]>`
          select count(*)::int - 1 as open from pg_stat_activity, pg_stat_clear_snapshot()
          where backend_type = 'client backend'`;
        if (row === undefined || row.open < expected) throw new Error(`There are ${row?.open} connections`);
        return row.open;
      },
      { timeout: 2500 },
    );
    return { all: asked, count: counted };
  });
  await all;
  return count;
}

test('a server never has more connections to an outside database than it may have', async () => {
  const limit = 8;
  const postgres = await startPostgres(60);
  const server = await start({ DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: String(limit) });
  const other = postgres.connect();
  // One is for the lock on a data folder, which an outside database has not, and one for the readiness check.
  const count = await countUnderLoad(server, other, limit - 2);
  await Promise.all([other.end(), server.database.close()]);
  expect(count).toBeLessThanOrEqual(limit - 1);
});

test('a server never has more than 12 connections to its embedded database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-connections-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const server = await start({ DATA_DIR: dataDir });
  const other = openOwnerPool(
    { host: join(dataDir, 'postgres'), user: EMBEDDED_USER, database: EMBEDDED_DATABASE },
    silent,
    { max: 1 },
  );
  const count = await countUnderLoad(server, other, 11);
  await other.end();
  await server.database.close();
  expect(count).toBeLessThanOrEqual(12);
});

test('a server warns at the start when the database has too few connections for it', async () => {
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }));
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const startOn = async (maxConnections: number) => {
    lines.length = 0;
    printed.mockClear();
    const postgres = await startPostgres(maxConnections);
    const { database } = await start({ DATABASE_URL: postgres.url }, log);
    await database.close();
    return [lines.filter((line) => line.includes('too few connections')).length, printed.mock.calls.flat().join('')];
  };
  // Three are for superusers.
  expect(await startOn(14)).toEqual([
    1,
    'The database gives this server 11 connections, and it may open 12: raise max_connections, or lower DATABASE_CONNECTIONS\n',
  ]);
  expect(await startOn(15)).toEqual([0, '']);
});

test('a server that gets no connection for its callers is not ready, even when sign-in has one', async () => {
  const postgres = await startPostgres(30);
  const { database, ask } = await start({ DATABASE_URL: postgres.url });
  const both = async () => [await ask('/readyz'), await ask('/rest/v1/parking_zones?select=id')];
  expect(await both()).toEqual([200, 200]);
  const others = Array.from({ length: 40 }, () => postgres.connect());
  const occupy = () => Promise.allSettled(others.map((other) => other`select 1`));
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`;
  await expect.poll(() => database.callers.pool.totalCount).toBe(0);
  await occupy();
  expect(await both()).toEqual([503, 503]);
  expect(await ask('/auth/v1/user')).toBe(200);
  await Promise.all(others.map((other) => other.end()));
  await expect.poll(both).toEqual([200, 200]);
  await database.close();
});

const READY = [200, { status: 'ok' }];
const READS_ONLY = [200, { status: 'ok', writes: 'failing' }];

test('a server whose database takes no writes says so, and is ready for reads', async () => {
  const postgres = await startPostgres(30);
  const { database, readReadiness } = await start({ DATABASE_URL: postgres.url });
  expect(await readReadiness()).toEqual(READY);
  const write = database.maintenance.begin((tx) => tx`delete from private.job_runs`, 'read only');
  await expect(write).rejects.toMatchObject({ code: '25006' });
  expect(await readReadiness()).toEqual(READS_ONLY);
  await database.close();
});

test('a write of a caller that finds the disk full is seen, and one where they may only read is not', async () => {
  const postgres = await startPostgres(30);
  const { database, ask, readReadiness } = await start({ DATABASE_URL: postgres.url });
  await database.sql.unsafe(`
    create function public.fill() returns void language sql as 'create temporary table full_disk ()';
    create function public.fail() returns void language plpgsql as
      $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
    grant execute on function public.fill, public.fail to authenticated`);
  await expect.poll(() => ask('/rest/v1/rpc/fill')).toBe(405);
  expect(await readReadiness()).toEqual(READY);
  expect(await ask('/rest/v1/rpc/fail')).toBe(503);
  expect(await readReadiness()).toEqual(READS_ONLY);
  await database.close();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OperatorError } from '../server/config/operator-error.ts';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../server/database/embedded/run-as.ts';
import { verifyCallerPool, verifyOwnerPool } from '../server/database/verify-pools.ts';
import { createSharedKeys } from '../server/testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../server/testing/outside-postgres.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { openCallerPool } from '../supabase-server/connections/pool.ts';
import { untilListening } from './testing/balancer.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { startReplica } from './testing/replica.ts';

/** Where Debian puts PgBouncer. */
const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Starts PgBouncer in front of a database, with a user without a password; `connectQuery` runs on each of its connections. */
async function startPooler(databaseUrl: string, settings: Record<string, string | number>, connectQuery = 'select 1') {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-pooler-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const all = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', ...settings };
  const lines = [
    '[databases]',
    `postgres = host=${hostname} port=${databasePort} user=${username} connect_query='${connectQuery.replaceAll("'", "''")}'`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn(PGBOUNCER, ['--quiet', file], { ...findUnprivilegedUser(), cwd: '/', stdio: 'ignore' });
  await untilListening(port);
  return {
    url: `postgres://${username}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const log = pino({ level: 'silent' });
const ADVICE =
  'leads to a pooler that shares connections or drops their settings: connect to PostgreSQL directly, or through a pooler in session mode that passes startup parameters on';
const LINE = `DATABASE_URL ${ADVICE}`;
const IGNORED = ['options', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].join(', ');

/** What makes every connection of the pooler look like one with a pool's own settings. */
const AS_OWNER = 'set statement_timeout = 10000';
const AS_CALLER = `${AS_OWNER}; set role anon; set search_path = public, extensions`;

let postgres: OutsidePostgres;
let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;

async function throughPooler(settings: Record<string, string | number>, connectQuery?: string): Promise<string> {
  pooler = await startPooler(postgres.url, { ignore_startup_parameters: IGNORED, ...settings }, connectQuery);
  return pooler.url;
}

/** With five connections, which are taken in turn: with fewer a pool may by chance get its own ones back. */
async function throughFullPooler(connectQuery: string): Promise<string> {
  const mode = { pool_mode: 'transaction', default_pool_size: 20, min_pool_size: 5, server_round_robin: 1 };
  const url = await throughPooler(mode, connectQuery);
  const first = openOwnerPool(url, log, { max: 1 });
  const sql = postgres.connect();
  const count = async () => {
    const [row] = await sql<
      { all: number }[]
    >`select count(*)::int as all from pg_stat_activity where backend_type = 'client backend'`;
    return row?.all ?? 0;
  };
  try {
    const before = await count();
    // It opens the others once somebody is connected.
    await first.unsafe('select 1');
    await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 5);
  } finally {
    await Promise.all([first.end(0), sql.end()]);
  }
  return url;
}

const describeOutcome = (work: Promise<unknown>) =>
  work.then(
    () => 'proven',
    (error: unknown) => (error instanceof OperatorError ? error.message : error),
  );

async function proveOwner(url: string) {
  const sql = openOwnerPool(url, log);
  try {
    return await describeOutcome(verifyOwnerPool(sql, 'DATABASE_URL'));
  } finally {
    await sql.end(0);
  }
}

async function proveCallers(url: string) {
  const { pool, close } = openCallerPool(url, log);
  try {
    return await describeOutcome(verifyCallerPool(pool, 'DATABASE_READ_URL'));
  } finally {
    await close(0);
  }
}

/** Starts the server as an operator does; answers what it printed when it stopped. */
async function startThrough(url: string): Promise<string> {
  const { env } = await createSharedKeys();
  const replica = await startReplica(ROOT, await findFreePort(), { ...env, DATABASE_URL: url }).catch(
    ({ message }: Error) => message,
  );
  if (typeof replica === 'string') return replica;
  await replica.kill();
  return 'It started';
}

// Outside of Debian it may not be there; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(PGBOUNCER) && !process.env.CI)('behind PgBouncer', () => {
  beforeAll(async () => {
    postgres = await startOutsidePostgres();
    const sql = postgres.connect();
    await sql`create role anon`;
    await sql.end();
  });
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
  });
  afterAll(() => postgres.stop());

  test('a server behind a pooler in transaction mode stops with one line that names poolers', async () => {
    const url = await throughPooler({ pool_mode: 'transaction' });
    expect(await startThrough(url)).toBe(`It stopped with 1: ${LINE}\n`);
  });

  test('each pool notices connections that are not its own', async () => {
    const owner = await proveOwner(await throughFullPooler(AS_OWNER));
    await pooler?.stop();
    const callers = await proveCallers(await throughFullPooler(AS_CALLER));
    expect([owner, callers]).toEqual([LINE, `DATABASE_READ_URL ${ADVICE}`]);
  });

  test('connections of one’s own are proven, also through a pooler', async () => {
    expect([await proveOwner(postgres.url), await proveCallers(postgres.url)]).toEqual(['proven', 'proven']);
    expect(await proveOwner(await throughPooler({ pool_mode: 'session' }, AS_OWNER))).toBe('proven');
    await pooler?.stop();
    expect(await proveCallers(await throughPooler({ pool_mode: 'session' }, AS_CALLER))).toBe('proven');
  });
});

import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../deploy/testing/create-image-folder.ts';
import { startReplica } from '../../deploy/testing/replica.ts';
import {
  APPLICATION_NAME,
  CONNECT_TIMEOUT_MS,
  SILENCE_LIMIT_MS,
} from '../../supabase-server/connections/connection-limits.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { withSession } from '../../supabase-server/postgrest/execute/transaction.ts';
import { readConfig } from '../config/config.ts';
import { deriveOperatorKey } from '../keys/keys.ts';
import { scheduleJob } from '../start/jobs.ts';
import { type CrowdDriver, createCrowd, createSharedKeys, type SharedKeys } from '../testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { type OpenedServer, openPreparedDatabase, openServer } from '../testing/server.ts';
import { findFreePort } from './embedded/endpoint.ts';
import type { Database } from './open-database.ts';

const log = pino({ level: 'silent' });
const LIMIT_MS = 12_000;
/** A connection is silent for so long, and another one is opened in vain to ask whether the database works on the statement. */
const JOB_LIMIT_MS = SILENCE_LIMIT_MS + CONNECT_TIMEOUT_MS;
const STOP_LIMIT_MS = 6000;
const MARGIN_MS = 2000;

let postgres: OutsidePostgres;
let other: Sql;
let database: Database;
let keys: SharedKeys;
let driver: CrowdDriver;
let app: OpenedServer['app'];
let operatorKey: string;

beforeAll(async () => {
  postgres = await startOutsidePostgres();
  other = postgres.connect();
  keys = await createSharedKeys();
  const env = { ...keys.env, DATABASE_URL: postgres.url };
  database = await openPreparedDatabase(readConfig(env, '/nowhere'), log);
  [driver = { id: '', token: '' }] = await createCrowd(database.sql, keys, 1);
  const opened = await openServer(database, { env, mailer: { send: () => Promise.resolve() } });
  app = opened.app;
  operatorKey = deriveOperatorKey(opened.keys);
});
afterAll(async () => {
  await postgres.unfreeze();
  await other.end();
  await database.close();
  await postgres.stop();
});

type Answer = { path: string; status: number; retryAfter: string | null; ms: number };

async function ask(path: string, { isDriver = false, body }: { isDriver?: boolean; body?: object } = {}) {
  const startedAt = performance.now();
  const headers = {
    apikey: keys.publishableKey,
    'content-type': 'application/json',
    ...(isDriver ? { authorization: `Bearer ${driver.token}` } : {}),
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' };
  const { status, headers: got } = await app.request(path, init, { incoming: { socket } });
  return { path, status, retryAfter: got.get('retry-after'), ms: performance.now() - startedAt } satisfies Answer;
}

/** One request to every part of the server that needs the database, and more of some than there are connections. */
const askAll = () =>
  Promise.all([
    ...Array.from({ length: 12 }, () => ask('/rest/v1/parking_zones?select=id')),
    ...Array.from({ length: 12 }, () => ask('/auth/v1/user', { isDriver: true })),
    ask('/rest/v1/profiles?select=full_name', { isDriver: true }),
    ask('/rest/v1/rpc/is_admin', { isDriver: true, body: {} }),
    ask('/auth/v1/token?grant_type=password', { body: { email: 'a@parqueo.test', password: 'whatever-it-is' } }),
    ask('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: 'made-up' } }),
    ask('/auth/v1/signup', { body: { email: 'new@parqueo.test', password: 'whatever-it-is' } }),
    ask('/functions/v1/lock-proxy', { isDriver: true, body: {} }),
    ask('/functions/v1/open-space', { isDriver: true, body: {} }),
    ask(`/mailbox.json?key=${operatorKey}`),
  ]);

/** The sessions of a server without the one that listens for changes. */
const sessions = async () => {
  const rows = await other<{ pid: number }[]>`
    select pid from pg_stat_activity
    where application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid() and query not like 'listen%' order by pid`;
  return rows.map(({ pid }) => pid);
};

describe.skipIf(process.platform !== 'linux')('a database that hangs', () => {
  test('it is not ready after 2 seconds, refuses requests within 12, and recovers', async () => {
    const before = await askAll();
    expect(before.filter(({ status }) => status >= 500)).toEqual([]);
    const used = await sessions();
    await postgres.freeze();
    const all = askAll();
    const comeBack = '/functions/v1/payments/azul/cancelled?payment=00000000-0000-4000-8000-000000000000';
    const back = Promise.resolve(app.request(comeBack));
    const ready = [await ask('/readyz'), await ask('/readyz'), await ask('/readyz')];
    for (const { status, retryAfter, ms } of ready) {
      expect([status, retryAfter]).toEqual([503, '1']);
      expect(ms).toBeLessThan(2000);
    }
    for (const { path, status, retryAfter, ms } of await all) {
      expect([path, status, retryAfter]).toEqual([path, 503, '1']);
      expect(ms).toBeLessThan(LIMIT_MS);
    }
    // A browser that comes back from a payment comes again by itself.
    const { status: backStatus, headers } = await back;
    expect([backStatus, headers.get('refresh')]).toEqual([503, '5']);
    // What comes later does not wait as long.
    const later = await askAll();
    expect(later.filter(({ status }) => status !== 503)).toEqual([]);
    expect(later.filter(({ ms }) => ms > (LIMIT_MS * 2) / 3)).toEqual([]);
    await postgres.unfreeze();
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 5000 }).toBe(200);
    const after = await askAll();
    expect(after.map(({ path, status }) => [path, status])).toEqual(before.map(({ path, status }) => [path, status]));
    // Nobody gets a connection on which somebody else waited in vain.
    await expect.poll(async () => (await sessions()).filter((pid) => used.includes(pid))).toEqual([]);
  });

  test('a job whose database hangs in the middle of a statement fails, and its next run succeeds', async () => {
    const sql = database.maintenance;
    const error = vi.fn();
    const stop = scheduleJob({
      job: 'due_work',
      pattern: '* * * * * *',
      sql,
      log: Object.assign(pino({ level: 'silent' }), { error }),
      async work() {
        await sql`select pg_sleep(3) as job`;
      },
    });
    const isAtWork = async () =>
      (await other`select from pg_stat_activity where query = 'select pg_sleep(3) as job' and state = 'active'`).length;
    await expect.poll(isAtWork, { timeout: 10_000 }).toBe(1);
    await postgres.freeze();
    const frozenAt = performance.now();
    await vi.waitUntil(() => error.mock.calls.length > 0, { timeout: 2 * JOB_LIMIT_MS });
    expect(performance.now() - frozenAt).toBeLessThan(JOB_LIMIT_MS + MARGIN_MS);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ job: 'due_work' }), expect.stringContaining('failed'));
    await postgres.unfreeze();
    const hasSucceeded = async () =>
      (await other`select from private.job_runs where job = 'due_work' and error is null`).length;
    await expect.poll(hasSucceeded, { timeout: 2 * JOB_LIMIT_MS }).toBe(1);
    await stop();
  });

  test('a server that is asked to stop while a job hangs in the database ends soon', async () => {
    const settings = { DATABASE_URL: postgres.url, DRAIN_SECONDS: '0' };
    const server = await startReplica(ROOT, await findFreePort(), { ...keys.env, ...settings });
    await other.begin(async (tx) => {
      await tx`lock table public.notifications in access exclusive mode`;
      const isJobWaiting = async () =>
        (
          await database.sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%claim_notifications%'`
        ).length > 0;
      await vi.waitUntil(isJobWaiting, { timeout: 9000 });
      await postgres.freeze();
      const stoppedAt = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(STOP_LIMIT_MS);
      await postgres.unfreeze();
    });
  });

  test('the kernel watches every connection of the server', async () => {
    await Promise.all([ask('/rest/v1/parking_zones?select=id'), ask('/auth/v1/user', { isDriver: true })]);
    const port = Number(new URL(postgres.url).port).toString(16).toUpperCase().padStart(4, '0');
    const lines = (await readFile('/proc/self/net/tcp', 'utf8')).split('\n');
    const toDatabase = lines
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote]) => remote?.endsWith(`:${port}`));
    const timers = toDatabase.filter(([, , , state]) => state === '01').map((fields) => fields[5]?.slice(0, 2));
    expect(timers.length).toBeGreaterThan(1);
    // 02 is the keepalive timer.
    expect(new Set(timers)).toEqual(new Set(['02']));
  });
});

test('a request that waits for a lock is told to retry after 3 seconds, on both APIs', async () => {
  const held = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const holding = other.begin(async (tx) => {
    await tx`lock table public.profiles, auth.users in access exclusive mode`;
    held.resolve();
    await isOver.promise;
  });
  await held.promise;
  const all = await Promise.all([
    ask('/rest/v1/profiles?select=full_name', { isDriver: true }),
    ask('/auth/v1/user', { isDriver: true }),
  ]);
  isOver.resolve();
  await holding;
  for (const { path, status, retryAfter, ms } of all) {
    expect([path, status, retryAfter]).toEqual([path, 503, '1']);
    expect(ms).toBeGreaterThan(2900);
    expect(ms).toBeLessThan(6000);
  }
});

test('in every pool the database ends slow statements, lock waits and idle transactions', async () => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const text = `select ${names.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as limits`;
  const ofSql = async (sql: Sql) => (await sql.unsafe<{ limits: string }[]>(text))[0]?.limits;
  const [ofCallers] = await withSession(database.callers.pool, (session) =>
    session.run([{ text, values: [], key: null }]),
  );
  expect([await ofSql(database.sql), ofCallers?.[0]]).toEqual(['10s 3s 10s', '10s 3s 10s']);
  expect(await ofSql(database.maintenance)).toBe('15min 1min 15min');
});

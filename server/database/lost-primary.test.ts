import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { requireNoRunningServer } from '../backup/product-tables.ts';
import { readConfig } from '../config/config.ts';
import { type CrowdDriver, createCrowd, createSharedKeys, type SharedKeys } from '../testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { type OpenedServer, openPreparedDatabase, openServer } from '../testing/server.ts';
import { findPrimary, openHost } from './follow-primary.ts';
import type { Database } from './open-database.ts';

const log = pino({ level: 'silent' });

let keys: SharedKeys;
let first: OutsidePostgres;
let second: OutsidePostgres;
let database: Database;
let driver: CrowdDriver;
let app: OpenedServer['app'];

const NOWHERE = { url: 'postgres://127.0.0.1:9' };

/** One address of several databases. */
const addressOf = (...hosts: { url: string }[]) =>
  `postgres://postgres@${hosts.map(({ url }) => new URL(url).host).join(',')}/postgres`;

const open = (url: string) =>
  openPreparedDatabase(readConfig({ ...keys.env, DATABASE_URL: url, RATE_LIMIT: 'off' }, '/nowhere'), log);

beforeAll(async () => {
  first = await startOutsidePostgres();
  second = await first.addStandby();
  keys = await createSharedKeys();
  database = await open(addressOf(second, first));
  [driver = { id: '', token: '' }] = await createCrowd(database.sql, keys, 1);
  ({ app } = await openServer(database, { env: keys.env }));
});
afterAll(async () => {
  await first.unfreeze();
  await database.close();
  await Promise.all([first, second].map((postgres) => postgres.stop()));
});

async function ask(path: string, body?: object) {
  const headers = {
    apikey: keys.publishableKey,
    authorization: `Bearer ${driver.token}`,
    'content-type': 'application/json',
  };
  const init = body === undefined ? { headers } : { method: 'PATCH', headers, body: JSON.stringify(body) };
  const response = await app.request(path, init);
  return { path, status: response.status, retryAfter: response.headers.get('retry-after') };
}

const write = (bio: string) => ask(`/rest/v1/profiles?user_id=eq.${driver.id}`, { bio });
const readiness = async () => (await ask('/readyz')).status;

/** One request to each kind of connection that requests use. */
const askAll = () => Promise.all([write('now'), ask('/rest/v1/parking_zones?select=id'), ask('/auth/v1/user')]);
const statuses = async () => (await askAll()).map(({ status }) => status);

const readBio = async (postgres: OutsidePostgres) => {
  const sql = postgres.connect();
  const [row] = await sql<{ bio: string }[]>`select bio from public.profiles where user_id = ${driver.id}`;
  await sql.end();
  return row?.bio;
};

test('a standby alone is no database to start on, and the line says so', async () => {
  const one = 'DATABASE_URL leads to a standby, which takes no writes';
  await expect(open(second.url)).rejects.toThrow(one);
  const several = 'DATABASE_URL: no host takes writes (host 1: a standby; host 2: nothing listens at its host and port';
  await expect(open(addressOf(second, NOWHERE))).rejects.toThrow(several);
});

test('the primary is found wherever it stands, also beside a host that is not there', async () => {
  const address = addressOf(NOWHERE, second, first);
  expect(await findPrimary(address)).toBe(first.url);
  const other = await open(address);
  await other.close();
});

test('who looks for the primary before a restore is not taken for a running server', async () => {
  const sql = first.connect();
  await sql`create database restored`;
  await sql.end();
  const address = first.url.replace(/postgres$/, 'restored');
  const host = openHost(address);
  await host.check();
  expect(host.state).toEqual({ timeline: 1 });
  const restored = openOwnerPool(address, log, { max: 1 });
  await restored.begin(requireNoRunningServer);
  await Promise.all([host.close(), restored.end()]);
});

test('without a primary the server is not ready and requests may be repeated, until there is one', async () => {
  expect([await readiness(), ...(await statuses())]).toEqual([200, 204, 200, 200]);
  await first.kill();
  await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
  for (const { path, status, retryAfter } of await askAll()) {
    expect([path, status, retryAfter]).toEqual([path, 503, '1']);
  }
  await first.restart();
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([204, 200, 200]);
  expect(await readiness()).toBe(200);
});

test('a primary that hangs is left for the promoted one, and not returned to when it is back', async () => {
  expect(await statuses()).toEqual([204, 200, 200]);
  await first.freeze();
  const whileHanging = askAll();
  const job = Promise.allSettled([database.maintenance`select 1`]);
  await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
  await second.promote();
  await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
  // Nothing else would end what waits for a lost machine without a time limit.
  await job;
  for (const { path, status, retryAfter } of await whileHanging) {
    expect([path, status, retryAfter]).toEqual([path, 503, '1']);
  }
  // A pool may still hand out a connection of the old primary, once.
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([204, 200, 200]);
  expect((await write('after the promotion')).status).toBe(204);
  await database.maintenance`select private.run_scheduled_jobs_once()`;
  const sql = second.connect();
  const countListeners = async () => (await sql`select from pg_stat_activity where query ilike 'listen%'`).length;
  await expect.poll(countListeners, { timeout: 20_000 }).toBe(1);
  await sql.end();
  await first.unfreeze();
  expect((await write('once more')).status).toBe(204);
  expect([await readBio(second), await readBio(first)]).toEqual(['once more', 'now']);

  // The old one takes writes, which would be lost.
  await second.kill();
  await expect.poll(readiness, { timeout: 20_000 }).toBe(503);
  expect((await write('to nobody')).status).toBe(503);
  await second.restart({ asStandby: true });
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([503, 503, 503]);
  expect(await readiness()).toBe(503);
  await second.promote();
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([204, 200, 200]);
});

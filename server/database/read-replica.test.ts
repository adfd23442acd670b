import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readConfig } from '../config/config.ts';
import { createMetrics } from '../http/metrics.ts';
import { type CrowdDriver, createCrowd, createSharedKeys, type SharedKeys } from '../testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../testing/outside-postgres.ts';
import { type OpenedServer, openPreparedDatabase, openServer } from '../testing/server.ts';
import type { Database } from './open-database.ts';
import { openReadReplica } from './read-replica.ts';

const log = pino({ level: 'silent' });
const ZONES = '/rest/v1/parking_zones?select=name';
const OVERVIEW = {
  overview_spaces: {},
  overview_hours: {},
  overview_months: {},
  overview_zones: { first_day: '2026-11-01', last_day: '2026-11-30' },
  overview_late_ends: { first_day: '2026-11-01', last_day: '2026-11-30' },
  overview_services: {},
  overview_jobs: {},
  overview_failed_payments: {},
  overview_failed_notices: {},
};
/** A machine with other work notices some seconds later that the replica is back. */
const BACK_WITHIN_MS = 20_000;

describe.skipIf(process.platform !== 'linux')('with a read replica', () => {
  let postgres: OutsidePostgres;
  let standby: OutsidePostgres;
  let primary: Sql;
  let replica: Sql;
  let database: Database;
  let keys: SharedKeys;
  let driver: CrowdDriver;
  let admin: CrowdDriver;
  let app: OpenedServer['app'];
  let metrics: ReturnType<typeof createMetrics>;

  beforeAll(async () => {
    postgres = await startOutsidePostgres();
    standby = await postgres.addStandby();
    primary = postgres.connect();
    replica = standby.connect();
    keys = await createSharedKeys();
    const env = { ...keys.env, DATABASE_URL: postgres.url, DATABASE_READ_URL: standby.url };
    database = await openPreparedDatabase(readConfig(env, '/nowhere'), log);
    const { sql, callers } = database;
    [driver = { id: '', token: '' }, admin = driver] = await createCrowd(sql, keys, 2);
    await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`;
    metrics = createMetrics(callers.pool, { withProcess: false, replica: database.replica });
    ({ app } = await openServer(database, { env, metrics }));
  });
  beforeEach(() =>
    vi.waitFor(() => expect(database.replica?.current()).toBeTruthy(), { timeout: BACK_WITHIN_MS, interval: 50 }),
  );
  afterAll(async () => {
    await Promise.all([primary.end(), replica.end(), database.close()]);
    await Promise.all([standby.stop(), postgres.stop()]);
  });

  async function ask(path: string, { token, body }: { token?: string; body?: object } = {}) {
    const headers = {
      apikey: keys.publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' };
    const response = await app.request(path, init, { incoming: { socket } });
    return { status: response.status, body: await response.text() };
  }

  /** How many reads came from which database, of those that the replica may serve. */
  async function countReads() {
    const read = await metrics.registry.getSingleMetric('parqueo_replica_reads_total')?.get();
    const of = (name: string) => read?.values.find(({ labels }) => labels.database === name)?.value ?? 0;
    return { replica: of('replica'), primary: of('primary') };
  }

  async function countNewReads(work: () => Promise<unknown>) {
    const before = await countReads();
    await work();
    const after = await countReads();
    return { replica: after.replica - before.replica, primary: after.primary - before.primary };
  }

  test('visitors and drivers read zones from it, and whoever may see it the overview', async () => {
    const calls = Object.entries(OVERVIEW);
    const reads = await countNewReads(async () => {
      expect((await ask(ZONES)).status).toBe(200);
      expect((await ask(`${ZONES},parking_spaces(count)`, { token: driver.token })).status).toBe(200);
      expect((await ask('/rest/v1/rpc/find_zones?near_latitude=18.4&near_longitude=-69.9')).status).toBe(200);
      expect((await ask('/rest/v1/rpc/find_map_zones?west=-70&south=18&east=-69&north=19')).status).toBe(200);
      expect((await ask('/open/zones.json')).status).toBe(200);
      for (const [name, body] of calls) {
        expect([name, (await ask(`/rest/v1/rpc/${name}`, { token: admin.token, body })).status]).toEqual([name, 200]);
      }
    });
    expect(reads).toEqual({ replica: calls.length + 5, primary: 0 });
    expect((await ask('/rest/v1/rpc/overview_spaces', { token: driver.token, body: {} })).status).toBe(403);
  });

  test('one that falls behind is not used after five seconds, and again when it has caught up', async () => {
    await replica`select pg_wal_replay_pause()`;
    const pausedAt = performance.now();
    await primary`insert into public.parking_zones (name, price_per_hour) values ('Late', 50)`;
    const first = await ask(ZONES);
    const isStale = !first.body.includes('Late');
    expect(isStale || performance.now() - pausedAt > 4000).toBe(true);
    await expect.poll(async () => (await ask(ZONES)).body, { timeout: BACK_WITHIN_MS }).toContain('Late');
    await replica`select pg_wal_replay_resume()`;
    await expect.poll(() => countNewReads(() => ask(ZONES)), { timeout: BACK_WITHIN_MS }).toMatchObject({ replica: 1 });
  });

  test('a driver sees their own reservation and the taken space while it is behind', async () => {
    await replica`select pg_wal_replay_pause()`;
    const [space] = await primary<{ id: string }[]>`
      insert into public.parking_spaces (name, location, hourly_rate) values ('A1', 'Here', 50) returning id`;
    await primary`update private.installation set samples = true`;
    const [start, end] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const body = {
      user_id: driver.id,
      parking_space_id: space?.id,
      start_time: start,
      end_time: end,
      status: 'active',
    };
    const reads = await countNewReads(async () => {
      expect((await ask('/rest/v1/reservations', { token: driver.token, body })).status).toBe(201);
      for (const table of ['reservations', 'space_occupancy']) {
        const { body } = await ask(`/rest/v1/${table}?select=parking_space_id`, { token: driver.token });
        expect(JSON.parse(body)).toEqual([{ parking_space_id: space?.id }]);
      }
    });
    expect(reads).toEqual({ replica: 0, primary: 0 });
    await replica`select pg_wal_replay_resume()`;
  });

  test('a read that is too slow there comes from the primary, and goes no further there', async () => {
    await primary`insert into public.parking_zones (name, price_per_hour) values ('Slow', 50)`;
    await primary`
      create policy slow_on_standby on public.parking_zones as restrictive
      using ((select not pg_is_in_recovery() or pg_sleep(120) is not null))`;
    const countSleeping = async () => (await replica`select from pg_stat_activity where wait_event = 'PgSleep'`).length;
    const reads = await countNewReads(async () => {
      const hasPolicy = async () =>
        (await replica`select from pg_policies where policyname = 'slow_on_standby'`).length;
      await expect.poll(hasPolicy, { timeout: BACK_WITHIN_MS }).toBe(1);
      const read = ask(ZONES, { token: driver.token });
      await expect.poll(countSleeping, { timeout: BACK_WITHIN_MS, interval: 20 }).toBe(1);
      expect(await read).toMatchObject({ status: 200 });
    });
    expect(reads).toEqual({ replica: 0, primary: 1 });
    await expect.poll(countSleeping, { timeout: BACK_WITHIN_MS }).toBe(0);
    await primary`drop policy slow_on_standby on public.parking_zones`;
    await expect.poll(() => countNewReads(() => ask(ZONES)), { timeout: BACK_WITHIN_MS }).toMatchObject({ replica: 1 });
  });

  test('one that hangs delays reads by a few seconds once, and nobody gets an error', async () => {
    await standby.freeze();
    const reads = await countNewReads(async () => {
      for (const { status } of await Promise.all(Array.from({ length: 20 }, () => ask(ZONES))))
        expect(status).toBe(200);
    });
    expect(reads).toEqual({ replica: 0, primary: 20 });
    // Later ones do not ask it at all.
    await expect.poll(() => database.replica?.current(), { timeout: BACK_WITHIN_MS }).toBeNull();
    expect(await countNewReads(() => ask(ZONES))).toEqual({ replica: 0, primary: 1 });
    await standby.unfreeze();
  });

  test('one that is lost is noticed by nobody, and used again when it is back', async () => {
    await standby.kill();
    const reads = await countNewReads(async () => {
      for (const { status } of await Promise.all(Array.from({ length: 20 }, () => ask(ZONES))))
        expect(status).toBe(200);
    });
    expect(reads).toEqual({ replica: 0, primary: 20 });
    await standby.restart();
  });

  test('the primary itself is no replica, and the log says so', async () => {
    const lines: string[] = [];
    const told = pino({}, { write: (line: string) => lines.push(line) });
    const itself = openReadReplica(postgres.url, { primary, log: told, maxCallers: 2 });
    const reason = 'DATABASE_READ_URL leads to no standby of DATABASE_URL';
    await expect.poll(() => lines.join(''), { timeout: BACK_WITHIN_MS }).toContain(reason);
    expect(itself.current()).toBeNull();
    await itself.close();
  });

  test('of several hosts the standby is used, wherever it stands', async () => {
    const lines: { host: number; msg: string }[] = [];
    const told = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
    const hosts = [postgres, standby].map(({ url }) => new URL(url).host).join(',');
    const several = openReadReplica(`postgres://postgres@${hosts}/postgres`, { primary, log: told, maxCallers: 2 });
    await expect.poll(() => several.current(), { timeout: BACK_WITHIN_MS }).not.toBeNull();
    expect(several.current()?.sql.target).toBe(standby.url);
    expect(several.ageMs()).toBeLessThan(5000);
    expect(lines).toContainEqual(expect.objectContaining({ host: 2, msg: 'the read replica is used' }));
    await several.close();
  });

  test('one that was promoted is not used any more', async () => {
    await standby.promote();
    await expect.poll(() => database.replica?.current(), { timeout: BACK_WITHIN_MS }).toBeNull();
    expect(await countNewReads(() => ask(ZONES))).toEqual({ replica: 0, primary: 1 });
  });
});

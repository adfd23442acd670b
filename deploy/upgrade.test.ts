import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillWorld } from '../bench/support/world.ts';
import { expectStored } from '../e2e/faults/targets.ts';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { MIGRATIONS, readMigrations } from '../server/database/migrate.ts';
import { createCrowd, createSharedKeys } from '../server/testing/crowd.ts';
import { OLDEST_POSTGRES, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { NGINX, startBalancer } from './testing/balancer.ts';
import { type Bookings, startBookings } from './testing/bookings.ts';
import { createDatabase } from './testing/create-database.ts';
import { createImageFolder } from './testing/create-image-folder.ts';
import { readCodeBlocks, runDocumented } from './testing/documentation.ts';
import { createReleaseFolder, findRelease } from './testing/release.ts';
import { type Replica, startReplica } from './testing/replica.ts';

/** The release that is upgraded. */
const BEFORE = '1.0.0';
const WORLD = { zones: 100, zonesInView: 10, spacesPerZone: 20, drivers: 2000, reservations: 100_000 };
/** The vehicles of cars that came in by their plates, without triggers, as the world is filled. */
const CARS = `set session_replication_role = replica;
  insert into public.vehicles (user_id, name, plate, type)
    select user_id, 'Car', 'P' || row_number() over (), 'other' from public.profiles, generate_series(1, 50);
  set session_replication_role = origin;`;
const DRIVERS = 6;
/** A request that waits as long for a lock fails. */
const LOCK_LIMIT_MS = 3000;
const PATIENT = { timeout: 30_000 };

const release = findRelease(BEFORE);
const canRun = existsSync(OLDEST_POSTGRES) && existsSync(NGINX);
const why = release === undefined ? ` (left out: the history has no release ${BEFORE})` : '';

/** Two servers of the release on one PostgreSQL with 100,000 reservations, behind nginx. */
async function startRelease(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-upgrade-'));
  await chmod(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: 4 }, () => findFreePort()));
  const [port = 0, databasePort = 0, ...serverPorts] = ports;
  const machines = serverPorts.map((_, index) => join(folder, `${index + 1}`));
  const install = async (machine: string) => {
    await mkdir(machine);
    await createReleaseFolder(commit, join(machine, 'parqueo'));
    await createImageFolder(join(machine, 'parqueo-next'));
  };
  const [postgres] = await Promise.all([startOldestPostgres({ port: databasePort }), ...machines.map(install)]);
  createDatabase(postgres.folder, databasePort);
  const keys = await createSharedKeys(`http://127.0.0.1:${port}`);
  const env = {
    ...keys.env,
    DATABASE_URL: `postgres://parqueo@127.0.0.1:${databasePort}/parqueo`,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT: 'off',
    SEED: 'none',
    SAMPLES: 'on',
  };
  const start = (machine: string, index: number) =>
    startReplica(join(machine, 'parqueo'), serverPorts[index] ?? 0, env);
  const servers = await Promise.all(machines.map(start));
  const target = { host: postgres.folder, port: databasePort, user: 'postgres', database: 'parqueo' };
  const sql = openOwnerPool(target, null, { isForMaintenance: true });
  await fillWorld(sql, WORLD);
  await sql.unsafe(CARS);
  const drivers = await createCrowd(sql, keys, DRIVERS);
  const spaces = await sql<{ id: string }[]>`
    insert into public.parking_spaces (name, zone_id)
    select 'New ' || n, id from (select id from public.parking_zones limit 1) z, generate_series(1, ${DRIVERS}::int) n returning id`;
  const replicas = serverPorts.map((serverPort) => `127.0.0.1:${serverPort}`);
  const balancer = await startBalancer(folder, port, [replicas[0] ?? '', replicas[1] ?? '']);
  const address = { url: balancer.url, publishableKey: keys.publishableKey };
  return {
    sql,
    connect: () => postgres.connect('postgres', 'parqueo'),
    servers,
    startBookings: () =>
      startBookings(
        [address, address, address],
        drivers,
        spaces.map(({ id }) => id),
        20,
      ),
    /** Does with one server what the operator's page says, without systemd. */
    async exchange(index: number, heading: 'One server' | 'The way back') {
      const machine = machines[index] ?? '';
      const commands = (await readCodeBlocks('docs/upgrading.md', heading)).at(-1) ?? '';
      for (const line of commands.split('\n')) {
        if (line.startsWith('systemctl stop')) expect(await servers[index]?.stop()).toBe(0);
        else if (line.startsWith('systemctl start')) servers[index] = await start(machine, index);
        else if (!line.startsWith('install ')) runDocumented(line, { replacements: { '/opt': machine } });
      }
      expect((await fetch(`${servers[index]?.url}/readyz`)).status).toBe(200);
    },
    async close() {
      await Promise.all([balancer.stop(), sql.end(), ...servers.map((server) => server.kill())]);
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

// Outside of Debian they may not be there; where nothing may be left out they are installed first.
describe.skipIf(release === undefined || (!canRun && !process.env.CI))(`servers of release ${BEFORE}${why}`, () => {
  let site: Awaited<ReturnType<typeof startRelease>>;
  let bookings: Bookings;

  beforeAll(async () => {
    site = await startRelease(release ?? '');
    bookings = site.startBookings();
  });
  afterAll(async () => {
    await bookings?.stop();
    await site?.close();
  });

  /** Both servers get requests, and drivers book. */
  async function expectServed(): Promise<void> {
    const counts = site.servers.map((server: Replica) => server.countRequests('/rest/v1/'));
    const booked = bookings.writes.length;
    await expect
      .poll(
        () => site.servers.every((server, index) => server.countRequests('/rest/v1/') > (counts[index] ?? 0)),
        PATIENT,
      )
      .toBe(true);
    await expect.poll(() => bookings.writes.length, PATIENT).toBeGreaterThan(booked + 50);
    expect(Object.fromEntries(bookings.failures)).toEqual({});
  }

  const readVersions = async () => {
    const rows = await site.sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`;
    return rows.map(({ version }) => version);
  };

  test('are upgraded one after the other while people book, and no request fails', async () => {
    const released = await readVersions();
    const own = (await readMigrations(MIGRATIONS[1]?.folder ?? '')).map(({ version }) => version);
    await expectServed();
    await site.exchange(0, 'One server');
    expect(await readVersions()).toEqual(own);
    expect(own.slice(0, released.length)).toEqual(released);
    await expectServed();
    await site.exchange(1, 'One server');
    await expectServed();
    expect(bookings.longestMs()).toBeLessThan(LOCK_LIMIT_MS);
  });

  test('leave a database with the column, the rule and the index of the first upgrade, and all rows', async () => {
    const { sql } = site;
    const [row] = await sql`
      select guest_holds_percent as percent, (select count(*)::int from public.vehicles) as vehicles,
        (select count(*)::int from public.reservations) >= 100000 as "areKept" from private.limits`;
    expect(row).toEqual({ percent: 20, vehicles: 100_000, areKept: true });
    await expect(sql`update private.limits set guest_holds_percent = 101`).rejects.toThrow(/guest_holds_percent_check/);
    const plan = await sql`explain select from public.vehicles where plate = 'P77'`;
    expect(JSON.stringify(plan)).toContain('vehicles_by_plate');
  });

  test('work on the upgraded database when an operator goes back', async () => {
    await site.exchange(0, 'The way back');
    await expectServed();
    await bookings.stop();
    await expectStored(site, bookings.booked);
  });
});

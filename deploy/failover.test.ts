import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectStored } from '../e2e/faults/targets.ts';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { findPrimary } from '../server/database/follow-primary.ts';
import { createCrowd, createSharedKeys } from '../server/testing/crowd.ts';
import { OLDEST_POSTGRES, startOutsidePostgres } from '../server/testing/outside-postgres.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { type Bookings, findDelay, startBookings } from './testing/bookings.ts';
import { ROOT } from './testing/create-image-folder.ts';
import {
  type DatabaseMachines,
  ETCD,
  ETCDCTL,
  type Machine,
  PATRONI,
  startDatabaseMachines,
} from './testing/database-machines.ts';
import { readCodeBlocks, runDocumented } from './testing/documentation.ts';
import { type Replica, startReplica } from './testing/replica.ts';

const log = pino({ level: 'silent' });
const NFT = '/usr/sbin/nft';
const canRun = [PATRONI, ETCD, ETCDCTL, OLDEST_POSTGRES].every(existsSync);
/** From a new primary to bookings and reads; less than 2 on a machine that does nothing else. */
const FOLLOW_LIMIT_S = 15;
/** From a new primary to the next success of a job that runs every five seconds. */
const JOBS_LIMIT_S = 15;
const STOP_LIMIT_S = 6;
const METRICS_TOKEN = 'who-reads-the-metrics';
const PATIENT = { timeout: 90_000 };

// Outside of Debian they may not be there; where nothing may be left out they are installed first.
describe.skipIf(!canRun && !process.env.CI)('two database machines', () => {
  let databases: DatabaseMachines;
  let servers: [Replica, Replica];
  let bookings: Bookings;

  beforeAll(async () => {
    databases = await startDatabaseMachines();
    const keys = await createSharedKeys();
    const settings = { SEED: 'demo', SAMPLES: 'on', RATE_LIMIT: 'off', DRAIN_SECONDS: '0', METRICS_TOKEN };
    const env = { ...keys.env, ...settings, DATABASE_URL: databases.url };
    const start = async () => startReplica(ROOT, await findFreePort(), env);
    servers = await Promise.all([start(), start()]);
    const sql = openOwnerPool(await findPrimary(databases.url), log);
    const drivers = await createCrowd(sql, keys, 4);
    const rows = await sql<{ id: string }[]>`select id from public.parking_spaces where status = 'available'`;
    await sql.end();
    const spaces = rows.map(({ id }) => id);
    const addresses = servers.map(({ url }) => ({ url, publishableKey: keys.publishableKey }));
    bookings = startBookings(addresses, drivers, spaces, 50);
  });
  afterAll(async () => {
    await bookings.stop();
    for (const server of servers) await server.kill();
    await databases.close();
  });
  const readReadiness = async ({ url }: Replica) => (await fetch(`${url}/readyz`)).status;
  const readiness = () => Promise.all(servers.map(readReadiness));

  /** When the job of every five seconds last succeeded on a server, in seconds since 1970. */
  async function readLastSuccess({ url }: Replica): Promise<number> {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const [, seconds = '0'] = /last_success\w+\{work="notifications"\} (\S+)/.exec(await response.text()) ?? [];
    return Number(seconds);
  }

  /** Expects bookings, reads and the jobs of both servers soon after this machine has become the primary. */
  async function expectFollowed(machine: Machine): Promise<void> {
    await expect.poll(() => machine.ask('/primary'), PATIENT).toBe(200);
    const promotedAt = performance.now();
    const since = Date.now() / 1000;
    const { writes, reads } = bookings;
    const findSlower = () => Math.max(findDelay(writes, promotedAt), findDelay(reads, promotedAt));
    const whenJobsSucceed = (server: Replica) =>
      vi.waitFor(async () => {
        const succeededAt = await readLastSuccess(server);
        expect(succeededAt).toBeGreaterThan(since);
        return succeededAt - since;
      }, PATIENT);
    const delays = await Promise.all(servers.map(whenJobsSucceed));
    expect(Math.max(...delays)).toBeLessThan(JOBS_LIMIT_S);
    await expect.poll(findSlower, PATIENT).toBeLessThan(FOLLOW_LIMIT_S);
    await expect.poll(readiness, PATIENT).toEqual([200, 200]);
  }

  async function expectStopped(server: Replica): Promise<void> {
    const startedAt = performance.now();
    expect(await server.stop()).toBe(0);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(STOP_LIMIT_S);
  }

  /** Expects every confirmed booking once after `work`. */
  async function keepBooking(work: (primary: Machine, standby: Machine) => Promise<void>): Promise<void> {
    const { writes, reads, booked, failures } = bookings;
    const bookMore = async () => {
      const before = { writes: writes.length, reads: reads.length };
      await expect.poll(() => writes.length, PATIENT).toBeGreaterThan(before.writes + 20);
      await expect.poll(() => reads.length, PATIENT).toBeGreaterThan(before.reads + 10);
    };
    await bookMore();
    const primary = await databases.findPrimary();
    const standby = databases.machines.find((machine) => machine !== primary) ?? primary;
    await work(primary, standby);
    await bookMore();
    const confirmed = [...booked];
    const url = await findPrimary(databases.url);
    await expectStored({ connect: () => openOwnerPool(url, log) }, confirmed);
    expect([...failures.keys()].filter((status) => status !== 503)).toEqual([]);
  }

  test('a lost machine is replaced by itself, no confirmed booking is lost or doubled, and it comes back', async () => {
    await keepBooking(async (primary, standby) => {
      await primary.kill();
      await expect.poll(readiness, PATIENT).toEqual([503, 503]);
      await expectFollowed(standby);
      await primary.start();
      await expect.poll(() => primary.ask('/sync'), PATIENT).toBe(200);
    });
  });

  test('a machine that hangs is replaced, and takes nothing over when it is back', async () => {
    await keepBooking(async (primary, standby) => {
      await primary.freeze();
      await expectFollowed(standby);
      await primary.unfreeze();
      await expect.poll(() => primary.ask('/sync'), PATIENT).toBe(200);
      expect(await standby.ask('/primary')).toBe(200);
    });
  });

  test('a new machine takes the place of a lost one in etcd, and bookings go on', async () => {
    await keepBooking(() => databases.replaceVoter());
    expect(await readiness()).toEqual([200, 200]);
  });

  test('an operator hands over to the standby, and the server follows', async () => {
    await keepBooking(async (primary, standby) => {
      await expect.poll(() => standby.ask('/sync'), PATIENT).toBe(200);
      await databases.switchOver(standby);
      await expectFollowed(standby);
      await expect.poll(() => primary.ask('/sync'), PATIENT).toBe(200);
    });
  });

  test('after failovers a server that is asked to stop ends soon, also while there is no database', async () => {
    await bookings.stop();
    const [first, second] = servers;
    await expectStopped(first);
    const primary = await databases.findPrimary();
    await primary.kill();
    await expect.poll(() => readReadiness(second), PATIENT).toBe(503);
    await expectStopped(second);
  });
});

test.skipIf(!existsSync(NFT))('the firewall of a database machine is one that nftables takes', async () => {
  const [commands = ''] = await readCodeBlocks('docs/failover.md', '3. The firewall');
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-firewall-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const rules = runDocumented(
    `${commands}\nnft --check --file ${folder}/nftables.conf\ncat ${folder}/parqueo-database.nft`,
    {
      replacements: {
        'apt-get install --yes nftables\n': '',
        'systemctl enable nftables': '',
        // In a network of its own.
        'nft --': `unshare --map-root-user --net ${NFT} --`,
        '/etc/': `${folder}/`,
        'deploy/': `${ROOT}/deploy/`,
      },
      env: { DB1: '10.0.0.11', DB2: '10.0.0.12', DB3: '10.0.0.13', SERVERS: '10.0.0.0/24' },
    },
  );
  expect(rules).toContain('ip saddr 10.0.0.0/24 tcp dport { 5432, 8008 } accept');
});

test('a promoted standby that waits for the lost one is noticed and goes on, as the documentation says', async () => {
  const [notice = '', goOn = ''] = await readCodeBlocks('docs/failover.md', 'A standby promoted by hand', 'sql');
  const postgres = await startOutsidePostgres();
  onTestFinished(() => postgres.stop());
  const setUp = postgres.connect();
  await setUp`alter system set synchronous_standby_names = 'db2'`;
  await setUp.end();
  // A reload takes effect a moment later, when the booking below may be through.
  await postgres.kill();
  await postgres.restart();
  const sql = postgres.connect();
  onTestFinished(() => sql.end());
  const booking = sql`create table bookings ()`.then(() => 'booked');
  await expect.poll(() => sql.unsafe(notice), PATIENT).toEqual([{ pid: expect.any(Number), waits_for: 'db2' }]);
  for (const command of goOn.split('\n')) await sql.unsafe(command);
  expect(await booking).toBe('booked');
});

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { createSharedKeys } from '../server/testing/crowd.ts';
import { type OutsidePostgres, startOutsidePostgres } from '../server/testing/outside-postgres.ts';
import { NGINX, startBalancer } from './testing/balancer.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { type Replica, startReplica } from './testing/replica.ts';

const READERS = 4;
/** For a machine that has other things to do. */
const PATIENT = { timeout: 20_000 };
/** nginx asks a server again that failed a second ago. */
const NOTICED_WITHIN_MS = 2000;

// Outside of Debian there may be no nginx; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(NGINX) && !process.env.CI)('two replicas behind nginx', () => {
  let folder: string;
  let postgres: OutsidePostgres;
  let publishableKey: string;
  let replicas: Replica[];
  let balancer: Awaited<ReturnType<typeof startBalancer>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-recovery-'));
    await chmod(folder, 0o755);
    postgres = await startOutsidePostgres();
    const [port, first, second] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    const keys = await createSharedKeys(`http://127.0.0.1:${port}`);
    publishableKey = keys.publishableKey;
    const env = { ...keys.env, DATABASE_URL: postgres.url, TRUSTED_PROXIES: '127.0.0.1' };
    replicas = await Promise.all([startReplica(ROOT, first, env), startReplica(ROOT, second, env)]);
    balancer = await startBalancer(folder, port, [`127.0.0.1:${first}`, `127.0.0.1:${second}`]);
  });
  afterAll(async () => {
    await Promise.all([balancer.stop(), ...replicas.map((replica) => replica.kill())]);
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  async function readZones(url = balancer.url) {
    const headers = { apikey: publishableKey };
    const response = await fetch(`${url}/rest/v1/parking_zones?select=id`, { headers });
    const body = (await response.json()) as object;
    return { receivedAt: performance.now(), status: response.status, headers: response.headers, body };
  }

  /** The time of a server's first response with rows, when it is asked without nginx. */
  async function whenServed(url: string): Promise<number> {
    for (;;) {
      const { status, receivedAt } = await readZones(url);
      if (status === 200) return receivedAt;
    }
  }

  test('drivers are served again soon after PostgreSQL has restarted, and told to retry until then', async () => {
    const responses: Awaited<ReturnType<typeof readZones>>[] = [];
    const failures = () => responses.filter(({ status }) => status !== 200);
    let isOver = false;
    const read = async () => {
      while (!isOver) responses.push(await readZones());
    };
    const readers = Promise.all(Array.from({ length: READERS }, read));
    await expect.poll(() => responses.length, PATIENT).toBeGreaterThan(READERS);
    expect(failures()).toEqual([]);

    await postgres.kill();
    await expect.poll(() => failures().length, PATIENT).toBeGreaterThan(100);
    const before = responses.length;
    const served = Promise.any(replicas.map(({ url }) => whenServed(url)));
    await postgres.restart();
    const servedAt = await served;
    const findFirst = () => responses.slice(before).find(({ status }) => status === 200);
    await expect.poll(findFirst, PATIENT).toBeDefined();
    isOver = true;
    expect((findFirst()?.receivedAt ?? 0) - servedAt).toBeLessThan(NOTICED_WITHIN_MS);
    await readers;
    const told = failures().map(({ status, headers }) => [status, headers.get('retry-after')].join());
    expect(new Set(told)).toEqual(new Set(['503,1']));
  });

  test('without a server nginx responds as one without a database does, to pages of any origin', async () => {
    await Promise.all(replicas.map((replica) => replica.kill()));
    const { status, headers, body } = await readZones();
    expect([status, body]).toEqual([503, { code: 'unavailable', message: expect.any(String) }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'retry-after': '1',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const write = await fetch(`${balancer.url}/auth/v1/signup`, { method: 'POST', body: '{}' });
    expect([write.status, await write.json()]).toEqual([503, body]);
  });
});

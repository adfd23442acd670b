import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { deriveOperatorKey, generateKeys } from '../server/keys/keys.ts';
import { OLDEST_POSTGRES, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { LIMITS } from '../supabase-server/gotrue/limits/rate-limit.ts';
import { NGINX, startBalancer } from './testing/balancer.ts';
import { createDatabase } from './testing/create-database.ts';
import { createImageFolder } from './testing/create-image-folder.ts';
import { type Replica, startReplica } from './testing/replica.ts';

const PASSWORD = 'correct-horse-battery';
/** For a machine that has other things to do. */
const PATIENT = { timeout: 20_000 };
/** nginx asks a server again that failed a second ago. */
const NOTICED_WITHIN_MS = 2000;
const canRun = existsSync(OLDEST_POSTGRES) && existsSync(NGINX);

async function createVariables(publicUrl: string, databasePort: number) {
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  return {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://parqueo@127.0.0.1:${databasePort}/parqueo`,
    AUTH_SIGNING_KEYS: authSigningKeys,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    TRUSTED_PROXIES: '127.0.0.1',
    SEED: 'demo',
    SAMPLES: 'on',
  };
}

/** Starts the product as deploy/compose.yaml runs it: two replicas, PostgreSQL and nginx, as plain processes. */
async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-cluster-'));
  await chmod(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: 4 }, () => findFreePort()));
  const [port = 0, databasePort = 0, first = 0, second = 0] = ports;
  const url = `http://127.0.0.1:${port}`;
  const image = join(folder, 'image');
  const [postgres] = await Promise.all([startOldestPostgres({ port: databasePort }), createImageFolder(image)]);
  createDatabase(postgres.folder, databasePort);
  const env = await createVariables(url, databasePort);
  // At the same time, on an empty database, so that one waits for the other's migrations.
  const replicas: [Replica, Replica] = await Promise.all([
    startReplica(image, first, env),
    startReplica(image, second, env),
  ]);
  const balancer = await startBalancer(folder, port, [`127.0.0.1:${first}`, `127.0.0.1:${second}`]);
  const sql = postgres.connect('parqueo', 'parqueo');
  return {
    url,
    replicas,
    publishableKey: env.PUBLISHABLE_KEY,
    /** Opens the mailbox. */
    operatorKey: deriveOperatorKey({ secretKey: env.SECRET_KEY }),
    postgres,
    sql,
    async restartReplica(index: 0 | 1) {
      replicas[index] = await startReplica(image, index === 0 ? first : second, env);
    },
    /** A client with this address, whose requests go through the balancer. */
    browser: (address = '203.0.113.1') =>
      createClient(url, env.PUBLISHABLE_KEY, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { 'x-forwarded-for': address } },
      }),
    async close() {
      await Promise.all([balancer.stop(), ...replicas.map((replica) => replica.kill()), sql.end()]);
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

// Outside of Debian neither may be there; where nothing may be left out they are installed first.
describe.skipIf(!canRun && !process.env.CI)('two replicas behind a load balancer', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let second: Replica;

  beforeAll(async () => {
    cluster = await startCluster();
    [, second] = cluster.replicas;
  });
  afterAll(() => cluster.close());

  /** The link in the mail to somebody, once it is there; every replica has the same mailbox. */
  const linkTo = (email: string): Promise<string> =>
    vi.waitFor(
      async () => {
        const response = await fetch(`${second.url}/mailbox.json?key=${cluster.operatorKey}`);
        const mails = (await response.json()) as { to: string; text: string }[];
        const link = mails.find(({ to }) => to === email)?.text.match(/http\S+/)?.[0];
        if (link === undefined) throw new Error(`No mail was sent to ${email}`);
        return link;
      },
      { timeout: 10_000, interval: 50 },
    );

  async function createPerson(name: string): Promise<{ id: string; client: SupabaseClient }> {
    const email = `${name}@parqueo.test`;
    const client = cluster.browser();
    const signUp = await client.auth.signUp({ email, password: PASSWORD });
    expect(signUp.error).toBeNull();
    // The button of the page that the link opens.
    const pressed = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' } as const;
    expect((await fetch(await linkTo(email), pressed)).status).toBe(303);
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    return { id: data.user?.id ?? '', client };
  }

  test('a driver signs up, confirms and logs in while their requests land on both', async () => {
    const { client } = await createPerson('ana');
    const { data } = await client.from('profiles').select('email').throwOnError();
    expect(data).toEqual([{ email: 'ana@parqueo.test' }]);
    // The balancer gives a request to whoever has fewer of them, so it may take some more until both have had one.
    await vi.waitFor(async () => {
      expect((await client.auth.getUser()).error).toBeNull();
      for (const replica of cluster.replicas) expect(replica.countRequests('/auth/v1/')).toBeGreaterThan(0);
    }, PATIENT);
  });

  test('an address is counted as the balancer saw it, whatever a client writes into the header', async () => {
    const { name, hits } = LIMITS.verifyByAddress;
    const counted = `${name}:203.0.113.9`;
    await cluster.sql`
      insert into parqueo_server.rate_limits (key, hits, window_ends_at) values (${counted}, ${hits - 2}, now() + interval '5 minutes')`;
    const tryFrom = async (address: string) => {
      const browser = cluster.browser(address);
      return (await browser.auth.verifyOtp({ token_hash: 'made-up', type: 'email' })).error?.code;
    };
    expect(await tryFrom('198.51.100.1, 203.0.113.9')).toBe('otp_expired');
    expect(await tryFrom('198.51.100.2, 203.0.113.9')).toBe('otp_expired');
    for (const made of ['198.51.100.3', '127.0.0.1']) {
      expect(await tryFrom(`${made}, 203.0.113.9`)).toBe('over_request_rate_limit');
    }
    expect(await tryFrom('203.0.113.10')).toBe('otp_expired');
  });

  test('a stopping replica is not ready, loses no request and gets none until it is back', async () => {
    const { client, id } = await createPerson('fina');
    const traffic = { isOver: false, answers: 0, refusals: [] as unknown[] };
    const work = async () => {
      while (!traffic.isOver) {
        const answers = await Promise.all([
          client.from('parking_zones').select('id').limit(1),
          client
            .from('profiles')
            .update({ bio: String(traffic.answers) })
            .eq('user_id', id)
            .select('id')
            .single(),
        ]);
        traffic.answers += answers.length;
        traffic.refusals.push(...answers.flatMap(({ error }) => error ?? []));
      }
    };
    const workers = Promise.all(Array.from({ length: 6 }, work));
    const gone = second.stop();
    await expect.poll(async () => (await fetch(`${second.url}/readyz`)).status).toBe(503);
    expect(await gone).toBe(0);
    const whileGone = traffic.answers;
    await expect.poll(() => traffic.answers).toBeGreaterThan(whileGone + 20);
    await cluster.restartReplica(1);
    [, second] = cluster.replicas;
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    await expect.poll(() => second.countRequests('/rest/v1/'), { timeout: 15_000 }).toBeGreaterThan(0);
    traffic.isOver = true;
    await workers;
    expect(traffic.refusals).toEqual([]);
  });

  async function readZones(url = cluster.url) {
    const response = await fetch(`${url}/rest/v1/parking_zones?select=id`, {
      headers: { apikey: cluster.publishableKey },
    });
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
    const readers = Promise.all(Array.from({ length: 4 }, read));
    await expect.poll(() => responses.length, PATIENT).toBeGreaterThan(4);
    expect(failures()).toEqual([]);
    await cluster.postgres.kill();
    await expect.poll(() => failures().length, PATIENT).toBeGreaterThan(100);
    const before = responses.length;
    const served = Promise.any(cluster.replicas.map(({ url }) => whenServed(url)));
    await cluster.postgres.restart();
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
    await Promise.all(cluster.replicas.map((replica) => replica.kill()));
    const { status, headers, body } = await readZones();
    expect([status, body]).toEqual([503, { code: 'unavailable', message: expect.any(String) }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'retry-after': '1',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const write = await fetch(`${cluster.url}/auth/v1/signup`, { method: 'POST', body: '{}' });
    expect([write.status, await write.json()]).toEqual([503, body]);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CrowdDriver, createCrowd, createSharedKeys, type SharedKeys } from '../testing/crowd.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { serveApp } from '../testing/listen.ts';
import { type OpenedServer, openServer } from '../testing/server.ts';

// What one caller may send, and what is given back when a request breaks.

const STRANGER = '203.0.113.7';
/** What the sign-in does at once for a network. */
const AT_ONCE = 4;

let database: TestDatabase;
let keys: SharedKeys;
let driver: CrowdDriver;
let administrator: CrowdDriver;
let app: OpenedServer['app'];
let served: Awaited<ReturnType<typeof serveApp>>;

beforeAll(async () => {
  database = await createTestDatabase();
  keys = await createSharedKeys();
  const [first, second] = await createCrowd(database.sql, keys, 2);
  driver = first as CrowdDriver;
  administrator = second as CrowdDriver;
  await database.sql`insert into public.user_roles (user_id, role) values (${administrator.id}, 'admin')`;
  const env = { ...keys.env, SAMPLES: 'off', TRUSTED_PROXIES: '127.0.0.1' };
  ({ app } = await openServer(database, { env }));
  served = await serveApp(app);
});
afterAll(async () => {
  await served.close();
  await database.close();
});

type Sent = { path: string; body: string; from?: string; token?: string | undefined; signal?: AbortSignal };

function send({ path, body, from = STRANGER, token, signal }: Sent) {
  const headers = {
    apikey: keys.publishableKey,
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return fetch(served.url + path, { method: 'POST', headers, body, ...(signal ? { signal } : {}) });
}

const PASSWORD_GRANT = '/auth/v1/token?grant_type=password';
const GUESS = JSON.stringify({ email: 'nobody@parqueo.test', password: 'a-guess-of-mine' });
const guess = (from: string, signal?: AbortSignal) =>
  send({ path: PASSWORD_GRANT, body: GUESS, from, ...(signal ? { signal } : {}) });

describe('the longest body', () => {
  const KB = 1024;
  /** An argument of the import, which rejects it as no list of rows. */
  const ofLength = (length: number) => JSON.stringify({ key: 'x', rows: 'x'.repeat(length - 24) });

  test.each<[string, () => string | undefined, number]>([
    ['a visitor’s is 16 KB', () => undefined, 16 * KB],
    ['a driver’s is 64 KB', () => driver.token, 64 * KB],
    ['an administrator’s, who imports files, is 2 MB', () => administrator.token, 2048 * KB],
  ])('of %s', async (_, findToken, bytes) => {
    const ask = async (length: number) => {
      const { status } = await send({ path: '/rest/v1/rpc/import_spaces', body: ofLength(length), token: findToken() });
      return status;
    };
    expect(await ask(bytes - 100)).not.toBe(413);
    expect(await ask(bytes + 100)).toBe(413);
  });

  test('has fifty names', async () => {
    const named = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 1])));
    for (const path of ['/rest/v1/rpc/is_admin', '/rest/v1/parking_zones']) {
      const message = async (count: number) => (await send({ path, body: named(count), token: driver.token })).text();
      expect(await message(50)).not.toContain('50 names');
      expect(await message(51)).toContain('50 names');
    }
  });
});

test('of two hundred log-ins of a network at once some are rejected unchecked, with a time to retry', async () => {
  const toLogIn = { method: 'POST', headers: { apikey: keys.publishableKey }, body: GUESS };
  const responses = await Promise.all(Array.from({ length: 200 }, async () => app.request(PASSWORD_GRANT, toLogIn)));
  const rejected = responses.filter(({ status }) => status !== 400);
  expect(rejected.length).toBeGreaterThan(0);
  // Clients keep their session after a 503, and remove it after a 429.
  expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set([503]));
  expect(rejected.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
  expect((await guess(STRANGER)).status).toBe(400);
});

const OPEN_BODY = `POST ${PASSWORD_GRANT} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-forwarded-for: ${STRANGER}\r\n`;

async function sendHalf(): Promise<Socket> {
  const socket = connect(served.port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `${OPEN_BODY}apikey: ${keys.publishableKey}\r\ncontent-length: ${GUESS.length}\r\n\r\n`;
  socket.write(head + GUESS.slice(0, 10));
  return socket;
}

describe('what a broken request held is given back', () => {
  /** Every turn of the network can be taken, and no connection is in use. */
  async function expectAllFree() {
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => guess(STRANGER)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 400));
    await vi.waitFor(async () => {
      const [row] = await database.sql<{ busy: number }[]>`
        select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
      expect(row?.busy).toBe(0);
    });
  }

  test('of half a body, which holds no turn while it is awaited and ends after five seconds', async () => {
    const sockets = await Promise.all(Array.from({ length: 3 * AT_ONCE }, sendHalf));
    await expectAllFree();
    const [said] = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])));
    expect(said).toMatch(/^HTTP\/1.1 408 .*connection: close/s);
    for (const socket of sockets) socket.destroy();
  });

  test('of a socket that closes before its body is there', async () => {
    const sockets = await Promise.all(Array.from({ length: 3 * AT_ONCE }, sendHalf));
    for (const socket of sockets) socket.destroy();
    await expectAllFree();
  });

  test('of clients that leave while they wait or are served', async () => {
    const left = new AbortController();
    const all = Array.from({ length: 5 * AT_ONCE }, () => guess(STRANGER, left.signal));
    // The others are served then, or wait.
    await Promise.race(all);
    left.abort();
    await Promise.allSettled(all);
    await expectAllFree();
  });

  test('of a handler that throws', async () => {
    await database.sql`alter table auth.users rename to people`;
    const statuses = await Promise.all(Array.from({ length: 3 * AT_ONCE }, async () => (await guess(STRANGER)).status));
    await database.sql`alter table auth.people rename to users`;
    expect(new Set(statuses)).toEqual(new Set([500]));
    await expectAllFree();
  });
});

import { Hono } from 'hono';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANONYMOUS, type AppEnv, type Caller } from '../../supabase-server/caller.ts';
import { readConfig } from '../config/config.ts';
import { type LocksUnderTest, startLocks } from '../testing/lock-proxy.ts';
import { type Checks, createSystemStatus } from './system-status.ts';

const PATH = '/functions/v1/system-status';

let system: LocksUnderTest;
let admin: string;

beforeAll(async () => {
  system = await startLocks({ url: 'http://127.0.0.1:1', appId: 'nobody', secret: 'not-used-here' });
  admin = await system.signIn('ada', true);
});
afterAll(() => system.close());

async function read(token?: string) {
  const authorization = `Bearer ${token ?? system.keys.publishableKey}`;
  const response = await fetch(`${system.url}${PATH}`, {
    headers: { apikey: system.keys.publishableKey, ...(token === undefined ? {} : { authorization }) },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as object };
}

test('an administrator reads which parts respond and which services are set up', async () => {
  const { status, headers, body } = await read(admin);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  const online = { state: 'online', milliseconds: expect.any(Number) };
  expect(body).toEqual({
    api: online,
    database: online,
    setups: { azul: 'off', paypal: 'off', locks: 'simulated', mail: 'simulated', push: 'off' },
    certificates: [],
  });
});

test('visitors and drivers read nothing', async () => {
  for (const [token, expected] of [
    [undefined, 401],
    [await system.signIn('ana'), 403],
  ] as const) {
    const { status, body } = await read(token);
    expect([status, Object.keys(body)]).toEqual([expected, ['code', 'msg']]);
  }
});

/** The endpoint alone, with the test's checks of the database. */
function open(checks: Checks, environment: Record<string, string> = {}) {
  const { sql } = system.database;
  const config = readConfig(environment, '/nowhere');
  const caller: Caller = { role: 'authenticated', claims: decodeJwt(admin) };
  const app = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set('caller', c.req.header('authorization') === undefined ? ANONYMOUS : caller);
    return next();
  });
  app.route('/', createSystemStatus({ config, keys: {}, sql, providers: {}, checks }));
  return async () => {
    const response = await app.request('/system-status', { headers: { authorization: 'Bearer of the test' } });
    return response.text();
  };
}

test('a part that hangs is in trouble after two seconds, and holds the others back no longer', async () => {
  const readStatus = open({
    checkDatabase: () => Promise.withResolvers<void>().promise,
    checkOwner: () => Promise.resolve(),
  });
  const startedAt = performance.now();
  const status = JSON.parse(await readStatus());
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(status).toMatchObject({ api: { state: 'trouble' }, database: { state: 'online' } });
});

test('a part that fails is in trouble, and its error stays in the server', async () => {
  const checkOwner = () => Promise.reject(new Error('no route to 10.0.0.7'));
  const text = await open({ checkDatabase: () => Promise.resolve(), checkOwner })();
  expect(JSON.parse(text)).toMatchObject({ api: { state: 'online' }, database: { state: 'trouble' } });
  expect(text).not.toContain('10.0.0.7');
});

test('no address, name or key of what is set up is told', async () => {
  const secrets = {
    LOCK_VENDOR_URL: 'https://locks.internal',
    LOCK_VENDOR_APP_ID: 'app-4711',
    LOCK_VENDOR_SECRET: 'of-the-vendor',
    SMTP_URL: 'smtp://me:of-the-mail@mail.internal:587',
  };
  const check = () => Promise.resolve();
  const text = await open({ checkDatabase: check, checkOwner: check }, secrets)();
  expect(JSON.parse(text)).toMatchObject({ setups: { locks: 'live', mail: 'live' } });
  expect(text).not.toMatch(/internal|4711|of-the/);
});

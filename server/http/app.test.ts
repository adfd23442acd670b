import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { type Keys, openKeys } from '../keys/keys.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { keepLog, type OpenedServer, openServer } from '../testing/server.ts';
import { writeWebBuild } from '../testing/write-web-build.ts';

let database: TestDatabase;
let folder: string;
let keys: Keys;
let app: OpenedServer['app'];
const kept = keepLog();
const logged = kept.written;

const createOn = async (on: Pick<TestDatabase, 'sql' | 'callers'>, env = {}) =>
  (await openServer(on, { env: { PUBLIC_URL: 'http://localhost', ...env }, keys, kept, webBuild: folder })).app;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parqueo-app-'));
  await writeWebBuild(folder, {
    'index.html': '<!doctype html><title>Parqueo</title><script>paint();</script>',
    'assets/app-abc123.js': 'export {};',
  });
  keys = await openKeys(readConfig({ PUBLIC_URL: 'http://localhost' }, '/'), folder);
  app = await createOn(database);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('an operator may keep the zones from being open data', async () => {
  expect((await app.request('/open/zones.json')).status).toBe(200);
  const closed = await createOn(database, { OPEN_DATA: 'off' });
  for (const path of ['zones.json', 'zones.geojson', 'openapi.json']) {
    expect((await closed.request(`/open/${path}`)).status).toBe(404);
  }
});

test('the browser is told what it needs and no secret', async () => {
  const text = await (await app.request('/config.json')).text();
  expect(JSON.parse(text)).toEqual({
    supabaseUrl: 'http://localhost',
    supabaseKey: keys.publishableKey,
    lockVendorName: 'Kavass',
    samples: true,
    doubleConfirmChanges: true,
    support: {},
    pushKey: expect.stringMatching(/^[\w-]{87}$/),
    maps: {
      provider: 'open',
      styleUrl: 'http://localhost/maps/style.json',
      routerUrl: 'http://localhost/maps',
      geocoderUrl: 'http://localhost/maps',
    },
  });
  for (const secret of [keys.secretKey, keys.pushKey]) expect(text).not.toContain(secret);
});

test('every path of the product gets the page, with a policy that allows only its own script', async () => {
  const page = await app.request('/reserve/123');
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update('paint();').digest('base64')}';`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a browser that uses another name of this machine is led to the public one', async () => {
  const answer = await app.request('http://127.0.0.1/reserve/1?x=2');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://localhost/reserve/1?x=2']);
});

test('data, and a refusal of data, say like every answer that they are neither frame nor script', async () => {
  const headers = { apikey: keys.publishableKey };
  for (const path of ['/rest/v1/parking_zones', '/rest/v1/nothing', '/config.json']) {
    const answer = await app.request(path, { headers });
    const said = ['x-content-type-options', 'x-frame-options', 'cross-origin-resource-policy'].map((name) =>
      answer.headers.get(name),
    );
    expect([path, ...said]).toEqual([path, 'nosniff', 'DENY', 'same-origin']);
  }
});

test('the log has method, route and status of a request, and neither its query nor its headers', async () => {
  logged.length = 0;
  await app.request('/auth/v1/verify?token=secret-of-a-link&type=signup', {
    headers: { authorization: 'Bearer secret-token' },
  });
  const line = JSON.parse(logged.at(-1) ?? '{}');
  expect(line).toMatchObject({ method: 'GET', route: '/auth/v1/verify', status: 303 });
  expect(logged.join('')).not.toContain('secret');
});

test.each([
  ['/auth/v1/verify%3Ftoken=secret-of-a-link', '/auth/v1/*'],
  ['/ticket/secret-of-a-ticket', '/ticket/:token'],
  ['/ticket/secret-of-a-ticket?lat=18.4711&lon=-69.9', '/ticket/:token'],
  ['/maps/route/v1/driving/-69.9,18.4711;-69.93,18.48', '/maps/:service/:version/:profile/:coordinates{.+}'],
  ['/maps/reverse?lat=18.4711&lon=-69.9', '/maps/reverse'],
  ['/secret-of-nothing', '/*'],
])('the log has the route of %s, and no link and no position', async (path, route) => {
  logged.length = 0;
  await app.request(path);
  expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({ msg: 'request', route });
  expect(logged.join('')).not.toMatch(/secret|18\.4/);
});

test('every response carries its request id, which a client or proxy may send', async () => {
  const apikey = keys.publishableKey;
  const readRequestId = async (path: string, headers = {}) =>
    (await app.request(path, { headers: { apikey, ...headers } })).headers.get('x-request-id');
  for (const path of ['/config.json', '/rest/v1/parking_zones', '/rest/v1/nothing', '/auth/v1/user', '/intro']) {
    logged.length = 0;
    const id = await readRequestId(path);
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(logged.join('')).toContain(`"requestId":"${id}"`);
    expect(await readRequestId(path, { 'x-request-id': 'of-a-proxy' })).toBe('of-a-proxy');
  }
});

test('the log has the trace of a request that has one, and nothing that is none', async () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const others = ['', `${trace}-x`, trace.toUpperCase(), trace.replace(/b7.*31/, '0'.repeat(16)), 'secret'];
  for (const traceparent of [trace, ...others]) {
    logged.length = 0;
    await app.request('/healthz', { headers: { traceparent } });
    const found = logged.map((line) => JSON.parse(line).traceparent as unknown);
    expect(found).toEqual([traceparent === trace ? trace : undefined]);
  }
});

test('no password, token or key is logged, with the database and without it', async () => {
  const gone = await createTestDatabase();
  const alone = await createOn(gone);
  await gone.close();
  logged.length = 0;
  const secrets = ['secret-password', 'secret-token', 'secret-refresh', keys.publishableKey, keys.secretKey];
  const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' };
  const post = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) });
  const credentials = { email: 'ana@parqueo.test', password: 'secret-password' };
  for (const server of [app, alone]) {
    await server.request('/auth/v1/token?grant_type=password', post(credentials));
    await server.request('/auth/v1/token?grant_type=refresh_token', post({ refresh_token: 'secret-refresh' }));
    await server.request('/auth/v1/signup', post(credentials));
    await server.request('/rest/v1/profiles', { headers: { ...headers, authorization: 'Bearer secret-token' } });
    await server.request('/rest/v1/profiles', { headers: { ...headers, authorization: `Bearer ${keys.secretKey}` } });
    await server.request('/auth/v1/user', { headers: { ...headers, authorization: 'Bearer secret-token' } });
  }
  // The failures are there, so what they hold was looked at.
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).not.toEqual([]);
  expect(secrets.filter((secret) => logged.join('').includes(secret))).toEqual([]);
  expect(logged.join('').toLowerCase()).not.toContain('authorization');
});

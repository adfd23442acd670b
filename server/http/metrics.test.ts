import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Cast, createCast, createSpace, hoursFromNow } from '../../supabase/tests/as.ts';
import { createAccessTokens } from '../../supabase-server/gotrue/sessions/access-tokens.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type OpenedServer, openServer } from '../testing/server.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const TOKEN = 'a-token-of-the-operator';

let database: TestDatabase;
let keys: OpenedServer['keys'];
let cast: Cast;
let metrics: Metrics;
let app: OpenedServer['app'];

async function open(env: Record<string, string>) {
  metrics = createMetrics(database.callers.pool, { withProcess: false });
  const variables = { PUBLIC_URL: 'http://localhost', RATE_LIMIT: 'on', ...env };
  ({ app, keys } = await openServer(database, { env: variables, metrics }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
beforeEach(() => open({ METRICS_TOKEN: TOKEN }));
afterAll(() => database.close());

const read = async (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
  app.request('/metrics', { headers });
/** The lines of one metric, without those of an empty histogram. */
const readLines = async (name: string) =>
  (await (await read()).text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const asAna = async () => {
  const { token } = await createAccessTokens(keys, 'http://localhost').sign({
    sub: cast.ana.id,
    email: cast.ana.email,
    role: 'authenticated',
  });
  return { authorization: `Bearer ${token}` };
};

test('whoever brings the token of the operator reads the metrics, nobody else does', async () => {
  expect((await read()).headers.get('content-type')).toMatch(/^text\/plain/);
  for (const authorization of ['', 'Bearer', `Bearer ${TOKEN}x`, TOKEN]) {
    const answer = await read({ authorization });
    expect([answer.status, (await answer.text()).includes('parqueo_')]).toEqual([401, false]);
  }
});

test('without a token in the settings there are no metrics, whoever asks from wherever', async () => {
  await open({});
  const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' };
  const answer = await app.request('/metrics', {}, { incoming: { socket } });
  expect(answer.status).toBe(404);
});

test('a request is measured by its method, the route that answered and the class of its status', async () => {
  const space = '11111111-1111-4111-8111-111111111111';
  await app.request(`/rest/v1/parking_spaces?id=eq.${space}`, { headers: { apikey: keys.publishableKey } });
  await app.request('/rest/v1/parking_spaces', { method: 'BREW', headers: { apikey: keys.publishableKey } });
  expect(await readLines('parqueo_http_request_duration_seconds_count')).toEqual([
    'parqueo_http_request_duration_seconds_count{method="GET",route="/rest/v1/:table",status="2xx"} 1',
    'parqueo_http_request_duration_seconds_count{method="OTHER",route="/rest/v1/:table",status="4xx"} 1',
  ]);
});

test('nothing that somebody sends becomes a label', async () => {
  const secret = 'ana-at-parqueo';
  await app.request(`/reserve/${secret}?q=${secret}`);
  await app.request(`/rest/v1/${secret}?${secret}=eq.1`, { headers: { apikey: keys.publishableKey } });
  await app.request(`/${secret}`, { method: 'DELETE', headers: { 'user-agent': secret } });
  await post(`/auth/v1/token?grant_type=${secret}`, { email: secret });
  await post(`/functions/v1/${secret}`, {});
  expect(await (await read()).text()).not.toContain(secret);
  expect(await readLines('parqueo_sign_ins_total')).toEqual([
    'parqueo_sign_ins_total{grant="other",outcome="refused"} 1',
  ]);
});

test('bookings are counted, and those that came too late', async () => {
  const { spaceId } = await createSpace(database.sql);
  const booking = {
    user_id: cast.ana.id,
    parking_space_id: spaceId,
    start_time: hoursFromNow(1),
    end_time: hoursFromNow(2),
  };
  const ana = await asAna();
  expect((await post('/rest/v1/reservations', booking, ana)).status).toBe(201);
  expect((await post('/rest/v1/reservations', booking, ana)).status).toBe(409);
  expect((await post('/rest/v1/reservations', booking)).status).toBe(401);
  expect(await readLines('parqueo_bookings_total')).toEqual([
    'parqueo_bookings_total{outcome="made"} 1',
    'parqueo_bookings_total{outcome="taken"} 1',
    'parqueo_bookings_total{outcome="refused"} 1',
  ]);
  expect(await readLines('parqueo_database_refusals_total')).toEqual([
    'parqueo_database_refusals_total{class="23"} 1',
    'parqueo_database_refusals_total{class="42"} 1',
  ]);
});

test('wrong passwords are counted, and the limit that ends the guessing by its name', async () => {
  const guess = { email: `guess-${Date.now()}@parqueo.test`, password: 'wrong-password' };
  for (let tries = 0; tries < 11; tries += 1) await post('/auth/v1/token?grant_type=password', guess);
  expect(await readLines('parqueo_sign_ins_total')).toEqual([
    'parqueo_sign_ins_total{grant="password",outcome="refused"} 10',
    'parqueo_sign_ins_total{grant="password",outcome="limited"} 1',
  ]);
  expect(await readLines('parqueo_rate_limited_total')).toEqual([
    'parqueo_rate_limited_total{limit="sign-in-account"} 1',
  ]);
});

test('the connections of the data API and who waits for one are shown', async () => {
  await app.request('/rest/v1/parking_zones', { headers: { apikey: keys.publishableKey } });
  const connections = await readLines('parqueo_database_connections');
  expect(connections[0]).toBe('parqueo_database_connections{state="in_use"} 0');
  expect(connections[1]).toMatch(/^parqueo_database_connections{state="idle"} [1-9]/);
  expect(await readLines('parqueo_database_waiting')).toEqual(['parqueo_database_waiting 0']);
});

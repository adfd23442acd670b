import { once } from 'node:events';
import { request } from 'node:http';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuthUnderTest, createAccount, PASSWORD, startAuth } from '../../../server/testing/auth.ts';
import type { AppEnv } from '../../caller.ts';
import { clientAddress, parseTrustedProxies } from '../../client-address.ts';
import { LIMITS } from './rate-limit.ts';

const EMAIL = 'ana@parqueo.test';
const HOME = '127.0.0.1';
const PROXY = '127.0.0.99';
/** Codes that one network can enter. */
const { hits } = LIMITS.codeByAccountAndSource;

type Attempt = { from: string; token: string; headers?: Record<string, string> };

let auth: AuthUnderTest;
let server: ServerType;
let port: number;

beforeAll(async () => {
  auth = await startAuth({ rateLimit: true, env: { SECURE_PASSWORD_CHANGE: 'on' } });
  await createAccount(auth, EMAIL);
  const app = new Hono<AppEnv>();
  app.use(clientAddress({ trustedProxies: parseTrustedProxies(PROXY) }));
  app.route('/', auth.api);
  server = serve({ fetch: app.fetch, port: 0, hostname: '0.0.0.0' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  port = address.port;
});
beforeEach(async () => {
  await auth.database.sql`truncate parqueo_server.rate_limits, parqueo_server.sign_in_sources`;
});
afterAll(async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await auth.close();
});

/** Posts from this loopback address and returns the status. */
function post(path: string, body: object, { from, headers = {} }: Omit<Attempt, 'token'>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(
    {
      ...{ host: '127.0.0.1', port, localAddress: from, method: 'POST', path },
      headers: { apikey: auth.keys.publishableKey, ...headers },
    },
    (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    },
  );
  sent.on('error', reject);
  sent.end(JSON.stringify(body));
  return promise;
}

const enter = ({ token, ...source }: Attempt) => post('/verify', { type: 'email', email: EMAIL, token }, source);

/** Requests a code by mail. */
async function requestCode(): Promise<string> {
  const { error } = await auth.browser().auth.signInWithOtp({ email: EMAIL });
  if (error) throw error;
  return auth.codeTo(EMAIL);
}

const findWrong = (code: string) => (code === '000000' ? '111111' : '000000');

/** Enters wrong codes as often as a network can. */
async function exhaust(source: Attempt): Promise<void> {
  for (let count = 0; count < hits; count += 1) expect(await enter(source)).toBe(403);
}

/** Uses up the limit that all new networks share. */
const exhaustAccount = () => auth.database.sql`
  insert into parqueo_server.rate_limits (key, hits, window_ends_at)
  values (${`${LIMITS.codeByAccount.name}:${EMAIL}`}, ${LIMITS.codeByAccount.hits}, now() + interval '1 day')
  on conflict (key) do update set hits = excluded.hits`;

test('a stranger’s wrong codes from one network do not stop the owner elsewhere', async () => {
  const code = await requestCode();
  const stranger = { from: '127.0.0.2', token: findWrong(code) };
  await exhaust(stranger);
  expect(await enter(stranger)).toBe(429);
  expect(await enter({ ...stranger, token: code })).toBe(429);
  expect(await enter({ from: HOME, token: code })).toBe(200);
});

test('codes guessed from many networks are limited together, and a new mail starts nothing anew', async () => {
  const wrong = findWrong(await requestCode());
  const networks = LIMITS.codeByAccount.hits / hits;
  for (let network = 0; network < networks; network += 1) {
    await exhaust({ from: `127.0.1.${network}`, token: wrong });
  }
  expect(await enter({ from: '127.0.2.1', token: wrong })).toBe(429);
  await auth.database.sql`delete from parqueo_server.rate_limits where key like ${`${LIMITS.mailByAccount.name}:%`}`;
  expect(await enter({ from: '127.0.2.1', token: await requestCode() })).toBe(429);
});

test('one network alone cannot use up the limit of codes that all new ones share', async () => {
  const { seconds } = LIMITS.codeByAccountAndSource;
  // The first window may begin before that of the account.
  expect(hits * (LIMITS.codeByAccount.seconds / seconds + 1)).toBeLessThan(LIMITS.codeByAccount.hits);
  const stranger = { from: '127.0.0.3', token: '000000' };
  await exhaust(stranger);
  await enter(stranger);
  const [row] = await auth.database.sql`
    select hits from parqueo_server.rate_limits where key = ${`${LIMITS.codeByAccount.name}:${EMAIL}`}`;
  expect(row?.hits).toBe(hits);
});

test('guesses from everywhere do not stop an owner in a network where they signed in before', async () => {
  expect(await post('/token?grant_type=password', { email: EMAIL, password: PASSWORD }, { from: HOME })).toBe(200);
  const code = await requestCode();
  await exhaustAccount();
  expect(await enter({ from: '127.0.0.4', token: code })).toBe(429);
  expect(await enter({ from: HOME, token: code })).toBe(200);
});

test('made-up headers and cookies add no codes', async () => {
  const disguise = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    'x-real-ip': `198.51.100.${nth}`,
    forwarded: `for=198.51.100.${nth}`,
    cookie: `parqueo-device=${String(nth).padStart(43, 'A')}`,
  });
  const behindProxy = (nth: number) => ({ ...disguise(nth), 'x-forwarded-for': `198.51.100.${nth}, 203.0.113.9` });
  for (const [from, headersOf] of [
    ['127.0.0.5', disguise],
    [PROXY, behindProxy],
  ] as const) {
    for (let nth = 0; nth < hits; nth += 1) {
      expect(await enter({ from, token: '000000', headers: headersOf(nth) })).toBe(403);
    }
    expect(await enter({ from, token: '000000', headers: headersOf(hits) })).toBe(429);
  }
});

test('a stranger’s codes do not use up those that confirm a change of password', async () => {
  const browser = auth.browser();
  await browser.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  await auth.database.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const nonce = auth.codeTo(EMAIL);
  await exhaustAccount();
  expect(await enter({ from: '127.0.0.6', token: nonce })).toBe(429);
  const change = { password: 'a-better-password', current_password: PASSWORD, nonce };
  expect((await browser.auth.updateUser(change)).error).toBeNull();
});

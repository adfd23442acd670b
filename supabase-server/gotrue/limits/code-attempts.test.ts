import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuthUnderTest, createAccount, PASSWORD, startAuth } from '../../../server/testing/auth.ts';
import { type Loopback, serveLoopback } from '../../../server/testing/loopback.ts';
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
let server: Loopback;

beforeAll(async () => {
  auth = await startAuth({ rateLimit: true, env: { SECURE_PASSWORD_CHANGE: 'on' } });
  await createAccount(auth, EMAIL);
  const app = new Hono<AppEnv>();
  app.use(clientAddress({ trustedProxies: parseTrustedProxies(PROXY) }));
  app.route('/', auth.api);
  server = await serveLoopback(app, auth.keys.publishableKey);
});
beforeEach(async () => {
  await auth.database.sql`truncate parqueo_server.rate_limits, parqueo_server.sign_in_sources`;
});
afterAll(async () => {
  server.close();
  await auth.close();
});

const enter = async ({ token, ...source }: Attempt) =>
  (await server.post('/verify', { type: 'email', email: EMAIL, token }, source)).status;

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

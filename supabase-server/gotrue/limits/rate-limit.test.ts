import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { removeOldData } from '../../../server/start/jobs.ts';
import { createAccount, openAuth, PASSWORD, post, signIn } from '../../../server/testing/auth.ts';
import { serveLoopback } from '../../../server/testing/loopback.ts';
import type { AppEnv } from '../../caller.ts';
import { clientAddress, parseTrustedProxies } from '../../client-address.ts';
import { LIMITS } from './rate-limit.ts';

// Guesses of passwords and of mailed codes, counted by where they come from.

const EMAIL = 'ana@parqueo.test';
const WRONG = 'a-guess-of-mine';
const HOME = '127.0.0.1';
const PROXY = '127.0.0.99';
/** Passwords and codes that one source can try. */
const { hits } = LIMITS.signInByAccountAndSource;
const { hits: codeHits } = LIMITS.codeByAccountAndSource;

type Source = { from: string; headers?: Record<string, string> };
type Attempt = Source & { password?: string; email?: string; cookie?: string | undefined };

const auth = await openAuth({ rateLimit: true, env: { SECURE_PASSWORD_CHANGE: 'on' } });
const { sql } = auth.database;
await createAccount(auth, EMAIL);
const app = new Hono<AppEnv>();
app.use(clientAddress({ trustedProxies: parseTrustedProxies(PROXY) }));
app.route('/', auth.api);
const server = await serveLoopback(app, auth.keys.publishableKey);
afterAll(() => server.close());
beforeEach(() => sql`truncate parqueo_server.rate_limits, parqueo_server.sign_in_sources`);

/** Tries to sign in from this loopback address. */
const attempt = ({ from, password = WRONG, email = EMAIL, cookie }: Attempt) =>
  server.post(
    '/token?grant_type=password',
    { email, password },
    { from, headers: cookie === undefined ? {} : { cookie } },
  );
const readStatus = async (tried: Attempt) => (await attempt(tried)).status;

/** Guesses several times and returns the last status. */
async function guess(times: number, source: Attempt): Promise<number> {
  let status = 0;
  for (let count = 0; count < times; count += 1) status = await readStatus(source);
  return status;
}

const enter = async (token: string, source: Source) =>
  (await server.post('/verify', { type: 'email', email: EMAIL, token }, source)).status;

/** Requests a code by mail. */
async function requestCode() {
  const { error } = await auth.browser().auth.signInWithOtp({ email: EMAIL });
  if (error) throw error;
  const code = auth.codeTo(EMAIL);
  return { code, wrong: code === '000000' ? '111111' : '000000' };
}

/** Uses up the limit that all new sources of the account share, or another key's. */
const exhaust = (limit: keyof typeof LIMITS, key = EMAIL, hits: number = LIMITS[limit].hits) => sql`
  insert into parqueo_server.rate_limits (key, hits, window_ends_at)
  values (${`${LIMITS[limit].name}:${key}`}, ${hits}, now() + interval '1 hour')
  on conflict (key) do update set hits = excluded.hits`;

test('ten wrong passwords lock out their network; the owner elsewhere still signs in', async () => {
  expect(await guess(hits, { from: '127.0.0.2' })).toBe(400);
  expect(await readStatus({ from: '127.0.0.2' })).toBe(429);
  expect(await readStatus({ from: '127.0.0.2', password: PASSWORD })).toBe(429);
  expect(await readStatus({ from: HOME, password: PASSWORD })).toBe(200);
});

test('guesses from many networks are limited together', async () => {
  await exhaust('signInByAccount');
  for (const from of ['127.0.0.3', '127.0.0.4']) expect(await readStatus({ from })).toBe(429);
  expect(await readStatus({ from: '127.0.0.3', email: 'beto@parqueo.test' })).toBe(400);
});

test('one network alone cannot use up the limit that all new ones share', async () => {
  const { seconds } = LIMITS.signInByAccountAndSource;
  expect((hits * LIMITS.signInByAccount.seconds) / seconds).toBeLessThan(LIMITS.signInByAccount.hits);
  await guess(hits + 5, { from: '127.0.0.5' });
  const [row] = await sql`
    select hits from parqueo_server.rate_limits where key = ${`${LIMITS.signInByAccount.name}:${EMAIL}`}`;
  expect(row?.hits).toBe(hits);
});

test('guesses from elsewhere never lock out an owner who signed in here before', async () => {
  expect(await readStatus({ from: HOME, password: PASSWORD })).toBe(200);
  await exhaust('signInByAccount');
  expect(await readStatus({ from: '127.0.0.6', password: PASSWORD })).toBe(429);
  expect(await readStatus({ from: HOME, password: PASSWORD })).toBe(200);
});

test('the owner’s browser signs in from another network and beside a guesser in its own', async () => {
  const { cookie } = await attempt({ from: HOME, password: PASSWORD });
  expect(cookie).toMatch(/^sign-in-device=[\w-]{43}$/);
  await exhaust('signInByAccount');
  expect(await readStatus({ from: '127.0.0.7', password: PASSWORD, cookie })).toBe(200);
  expect(await guess(hits + 1, { from: HOME })).toBe(429);
  expect(await readStatus({ from: HOME, password: PASSWORD, cookie })).toBe(200);
});

test('a made-up device cookie, or one of another account, adds no attempts', async () => {
  await createAccount(auth, 'carla@parqueo.test');
  const { cookie } = await attempt({ from: '127.0.0.8', email: 'carla@parqueo.test', password: PASSWORD });
  await guess(hits, { from: '127.0.0.9' });
  const madeUp = `sign-in-device=${'A'.repeat(43)}`;
  for (const one of [cookie, madeUp]) expect(await readStatus({ from: '127.0.0.9', cookie: one })).toBe(429);
});

test('a stolen session makes no browser known, and so guesses as often as a stranger', async () => {
  const browser = await signIn(auth, EMAIL);
  const { data } = await browser.auth.getSession();
  const refresh = (headers = {}) => {
    const body = { refresh_token: data.session?.refresh_token };
    return server.post('/token?grant_type=refresh_token', body, { from: '127.0.0.11', headers });
  };
  expect(await refresh()).toEqual({ status: 200, cookie: '' });
  await exhaust('signInByAccount');
  expect(await readStatus({ from: '127.0.0.11' })).toBe(429);
});

test('a mailed code makes its browser known, and each refresh there keeps it so', async () => {
  const { code } = await requestCode();
  const entered = await server.post('/verify', { type: 'email', email: EMAIL, token: code }, { from: HOME });
  expect(entered.cookie).toMatch(/^sign-in-device=/);
  await sql`update parqueo_server.sign_in_sources set last_used_at = now() - interval '80 days'`;
  const { data } = await (await signIn(auth, EMAIL)).auth.getSession();
  const headers = { cookie: entered.cookie };
  const body = { refresh_token: data.session?.refresh_token };
  const renewed = await server.post('/token?grant_type=refresh_token', body, { from: '127.0.0.12', headers });
  expect(renewed).toEqual({ status: 200, cookie: entered.cookie });
  const old = await sql`select from parqueo_server.sign_in_sources where last_used_at < now() - interval '1 day'`;
  expect(old).toHaveLength(0);
});

test('a browser that guesses is limited although its owner signed in with it before', async () => {
  const { cookie } = await attempt({ from: HOME, password: PASSWORD });
  expect(await guess(hits + 1, { from: '127.0.0.10', cookie })).toBe(429);
});

test('of an account twenty hashed sources are stored for 90 days', async () => {
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${EMAIL}`;
  await sql`
    insert into parqueo_server.sign_in_sources (source_hash, user_id, last_used_at)
    select encode(sha256(n::text::bytea), 'hex'), ${user?.id ?? ''}, now() - make_interval(days => n)
    from generate_series(1, 100) n`;
  expect(await readStatus({ from: HOME, password: PASSWORD })).toBe(200);
  const kept = await sql<{ source_hash: string }[]>`select source_hash from parqueo_server.sign_in_sources`;
  expect(kept).toHaveLength(20);
  for (const { source_hash } of kept) expect(source_hash).toMatch(/^[0-9a-f]{64}$/);
  await sql`update parqueo_server.sign_in_sources set last_used_at = now() - interval '91 days'`;
  expect(await removeOldData(sql)).toBe(20);
});

test('a stranger’s wrong codes from one network do not stop the owner elsewhere', async () => {
  const { code, wrong } = await requestCode();
  const stranger = { from: '127.0.0.2' };
  for (let count = 0; count < codeHits; count += 1) expect(await enter(wrong, stranger)).toBe(403);
  expect([await enter(wrong, stranger), await enter(code, stranger)]).toEqual([429, 429]);
  expect(await enter(code, { from: HOME })).toBe(200);
});

test('codes guessed from many networks are limited together, and a new mail starts nothing anew', async () => {
  await exhaust('codeByAccount');
  for (const from of ['127.0.2.1', '127.0.2.2']) {
    await sql`delete from parqueo_server.rate_limits where key like ${`${LIMITS.mailByAccount.name}:%`}`;
    expect(await enter((await requestCode()).code, { from })).toBe(429);
  }
});

test('made-up headers and cookies add no codes', async () => {
  const disguise = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    'x-real-ip': `198.51.100.${nth}`,
    forwarded: `for=198.51.100.${nth}`,
    cookie: `sign-in-device=${String(nth).padStart(43, 'A')}`,
  });
  const behindProxy = (nth: number) => ({ ...disguise(nth), 'x-forwarded-for': `198.51.100.${nth}, 203.0.113.9` });
  for (const [from, headersOf] of [
    ['127.0.0.5', disguise],
    [PROXY, behindProxy],
  ] as const) {
    for (let nth = 0; nth < codeHits; nth += 1) {
      expect(await enter('000000', { from, headers: headersOf(nth) })).toBe(403);
    }
    expect(await enter('000000', { from, headers: headersOf(codeHits) })).toBe(429);
  }
});

test('a stranger’s codes do not use up those that confirm a change of password', async () => {
  const browser = await signIn(auth, EMAIL);
  await sql`update auth.sessions set created_at = now() - interval '25 hours'`;
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const nonce = auth.codeTo(EMAIL);
  await exhaust('codeByAccount');
  expect(await enter(nonce, { from: '127.0.0.6' })).toBe(429);
  const change = { password: 'a-better-password', current_password: PASSWORD, nonce };
  expect((await browser.auth.updateUser(change)).error).toBeNull();
});

/** Guesses from an IPv6 address, or over no socket, from where a request has no address. */
function guessAt(email: string, remoteAddress?: string) {
  const body = JSON.stringify({ email, password: WRONG });
  const request = { method: 'POST', headers: { apikey: auth.keys.publishableKey }, body };
  const socket = remoteAddress === undefined ? undefined : { remoteAddress, remotePort: 1, remoteFamily: 'IPv6' };
  return auth.api.request('/token?grant_type=password', request, { incoming: { socket } });
}

test('guesses at one account are limited for a time; others still sign in', async () => {
  for (let guess = 0; guess < LIMITS.signInByAccountAndSource.hits; guess += 1)
    expect((await guessAt('ana@parqueo.test')).status).toBe(400);
  const stopped = await guessAt('ana@parqueo.test');
  expect([stopped.status, ((await stopped.json()) as { error_code: string }).error_code]).toEqual([
    429,
    'over_request_rate_limit',
  ]);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await guessAt('beto@parqueo.test')).status).toBe(400);
  await sql`update parqueo_server.rate_limits set window_ends_at = now()`;
  expect((await guessAt('ana@parqueo.test')).status).toBe(400);
});

test('a network that tries many accounts is limited, and other networks are not', async () => {
  await exhaust('signInByAddress', 'unknown');
  const stopped = await guessAt('dora@parqueo.test');
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(50);
  const { error } = await auth.browser().auth.signInWithPassword({ email: 'dora@parqueo.test', password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('many networks of one IPv6 site are limited together, and other sites are not', async () => {
  // Four times as many as one of its networks may try.
  await exhaust('signInByAddress', '2001:db8:1::/48', 4 * LIMITS.signInByAddress.hits - 1);
  const guessFrom = (address: string) => guessAt(`${randomUUID()}@parqueo.test`, address);
  expect((await guessFrom('2001:db8:1:7::1')).status).toBe(400);
  expect((await guessFrom('2001:db8:1:8::1')).status).toBe(429);
  expect((await guessFrom('2001:db8:2:8::1')).status).toBe(400);
});

test('many networks of one IPv6 site guess at an account no more than one may', async () => {
  for (let nth = 0; nth < hits; nth += 1) expect((await guessAt(EMAIL, `2001:db8:1:${nth}::1`)).status).toBe(400);
  expect((await guessAt(EMAIL, '2001:db8:1:99::1')).status).toBe(429);
  expect((await guessAt(EMAIL, '2001:db8:2:99::1')).status).toBe(400);
});

test.each(['signup', 'recover', 'otp', 'resend'])(
  'a second mail by %s is rejected with a time to retry',
  async (path) => {
    const ask = () => post(auth, `/${path}`, { email: `${path}@parqueo.test`, password: PASSWORD, type: 'signup' });
    expect((await ask()).status).toBe(200);
    const stopped = await ask();
    expect([stopped.status, stopped.body.error_code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(stopped.body.msg).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

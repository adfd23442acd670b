import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeOldData } from '../../../server/lifecycle/jobs.ts';
import { type AuthUnderTest, createAccount, PASSWORD, startAuth } from '../../../server/testing/auth.ts';
import { type Loopback, serveLoopback } from '../../../server/testing/loopback.ts';
import { LIMITS } from './rate-limit.ts';

const EMAIL = 'ana@parqueo.test';
const WRONG = 'a-guess-of-mine';
const HOME = '127.0.0.1';
/** Attempts of one source. */
const { hits } = LIMITS.signInByAccountAndSource;

type Attempt = { from: string; password?: string; email?: string; cookie?: string };

let auth: AuthUnderTest;
let server: Loopback;

beforeAll(async () => {
  auth = await startAuth({ rateLimit: true });
  await createAccount(auth, EMAIL);
  server = await serveLoopback(auth.api, auth.keys.publishableKey);
});
afterEach(async () => {
  await auth.database.sql`truncate parqueo_server.rate_limits, parqueo_server.sign_in_sources`;
});
afterAll(async () => {
  server.close();
  await auth.close();
});

/** Tries to sign in from this loopback address. */
const attempt = ({ from, password = WRONG, email = EMAIL, cookie }: Attempt) =>
  server.post(
    '/token?grant_type=password',
    { email, password },
    { from, headers: cookie === undefined ? {} : { cookie } },
  );

/** Guesses several times and returns the last status. */
async function guess(times: number, { from, cookie }: Attempt): Promise<number> {
  let status = 0;
  for (let count = 0; count < times; count += 1) {
    ({ status } = await attempt({ from, ...(cookie === undefined ? {} : { cookie }) }));
  }
  return status;
}

/** Uses up the limit that all new sources of the account share. */
const exhaustAccount = () => auth.database.sql`
  insert into parqueo_server.rate_limits (key, hits, window_ends_at)
  values (${`${LIMITS.signInByAccount.name}:${EMAIL}`}, ${LIMITS.signInByAccount.hits}, now() + interval '1 hour')
  on conflict (key) do update set hits = excluded.hits`;

test('ten wrong passwords lock out their network; the owner elsewhere still signs in', async () => {
  expect(await guess(hits, { from: '127.0.0.2' })).toBe(400);
  expect((await attempt({ from: '127.0.0.2' })).status).toBe(429);
  expect((await attempt({ from: '127.0.0.2', password: PASSWORD })).status).toBe(429);
  expect((await attempt({ from: HOME, password: PASSWORD })).status).toBe(200);
});

test('guesses from many networks are limited together', async () => {
  await exhaustAccount();
  for (const from of ['127.0.0.3', '127.0.0.4']) expect((await attempt({ from })).status).toBe(429);
  expect((await attempt({ from: '127.0.0.3', email: 'beto@parqueo.test' })).status).toBe(400);
});

test('one network alone cannot use up the limit that all new ones share', async () => {
  const { seconds } = LIMITS.signInByAccountAndSource;
  expect((hits * LIMITS.signInByAccount.seconds) / seconds).toBeLessThan(LIMITS.signInByAccount.hits);
  await guess(hits + 5, { from: '127.0.0.5' });
  const [row] = await auth.database.sql`
    select hits from parqueo_server.rate_limits where key = ${`${LIMITS.signInByAccount.name}:${EMAIL}`}`;
  expect(row?.hits).toBe(hits);
});

test('guesses from elsewhere never lock out an owner who signed in here before', async () => {
  expect((await attempt({ from: HOME, password: PASSWORD })).status).toBe(200);
  await exhaustAccount();
  expect((await attempt({ from: '127.0.0.6', password: PASSWORD })).status).toBe(429);
  expect((await attempt({ from: HOME, password: PASSWORD })).status).toBe(200);
});

test('the owner’s browser signs in from another network and beside a guesser in its own', async () => {
  const { cookie } = await attempt({ from: HOME, password: PASSWORD });
  expect(cookie).toMatch(/^parqueo-device=[\w-]{43}$/);
  await exhaustAccount();
  expect((await attempt({ from: '127.0.0.7', password: PASSWORD, cookie })).status).toBe(200);
  expect(await guess(hits + 1, { from: HOME })).toBe(429);
  expect((await attempt({ from: HOME, password: PASSWORD, cookie })).status).toBe(200);
});

test('a made-up device cookie, or one of another account, adds no attempts', async () => {
  await createAccount(auth, 'carla@parqueo.test');
  const { cookie } = await attempt({ from: '127.0.0.8', email: 'carla@parqueo.test', password: PASSWORD });
  await guess(hits, { from: '127.0.0.9' });
  const madeUp = `parqueo-device=${'A'.repeat(43)}`;
  for (const one of [cookie, madeUp]) expect((await attempt({ from: '127.0.0.9', cookie: one })).status).toBe(429);
});

test('a browser that guesses is limited although its owner signed in with it before', async () => {
  const { cookie } = await attempt({ from: HOME, password: PASSWORD });
  expect(await guess(hits + 1, { from: '127.0.0.10', cookie })).toBe(429);
});

test('of an account twenty hashed sources are stored for 90 days', async () => {
  const { sql } = auth.database;
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${EMAIL}`;
  await sql`
    insert into parqueo_server.sign_in_sources (source_hash, user_id, last_used_at)
    select encode(sha256(n::text::bytea), 'hex'), ${user?.id ?? ''}, now() - make_interval(days => n)
    from generate_series(1, 100) n`;
  expect((await attempt({ from: HOME, password: PASSWORD })).status).toBe(200);
  const kept = await sql<{ source_hash: string }[]>`select source_hash from parqueo_server.sign_in_sources`;
  expect(kept).toHaveLength(20);
  for (const { source_hash } of kept) expect(source_hash).toMatch(/^[0-9a-f]{64}$/);
  await sql`update parqueo_server.sign_in_sources set last_used_at = now() - interval '91 days'`;
  expect(await removeOldData(sql)).toBe(20);
});

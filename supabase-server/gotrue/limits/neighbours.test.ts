import { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAccount, givePassword, openAuth, PASSWORD, post, signIn } from '../../../server/testing/auth.ts';
import { serveLoopback } from '../../../server/testing/loopback.ts';
import type { AppEnv } from '../../caller.ts';
import { LIMITS } from './rate-limit.ts';

// What a stranger may use up for those behind the same address, and what each person may use up alone.

const EMAIL = 'ana@parqueo.test';
const WRONG = 'a-guess-of-mine';
const HOME = '127.0.0.1';

const auth = await openAuth({ rateLimit: true });
const { sql } = auth.database;
await createAccount(auth, EMAIL);
const server = await serveLoopback(new Hono<AppEnv>().route('/', auth.api), auth.keys.publishableKey);
afterAll(() => server.close());
beforeEach(() => sql`truncate parqueo_server.rate_limits, parqueo_server.sign_in_sources`);

type Attempt = { from?: string; email?: string; password?: string; cookie?: string };

const attempt = ({ from = HOME, email = EMAIL, password = PASSWORD, cookie }: Attempt = {}) =>
  server.post('/token?grant_type=password', { email, password }, { from, headers: cookie ? { cookie } : {} });
const readStatus = async (tried: Attempt = {}) => (await attempt(tried)).status;

/** Uses up a limit of a network or a person. */
const exhaust = (limit: keyof typeof LIMITS, subject: string, hits: number = LIMITS[limit].hits) => sql`
  insert into parqueo_server.rate_limits (key, hits, window_ends_at)
  values (${`${LIMITS[limit].name}:${subject}`}, ${hits}, now() + interval '1 hour')
  on conflict (key) do update set hits = excluded.hits`;

/** Posts from 127.0.0.1, as the clients of `auth.browser()` do. */
const postRefresh = (token: string) => post(auth, '/token?grant_type=refresh_token', { refresh_token: token });

async function openSession() {
  const browser = await signIn(auth, EMAIL);
  const { session } = (await browser.auth.getSession()).data;
  if (session === null) throw new Error('There is no session');
  return { browser, session };
}

test('right passwords do not use up what their network may try', async () => {
  await exhaust('signInByAddress', HOME, LIMITS.signInByAddress.hits - 1);
  for (let times = 0; times < 3; times += 1) expect(await readStatus()).toBe(200);
});

test('in a network that guesses, only a browser that the account knows may still sign in', async () => {
  const { cookie } = await attempt();
  await exhaust('signInByAddress', HOME);
  expect(await readStatus()).toBe(429);
  expect(await readStatus({ cookie, email: 'beto@parqueo.test' })).toBe(429);
  expect(await readStatus({ password: WRONG, cookie })).toBe(400);
  expect(await readStatus({ cookie })).toBe(200);
});

test('a limited password is not checked and uses up no attempt at its account', async () => {
  await exhaust('signInByAddress', HOME);
  expect(await readStatus({ password: WRONG })).toBe(429);
  expect(await sql`select key from parqueo_server.rate_limits where key like '%account%'`).toEqual([]);
});

test('made-up refresh tokens of a stranger stop no session behind the same address', async () => {
  const { browser } = await openSession();
  await exhaust('refreshByAddress', HOME, LIMITS.refreshByAddress.hits - 1);
  expect((await postRefresh('made-up')).status).toBe(400);
  // The client would remove its session after a 4xx.
  const limited = await postRefresh('made-up');
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect((await browser.auth.refreshSession()).error).toBeNull();
});

test('a person who refreshes without end is limited alone, and keeps the session', async () => {
  const { session } = await openSession();
  await exhaust('refreshByAccount', session.user.id);
  expect((await postRefresh(session.refresh_token)).status).toBe(503);
  await sql`update parqueo_server.rate_limits set window_ends_at = now()`;
  expect((await postRefresh(session.refresh_token)).status).toBe(200);
});

test('made-up links of a stranger stop no link behind the same address', async () => {
  expect((await post(auth, '/otp', { email: EMAIL })).status).toBe(200);
  const link = auth.linkTo(EMAIL);
  await exhaust('verifyByAddress', HOME, LIMITS.verifyByAddress.hits - 1);
  const madeUp = link.replace(/token=[^&]+/, 'token=made-up');
  const readError = async () => new URLSearchParams((await auth.follow(madeUp)).hash.slice(1)).get('error_code');
  expect([await readError(), await readError()]).toEqual(['otp_expired', 'over_request_rate_limit']);
  expect((await auth.follow(link)).hash).toContain('access_token=');
});

test('made-up links of a stranger do not stop the one that takes a second factor off', async () => {
  await exhaust('verifyByAddress', HOME);
  const { browser, session } = await openSession();
  await givePassword(browser);
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  if (data === null) throw new Error('There is no factor');
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  await browser.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  const token = auth.mails.map(({ text }) => text.match(/\/remove-factor#(\S+)/)?.[1]).find(Boolean);
  expect((await post(auth, '/factors/removal', { token: 'made-up' })).status).toBe(429);
  expect((await post(auth, '/factors/removal', { token })).status).toBe(200);
  expect(await sql`select from auth.mfa_factors where user_id = ${session.user.id}`).toHaveLength(0);
});

test('whoever knows the password alone does not stop the codes of an owner who comes by mail', async () => {
  const email = 'dora@parqueo.test';
  await createAccount(auth, email);
  const browser = await givePassword(await signIn(auth, email));
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  const factorId = data?.id ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
  const show = (by: typeof browser, timestamp = Date.now()) =>
    by.auth.mfa.challengeAndVerify({ factorId, code: totp.generate({ timestamp }) });
  expect((await show(browser)).error).toBeNull();
  await exhaust('factorByAccount', (await browser.auth.getUser()).data.user?.id ?? '');
  const later = Date.now() + 30_000;
  expect((await show(await signIn(auth, email), later)).error?.status).toBe(429);
  await sql`delete from parqueo_server.rate_limits where key like 'mail-account:%'`;
  const owner = auth.browser();
  await owner.auth.resetPasswordForEmail(email);
  await owner.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'recovery' });
  expect((await show(owner, later)).error).toBeNull();
  expect((await owner.auth.updateUser({ password: 'a-better-password' })).error).toBeNull();
});

test('where a network has mailed too much, a browser that the account knows still gets its mail', async () => {
  const { cookie } = await attempt();
  await exhaust('mailByAddress', HOME);
  const recover = async (headers = {}) =>
    (await server.post('/recover', { email: EMAIL }, { from: HOME, headers })).status;
  expect([await recover(), await recover({ cookie })]).toEqual([429, 200]);
});

test('requests for mails that are not sent do not use up those of their network', async () => {
  await exhaust('mailByAddress', HOME, LIMITS.mailByAddress.hits - 2);
  const ask = async (email: string) => (await post(auth, '/recover', { email })).status;
  expect([await ask(EMAIL), await ask(EMAIL), await ask('beto@parqueo.test')]).toEqual([200, 429, 200]);
});

test('strangers use up no mail of a browser that the account knows', async () => {
  const { cookie } = await attempt();
  const recover = async (headers = {}) =>
    (await server.post('/recover', { email: EMAIL }, { from: HOME, headers })).status;
  expect([await recover(), await recover(), await recover({ cookie })]).toEqual([200, 429, 200]);
});

test.each([
  ['eva@parqueo.test', 'eva+%@parqueo.test'],
  ['e.va@gmail.com', 'eva+%@googlemail.com'],
])('strangers who sign up with tags neither fill the mailbox of %s nor stop its mails', async (owner, tagged) => {
  await createAccount(auth, owner);
  const { length } = auth.mails;
  const signUp = async (nth: number) =>
    (await post(auth, '/signup', { email: tagged.replace('%', String(nth)), password: PASSWORD })).status;
  for (let nth = 0; nth < LIMITS.mailByMailbox.hits + 3; nth += 1) expect(await signUp(nth)).toBe(200);
  expect(auth.mails).toHaveLength(length + LIMITS.mailByMailbox.hits - (owner.includes('.va') ? 1 : 0));
  expect(await sql`select from auth.users where confirmation_sent_at is null`).toHaveLength(0);
  await sql`delete from parqueo_server.rate_limits where key = ${`${LIMITS.mailByAccount.name}:${owner}`}`;
  expect((await post(auth, '/recover', { email: owner })).status).toBe(200);
  expect(auth.mails[0]).toMatchObject({ to: owner });
});

test('repeated requests for a new address mail it no more than others may', async () => {
  const { browser } = await openSession();
  await givePassword(browser);
  const stranger = 'stranger@parqueo.test';
  await givePassword(browser);
  expect((await browser.auth.updateUser({ email: stranger })).error).toBeNull();
  const countMails = () => auth.subjectsTo(stranger).length;
  const before = countMails();
  expect((await post(auth, '/resend', { type: 'email_change', email: EMAIL })).status).toBe(200);
  expect(countMails()).toBe(before);
  await sql`delete from parqueo_server.rate_limits`;
  expect((await post(auth, '/resend', { type: 'email_change', email: EMAIL })).status).toBe(200);
  expect(countMails()).toBe(before + 1);
});

test('changes of a password and challenges of a factor are limited for a person', async () => {
  const { browser, session } = await openSession();
  await exhaust('passwordChangeByAccount', session.user.id);
  const change = { password: 'a-better-password', current_password: PASSWORD };
  expect((await browser.auth.updateUser(change)).error?.status).toBe(429);
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  await exhaust('challengeByAccount', `proven ${session.user.id}`, LIMITS.challengeByAccount.hits - 1);
  const challenge = async () => (await browser.auth.mfa.challenge({ factorId: data?.id ?? '' })).error?.status;
  expect([await challenge(), await challenge()]).toEqual([undefined, 429]);
});

import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import {
  createAccount,
  signIn as logIn,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  readFragment,
} from '../../../server/testing/auth.ts';
import type { AppEnv } from '../../caller.ts';
import { identifyCaller } from './identify-caller.ts';

const EMAIL = 'ana@parqueo.test';

const auth = await openAuth();
await createAccount(auth, EMAIL);

async function signIn() {
  const browser = await logIn(auth, EMAIL);
  const { session } = (await browser.auth.getSession()).data;
  if (session === null) throw new Error('There is no session');
  return { browser, session };
}

const refresh = (token: string) => auth.browser().auth.refreshSession({ refresh_token: token });

test('a driver signs in with the password, in whatever case the address is typed', async () => {
  const { data, error } = await auth
    .browser()
    .auth.signInWithPassword({ email: ' ANA@Parqueo.test', password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(EMAIL);
});

test('a wrong password and an unknown address get the same error', async () => {
  const wrong = await auth.browser().auth.signInWithPassword({ email: EMAIL, password: 'wrong-password' });
  const unknown = await auth.browser().auth.signInWithPassword({ email: 'nobody@parqueo.test', password: PASSWORD });
  expect([wrong.error?.code, wrong.error?.message]).toEqual(['invalid_credentials', 'Invalid login credentials']);
  expect([unknown.error?.code, unknown.error?.message]).toEqual(['invalid_credentials', 'Invalid login credentials']);
});

test('a suspended driver cannot refresh or read their account until it ends', async () => {
  await createAccount(auth, 'suspended@parqueo.test');
  const browser = auth.browser();
  const { data } = await browser.auth.signInWithPassword({ email: 'suspended@parqueo.test', password: PASSWORD });
  const setStatus = (status: string) =>
    auth.database.sql`update public.profiles set status = ${status} where email = 'suspended@parqueo.test'`;
  await setStatus('suspended');
  const { error } = await auth.browser().auth.getUser(data.session?.access_token);
  expect([error?.status, error?.code]).toEqual([403, 'user_banned']);
  expect((await refresh(data.session?.refresh_token ?? '')).error?.code).toBe('user_banned');
  await setStatus('active');
  expect((await auth.browser().auth.getUser(data.session?.access_token)).error).toBeNull();
});

test('six refreshes at once end in one session with one valid token', async () => {
  const { session } = await signIn();
  const responses = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)));
  expect(responses.map(({ error }) => error)).toEqual([null, null, null, null, null, null]);
  expect(new Set(responses.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
});

test('a refresh token that is reused late ends the whole session', async () => {
  const { session } = await signIn();
  const { data } = await refresh(session.refresh_token);
  await auth.database.sql`update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked`;
  expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_already_used');
  expect((await refresh(data.session?.refresh_token ?? '')).error?.code).toBe('refresh_token_not_found');
});

test('the access token names the person and the session, and expires in an hour', async () => {
  const { browser, session } = await signIn();
  const { data } = await browser.auth.getClaims(session.access_token);
  expect(data?.claims).toMatchObject({
    sub: session.user.id,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal1',
    email: EMAIL,
  });
  expect((data?.claims.exp ?? 0) - (data?.claims.iat ?? 0)).toBe(3600);
});

test('logging out ends this, the other or all sessions, by its scope', async () => {
  const isOpen = async ({ session }: Awaited<ReturnType<typeof signIn>>) =>
    (await auth.browser().auth.getUser(session.access_token)).error === null;
  const first = await signIn();
  const second = await signIn();
  const third = await signIn();
  await first.browser.auth.signOut({ scope: 'local' });
  expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([false, true, true]);
  await second.browser.auth.signOut({ scope: 'others' });
  expect([await isOpen(second), await isOpen(third)]).toEqual([true, false]);
  await second.browser.auth.signOut();
  expect(await isOpen(second)).toBe(false);
});

test('the button of a provider that is not configured leads back to the log-in screen', async () => {
  const response = await auth.api.request('/authorize?provider=apple', { headers: { accept: 'text/html' } });
  const back = new URL(response.headers.get('location') ?? '');
  expect([response.status, back.pathname]).toEqual([303, '/login']);
  const told = {
    error_code: 'provider_disabled',
    error_description: 'signing in with Apple is not set up on this server',
  };
  expect(readFragment(back)).toMatchObject(told);
});

const whoIs = new Hono<AppEnv>().use(identifyCaller(auth.keys, PUBLIC_URL)).get('/', (c) => c.json(c.get('caller')));
const { publishableKey, secretKey } = auth.keys;
const { access_token: token } = (await signIn()).session;
const [header, payload, signature] = token.split('.');
const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');

test.each<[string, Record<string, string>, number, object]>([
  ['the publishable key', { apikey: publishableKey }, 200, { role: 'anon' }],
  ['the secret key', { apikey: secretKey }, 200, { role: 'service_role' }],
  [
    'an access token',
    { apikey: publishableKey, authorization: `Bearer ${token}` },
    200,
    { role: 'authenticated', claims: { email: EMAIL } },
  ],
  ['a forged token', { apikey: publishableKey, authorization: `Bearer ${header}.${forged}.${signature}` }, 401, {}],
  ['a token without a key', { authorization: `Bearer ${token}` }, 401, {}],
  ['nothing', {}, 401, {}],
])('the caller of a request with %s is known by it alone', async (_, headers, status, caller) => {
  const response = await whoIs.request('/', { headers });
  expect([response.status, await response.json()]).toMatchObject([status, caller]);
});

test('an expired token is rejected, not treated as anonymous', async () => {
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  try {
    const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
    const response = await whoIs.request('/', { headers });
    expect([response.status, await response.json()]).toMatchObject([401, { message: 'JWT expired' }]);
  } finally {
    vi.useRealTimers();
  }
});

import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createAccount, signIn as logIn, openAuth, PASSWORD } from '../../../server/testing/auth.ts';

// The application limits the sessions of administrators.
const EMAIL = 'ada@parqueo.test';
const UNLIMITED = 'ana@parqueo.test';

const auth = await openAuth({ env: { SAMPLES: 'off' } });
await createAccount(auth, EMAIL);
await createAccount(auth, UNLIMITED);
await auth.database.sql`
  insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = ${EMAIL}`;
beforeEach(() => auth.changeSettings({ session_timeout_hours: 2 }));

async function signIn(email = EMAIL) {
  const browser = await logIn(auth, email);
  const { data } = await browser.auth.getSession();
  return { browser, id: String(decodeJwt(data.session?.access_token ?? '').session_id) };
}

const age = (id: string, minutes: number) => auth.database.sql`
  update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`;

test('a session ends so many hours after the sign-in, however often it is refreshed', async () => {
  const { browser, id } = await signIn();
  await age(id, 119);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  await age(id, 121);
  expect((await browser.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'session_expired' });
});

test('no access token outlives its session', async () => {
  const { browser, id } = await signIn();
  await age(id, 110);
  const { data } = await browser.auth.refreshSession();
  const { iat = 0, exp = 0 } = decodeJwt(data.session?.access_token ?? '');
  expect(exp - iat).toBeGreaterThan(590);
  expect(exp - iat).toBeLessThanOrEqual(600);
  expect([data.session?.expires_in, data.session?.expires_at]).toEqual([exp - iat, exp]);
});

test('a session that is over reads and changes no account with an access token from before', async () => {
  const { browser, id } = await signIn();
  const { data } = await browser.auth.getSession();
  await age(id, 121);
  const { error } = await browser.auth.getUser(data.session?.access_token);
  expect(error?.name).toBe('AuthSessionMissingError');
  expect((await browser.auth.updateUser({ password: 'another-password' })).error).not.toBeNull();
  expect((await auth.browser().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull();
});

test('the session of somebody whom the application does not limit lasts, with access tokens of an hour', async () => {
  const { browser, id } = await signIn(UNLIMITED);
  await age(id, 60 * 24 * 365);
  const { data, error } = await browser.auth.refreshSession();
  expect([error, data.session?.expires_in]).toEqual([null, 3600]);
  expect((await browser.auth.updateUser({ data: { seen: true } })).error).toBeNull();
});

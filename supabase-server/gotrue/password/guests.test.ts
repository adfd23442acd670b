import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL, signIn } from '../../../server/testing/auth.ts';
import { LIMITS } from '../limits/rate-limit.ts';

// Anonymous users, as GoTrue has them: who parks from a sign has a session, and no address until they want an account.

const auth = await openAuth({ rateLimit: true, env: { SAMPLES: 'off' } });
const { sql } = auth.database;
const forgetRates = () => sql`truncate parqueo_server.rate_limits`;
beforeEach(async () => {
  await auth.changeSettings({ allow_guests: true, allow_signups: true });
  await forgetRates();
});

async function signInAsGuest() {
  const browser = auth.browser();
  const { data, error } = await browser.auth.signInAnonymously();
  if (error) throw error;
  if (data.user === null || data.session === null) throw new Error('The guest has no session');
  return { browser, user: data.user, session: data.session };
}

test('a guest gets a session without an address, which goes on', async () => {
  const { browser, user, session } = await signInAsGuest();
  expect(user).toMatchObject({ email: '', is_anonymous: true, app_metadata: {}, identities: [] });
  expect(decodeJwt(session.access_token)).toMatchObject({
    role: 'authenticated',
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  });
  expect((await browser.auth.refreshSession()).data.user?.id).toBe(user.id);
  const [profile] = await sql`select email from public.profiles where user_id = ${user.id}`;
  expect(profile).toEqual({ email: '' });
});

test.each([
  [{ allow_guests: false }, 'anonymous_provider_disabled'],
  [{ allow_signups: false }, 'signup_disabled'],
])('nobody is a guest where the operator allows none: %o', async (settings, code) => {
  await auth.changeSettings(settings);
  const { error } = await auth.browser().auth.signInAnonymously();
  expect([error?.status, error?.code]).toEqual([422, code]);
});

test('clients read whether guests are allowed', async () => {
  const read = async () => {
    const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/settings`, {
      headers: { apikey: auth.keys.publishableKey },
    });
    const { external } = (await response.json()) as { external: Record<string, boolean> };
    return external.anonymous_users;
  };
  expect(await read()).toBe(true);
  await auth.changeSettings({ allow_guests: false });
  expect(await read()).toBe(false);
});

test('a guest who confirms an address keeps everything, and signs in with a password', async () => {
  const { browser, user } = await signInAsGuest();
  expect((await browser.auth.updateUser({ email: 'Kept@parqueo.test' })).error).toBeNull();
  expect(auth.subjectsTo('')).toEqual([]);
  const [waiting] = await sql`select is_anonymous, email from auth.users where id = ${user.id}`;
  expect(waiting).toEqual({ is_anonymous: true, email: null });
  expect((await auth.follow(auth.linkTo('kept@parqueo.test'))).hash).toContain('access_token=');
  const { data } = await browser.auth.refreshSession();
  expect(data.user).toMatchObject({
    id: user.id,
    email: 'kept@parqueo.test',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email: 'kept@parqueo.test', email_verified: true } }],
  });
  expect(data.user?.email_confirmed_at).toBeTruthy();
  await forgetRates();
  await browser.auth.resetPasswordForEmail('kept@parqueo.test');
  const owner = auth.browser();
  await owner.auth.verifyOtp({ email: 'kept@parqueo.test', token: auth.codeTo('kept@parqueo.test'), type: 'recovery' });
  await owner.auth.updateUser({ password: PASSWORD });
  expect((await (await signIn(auth, 'kept@parqueo.test')).auth.getUser()).data.user?.id).toBe(user.id);
  expect(auth.mails.filter(({ to }) => to === '')).toEqual([]);
});

test('a guest takes no address of somebody else, and no password without an address', async () => {
  await createAccount(auth, 'ana@parqueo.test');
  await forgetRates();
  const { browser } = await signInAsGuest();
  expect((await browser.auth.updateUser({ email: 'ana@parqueo.test' })).error?.code).toBe('email_exists');
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe('validation_failed');
});

test('guests of one network, and all together, are limited', async () => {
  const fill = async (key: string, hits: number) => sql`
    insert into parqueo_server.rate_limits (key, hits, window_ends_at)
    select key, ${hits}, now() + interval '1 hour' from parqueo_server.rate_limits where key like ${key}
    on conflict (key) do update set hits = excluded.hits`;
  await signInAsGuest();
  const [counted] = await sql`select hits from parqueo_server.rate_limits where key like 'guest-address:%'`;
  expect(counted).toEqual({ hits: 1 });
  await fill('guest-address:%', LIMITS.guestByAddress.hits);
  const { error } = await auth.browser().auth.signInAnonymously();
  expect(error?.status).toBe(429);
  await fill('guest-address:%', 1);
  await fill('guests:all', LIMITS.guests.hits);
  expect((await auth.browser().auth.signInAnonymously()).error?.status).toBe(429);
});

import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { createAccount, signIn as logIn, openAuth, PASSWORD } from '../../server/testing/auth.ts';

// What the public test suite of the client covers and no other file here does. The table in docs/auth.md compares all of it.

const EMAIL = 'ana@parqueo.test';

const auth = await openAuth();
await createAccount(auth, EMAIL);

const signIn = () => logIn(auth, EMAIL);

type Attempt = (browser: SupabaseClient) => Promise<{ error: AuthError | null }>;

const phone = '+18095550100';

test.each<[string, Attempt, [status: number, code: string, message: string]]>([
  [
    'anonymously',
    ({ auth }) => auth.signInAnonymously(),
    [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  ],
  [
    'up by phone',
    ({ auth }) => auth.signUp({ phone, password: PASSWORD }),
    [400, 'phone_provider_disabled', 'Phone signups are disabled'],
  ],
  [
    'in by phone',
    ({ auth }) => auth.signInWithPassword({ phone, password: PASSWORD }),
    [422, 'phone_provider_disabled', 'Phone logins are disabled'],
  ],
  [
    'in by text message',
    ({ auth }) => auth.signInWithOtp({ phone }),
    [400, 'phone_provider_disabled', 'Unsupported phone provider'],
  ],
  [
    'in by a repeated text message',
    ({ auth }) => auth.resend({ phone, type: 'sms' }),
    [400, 'phone_provider_disabled', 'Phone logins are disabled'],
  ],
  [
    'in with the code of a text message',
    ({ auth }) => auth.verifyOtp({ phone, token: '123456', type: 'sms' }),
    [403, 'otp_expired', 'Token has expired or is invalid'],
  ],
  [
    'in with a code for an invalid phone number',
    ({ auth }) => auth.verifyOtp({ phone: `${phone}-invalid`, token: '123456', type: 'sms' }),
    [400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
  ],
  [
    'in with SSO',
    ({ auth }) => auth.signInWithSSO({ domain: 'parqueo.test' }),
    [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ],
  [
    'in with an ID token of Google',
    ({ auth }) => auth.signInWithIdToken({ provider: 'google', token: 'token' }),
    [400, 'provider_disabled', 'Provider (issuer "https://accounts.google.com") is not enabled'],
  ],
  [
    'in with a wallet',
    ({ auth }) => auth.signInWithWeb3({ chain: 'ethereum', message: 'message', signature: '0x00' }),
    [422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ],
])('nobody signs %s where that is switched off', async (_, attempt, expected) => {
  const browser = auth.browser();
  const { error } = await attempt(browser);
  expect([error?.status, error?.code, error?.message]).toEqual(expected);
  expect((await browser.auth.getSession()).data.session).toBeNull();
});

test('a driver lists their identities, and can link and unlink none unless that is switched on', async () => {
  const browser = await signIn();
  const { data } = await browser.auth.getUserIdentities();
  const [identity] = data?.identities ?? [];
  if (!identity) throw new Error('There is no identity');
  expect([identity.provider, identity.identity_data?.email]).toEqual(['email', EMAIL]);
  const linked = await browser.auth.linkIdentity({ provider: 'google' });
  expect([linked.error?.code, linked.error?.message]).toEqual([
    'manual_linking_disabled',
    'Manual linking is disabled',
  ]);
  expect((await browser.auth.unlinkIdentity(identity)).error?.code).toBe('manual_linking_disabled');
  expect((await browser.auth.getUserIdentities()).data?.identities).toHaveLength(1);
});

test.each<[string, Attempt]>([
  ['sign up', ({ auth }) => auth.signUp({ email: 'nobody', password: PASSWORD })],
  ['recover', ({ auth }) => auth.resetPasswordForEmail('nobody')],
  ['ask for a code', ({ auth }) => auth.signInWithOtp({ email: 'nobody' })],
  ['ask for a mail again', ({ auth }) => auth.resend({ type: 'signup', email: 'nobody' })],
])('nobody can %s with an invalid address', async (_, attempt) => {
  expect((await attempt(auth.browser())).error?.code).toBe('validation_failed');
});

test('the client receives each auth event in order', async () => {
  const browser = auth.browser();
  const events: string[] = [];
  browser.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  await browser.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  await browser.auth.refreshSession();
  await browser.auth.updateUser({ data: { language: 'es' } });
  await browser.auth.signOut({ scope: 'local' });
  expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'SIGNED_OUT',
  ]);
});

test('another client takes over a session, also with an expired access token', async () => {
  const { data } = await (await signIn()).auth.getSession();
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  const other = auth.browser();
  expect((await other.auth.setSession({ access_token, refresh_token })).data.user?.email).toBe(EMAIL);
  const [header, payload, signature] = access_token.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const ended = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url');
  const late = await auth.browser().auth.setSession({ access_token: `${header}.${ended}.${signature}`, refresh_token });
  expect(late.data.session?.user.email).toBe(EMAIL);
});

test('a driver signs out of an ended session without an error', async () => {
  const browser = await signIn();
  await auth.database.sql`delete from auth.sessions`;
  expect((await browser.auth.signOut()).error).toBeNull();
  expect((await browser.auth.getSession()).data.session).toBeNull();
});

test('a driver has the mails of a change of address sent again', async () => {
  await createAccount(auth, 'mover@parqueo.test');
  const browser = await logIn(auth, 'mover@parqueo.test');
  await browser.auth.updateUser({ email: 'moved@parqueo.test' });
  const first = auth.linkTo('moved@parqueo.test');
  expect((await browser.auth.resend({ type: 'email_change', email: 'mover@parqueo.test' })).error).toBeNull();
  expect(auth.linkTo('moved@parqueo.test')).not.toBe(first);
  expect((await auth.follow(first)).hash).toContain('otp_expired');
});

test('a client that finds no published key for a token gets the server’s error', async () => {
  const { data } = await (await signIn()).auth.getSession();
  const [, payload, signature] = (data.session?.access_token ?? '').split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'unknown' })).toString('base64url');
  const { error } = await auth.browser().auth.getClaims(`${header}.${payload}.${signature}`);
  expect([error?.status, error?.code]).toEqual([403, 'bad_jwt']);
  expect(error?.message).toContain('invalid JWT: unable to parse or verify signature');
});

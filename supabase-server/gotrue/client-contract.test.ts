import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { createAccount, signIn as logIn, openAuth, PASSWORD, signInWithProof } from '../../server/testing/auth.ts';

// What the public test suite of the client covers and no other file here does. The table in docs/auth.md compares all of it.

const EMAIL = 'ana@parqueo.test';

const auth = await openAuth();
await createAccount(auth, EMAIL);

const signIn = () => logIn(auth, EMAIL);

type Attempt = (browser: SupabaseClient) => Promise<{ error: AuthError | null }>;

const phone = '+18095550100';
const DISABLED = 'phone_provider_disabled';
const ID_TOKEN = { provider: 'google', token: 'token' };
const WALLET = { chain: 'ethereum', message: 'message', signature: '0x00' } as const;

test.each<[string, Attempt, status: number, code: string]>([
  ['anonymously', ({ auth }) => auth.signInAnonymously(), 422, 'anonymous_provider_disabled'],
  ['up by phone', ({ auth }) => auth.signUp({ phone, password: PASSWORD }), 400, DISABLED],
  ['in by phone', ({ auth }) => auth.signInWithPassword({ phone, password: PASSWORD }), 422, DISABLED],
  ['in by text message', ({ auth }) => auth.signInWithOtp({ phone }), 400, DISABLED],
  ['in by a repeated text message', ({ auth }) => auth.resend({ phone, type: 'sms' }), 400, DISABLED],
  ['in by a code', ({ auth }) => auth.verifyOtp({ phone, token: '123456', type: 'sms' }), 403, 'otp_expired'],
  ['in with SSO', ({ auth }) => auth.signInWithSSO({ domain: 'parqueo.test' }), 404, 'saml_provider_disabled'],
  ['in with an ID token', ({ auth }) => auth.signInWithIdToken(ID_TOKEN), 400, 'provider_disabled'],
  ['in with a wallet', ({ auth }) => auth.signInWithWeb3(WALLET), 422, 'web3_provider_disabled'],
])('nobody signs %s where that is switched off', async (_, attempt, status, code) => {
  const browser = auth.browser();
  const { error } = await attempt(browser);
  expect([error?.status, error?.code]).toEqual([status, code]);
  expect((await browser.auth.getSession()).data.session).toBeNull();
});

test('a driver lists their identities, and can link and unlink none unless that is switched on', async () => {
  const browser = await signIn();
  const { data } = await browser.auth.getUserIdentities();
  const [identity] = data?.identities ?? [];
  if (!identity) throw new Error('There is no identity');
  expect([identity.provider, identity.identity_data?.email]).toEqual(['email', EMAIL]);
  const linked = await browser.auth.linkIdentity({ provider: 'google' });
  expect(linked.error?.code).toBe('manual_linking_disabled');
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
  const browser = await signInWithProof(auth, 'mover@parqueo.test');
  await browser.auth.updateUser({ email: 'moved@parqueo.test' });
  const first = auth.linkTo('moved@parqueo.test');
  expect((await browser.auth.resend({ type: 'email_change', email: 'mover@parqueo.test' })).error).toBeNull();
  expect(auth.linkTo('moved@parqueo.test')).not.toBe(first);
  expect((await auth.follow(first)).hash).toContain('otp_expired');
});

import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  createAccount,
  givePassword,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  post,
  tryToSignIn,
} from '../../../server/testing/auth.ts';
import { openBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

const OWNERS_PASSWORD = 'the-owners-password';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: { ...provider.env, SAMPLES: 'off', MANUAL_LINKING: 'on' } });
afterAll(() => provider.close());
beforeEach(() => auth.changeSettings({ email_confirmation_required: false }));

/** Signs up and returns the browser, which is signed in. */
async function signUp(email: string, browser = auth.browser()): Promise<SupabaseClient> {
  const { error } = await browser.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Sam Stranger' } },
  });
  if (error) throw error;
  return browser;
}

const logIn = (email: string, password: string) => tryToSignIn(auth, email, password);
const isSignedIn = async (browser: SupabaseClient) => (await browser.auth.getUser()).error === null;
const readMark = async (email: string) => {
  const [user] = await auth.database.sql<{ mark: boolean | null }[]>`
    select (raw_app_meta_data -> 'email_unproven')::boolean as mark from auth.users where email = ${email}`;
  return user?.mark;
};

/** A driver without a proven address who links the identity that they have at a provider. */
async function signUpAndLink(email: string, member: Member) {
  const browser = openBrowser(auth);
  const client = await givePassword(await signUp(email, auth.browser('implicit', browser.fetch)));
  provider.decide({ member });
  const { data, error } = await client.auth.linkIdentity({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  });
  if (error) throw error;
  await browser.open(data.url);
  return client;
}

const readIdentities = async (email: string) => {
  const identities = await auth.database.sql<{ provider_id: string }[]>`
    select i.provider_id from auth.identities i join auth.users u on u.id = i.user_id where u.email = ${email}`;
  return identities.map(({ provider_id }) => provider_id);
};

async function signInAt(member: Member, browser = openBrowser(auth)) {
  provider.decide({ member });
  const { data } = await auth.browser().auth.signInWithOAuth({ provider: 'google' });
  return browser.open(data.url ?? '');
}

test('a new driver is signed in at once, and no mail is sent', async () => {
  const browser = auth.browser();
  const { data, error } = await browser.auth.signUp({ email: 'ana@parqueo.test', password: PASSWORD });
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect(auth.mails).toHaveLength(0);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  expect(await logIn('ana@parqueo.test', PASSWORD)).toBe('logged in');
});

test('a sign-up with the address of an account opens it to nobody and says only that it exists', async () => {
  await auth.changeSettings({ email_confirmation_required: true });
  await createAccount(auth, 'confirmed@parqueo.test');
  await auth.browser().auth.signUp({ email: 'unconfirmed@parqueo.test', password: PASSWORD });
  await createAccount(auth, 'banned@parqueo.test');
  await auth.database.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = 'banned@parqueo.test'`;
  await auth.changeSettings({ email_confirmation_required: false });
  const mailsBefore = auth.mails.length;
  const responses = await Promise.all(
    ['Confirmed', 'unconfirmed', 'banned'].map((name) =>
      post(auth, '/signup', { email: `${name}@parqueo.test`, password: 'another-password' }),
    ),
  );
  const expected = { code: 422, error_code: 'user_already_exists', msg: 'User already registered' };
  expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([422, expected]));
  expect(auth.mails).toHaveLength(mailsBefore);
  expect(await logIn('confirmed@parqueo.test', 'another-password')).toBe('invalid_credentials');
  expect(await logIn('unconfirmed@parqueo.test', PASSWORD)).toBe('email_not_confirmed');
});

test('of two who sign up with one address at once exactly one is signed in', async () => {
  const tries = await Promise.all(
    [PASSWORD, OWNERS_PASSWORD].map((password) => auth.browser().auth.signUp({ email: 'race@parqueo.test', password })),
  );
  expect(tries.map(({ error }) => error?.code ?? 'signed in').toSorted()).toEqual(['signed in', 'user_already_exists']);
});

type Way = (email: string) => Promise<unknown>;

test.each<[string, Way]>([
  [
    'a link to choose a new password',
    async (email) => {
      await auth.browser().auth.resetPasswordForEmail(email);
      await auth.follow(auth.linkTo(email));
    },
  ],
  [
    'a code to log in',
    async (email) => {
      await auth.browser().auth.signInWithOtp({ email });
      await auth.browser().auth.verifyOtp({ email, token: auth.codeTo(email), type: 'email' });
    },
  ],
  ['a provider', (email) => signInAt({ sub: email, email, email_verified: true, name: 'Olga Owner' })],
])('an owner who comes by %s ends a stranger’s password, sessions and identities', async (way, come) => {
  const email = `${way.replaceAll(' ', '-')}@parqueo.test`;
  const member = { sub: `stranger of ${way}`, email: 'sam@people.test', email_verified: true };
  const stranger = await signUpAndLink(email, member);
  expect(await readIdentities(email)).toContain(member.sub);
  expect(await readMark(email)).toBe(true);

  await come(email);
  expect(await readMark(email)).toBeNull();
  expect(await logIn(email, PASSWORD)).toBe('invalid_credentials');
  expect([await isSignedIn(stranger), (await stranger.auth.refreshSession()).error === null]).toEqual([false, false]);
  expect(await readIdentities(email)).not.toContain(member.sub);
  expect(auth.subjectsTo(email)[0]).toContain('an earlier password was removed');
});

test('a driver who showed that the address is theirs keeps the password they choose then', async () => {
  const email = 'proven@parqueo.test';
  await signUp(email);
  await auth.browser().auth.resetPasswordForEmail(email);
  const browser = auth.browser();
  await browser.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'recovery' });
  await browser.auth.updateUser({ password: OWNERS_PASSWORD });
  await auth.browser().auth.signInWithOtp({ email });
  await auth.follow(auth.linkTo(email));
  expect(await logIn(email, OWNERS_PASSWORD)).toBe('logged in');
  expect(await isSignedIn(browser)).toBe(true);
});

test('an operator who confirms an address vouches for the account as it is', async () => {
  const browser = await signUp('vouched@parqueo.test');
  const { data } = await browser.auth.getUser();
  await auth.operator().auth.admin.updateUserById(data.user?.id ?? '', { email_confirm: true });
  expect(await readMark('vouched@parqueo.test')).toBeNull();
});

test('nobody enrols a second factor before the address is proven', async () => {
  const email = 'locked@parqueo.test';
  const stranger = await signUp(email);
  expect((await stranger.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 422,
    code: 'email_not_confirmed',
  });
  const {
    data: { user },
  } = await stranger.auth.getUser();
  const secret = new Secret();
  const [factor] = await auth.database.sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret)
    values (${user?.id ?? ''}, 'Begun before', 'totp', ${secret.base32}) returning id`;
  const code = new TOTP({ secret }).generate();
  const verified = await stranger.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  expect(verified.error?.code).toBe('email_not_confirmed');

  await auth.browser().auth.signInWithOtp({ email });
  const owner = auth.browser();
  await owner.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'email' });
  expect((await owner.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
});

test('nobody removes the mark of an unproven address from their own account', async () => {
  const browser = await signUp('marked@parqueo.test');
  await browser.auth.updateUser({ data: { email_unproven: false, app_metadata: {} } });
  expect(await readMark('marked@parqueo.test')).toBe(true);
});

import { expect, test } from 'vitest';
import {
  openAuth,
  openLanding,
  PASSWORD,
  PUBLIC_URL,
  readFragment,
  tryToSignIn,
} from '../../../server/testing/auth.ts';

const STRANGERS_PASSWORD = 'the-strangers-password';
const STRANGER = { full_name: 'Sam Stranger', phone: '+18095550199' };
const OWNER = { full_name: 'Olga Owner', phone: null };
const NOBODY = { full_name: null, phone: null };
const REMOVED = 'Your address is confirmed, and an earlier password was removed';

const auth = await openAuth();

/** @returns the link of the mail */
async function signUp(email: string, password = PASSWORD, data = {}, emailRedirectTo = `${PUBLIC_URL}/map`) {
  const { error } = await auth.browser().auth.signUp({ email, password, options: { data, emailRedirectTo } });
  if (error) throw error;
  return auth.linkTo(email);
}
const logIn = (email: string, password = PASSWORD) => tryToSignIn(auth, email, password);
const logInWithBoth = async (email: string) => [await logIn(email), await logIn(email, STRANGERS_PASSWORD)];
const repeatMail = (email: string) => auth.browser().auth.resend({ type: 'signup', email });
const readProfile = async (email: string) => {
  const [profile] = await auth.database.sql`select full_name, phone from public.profiles where email = ${email}`;
  return profile;
};

test('a new driver signs up, follows the link and is signed in on the map', async () => {
  const email = 'ana@parqueo.test';
  const { data } = await auth.browser().auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: `${PUBLIC_URL}/map` },
  });
  expect([data.session, data.user?.email]).toEqual([null, email]);
  const landing = await auth.follow(auth.linkTo(email));
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/map`);
  expect((await (await openLanding(auth, landing)).auth.getUser()).data.user?.email).toBe(email);
});

test('a link older than an hour confirms nothing', async () => {
  const link = await signUp('late@parqueo.test');
  await auth.database.sql`update auth.one_time_tokens set created_at = now() - interval '61 minutes'`;
  expect((await auth.follow(link)).hash).toContain('otp_expired');
  expect(await logIn('late@parqueo.test')).toBe('email_not_confirmed');
});

test('a repeated mail replaces the first link and confirms the same password', async () => {
  const email = 'again@parqueo.test';
  const first = await signUp(email, PASSWORD, { full_name: 'Olga Owner' });
  expect((await repeatMail(email)).error).toBeNull();
  expect((await auth.follow(first)).hash).toContain('otp_expired');
  expect((await auth.follow(auth.linkTo(email))).hash).toContain('access_token');
  expect(await logIn(email)).toBe('logged in');
  expect(await readProfile(email)).toEqual(OWNER);
});

test.each([
  ['a@parqueo.test', 'short', 'weak_password'],
  ['b@parqueo.test', 'x'.repeat(73), 'validation_failed'],
])('a sign-up as %s with %s is rejected', async (email, password, code) => {
  const { error } = await auth.browser().auth.signUp({ email, password });
  expect(error?.code).toBe(code);
});

test.each([
  'https://evil.test/map',
  'https://evil.test\\@parqueo.test/',
  'http://parqueo.test@evil.test/',
  'http://parqueo.test.evil.test/',
  '//evil.test',
  'javascript:alert(1)',
  'http://parqueo.test\t.evil.test/',
  'https://parqueo.test/map',
  'http://user:secret@parqueo.test/map',
  `http://parqueo.test/map?${'ñ'.repeat(1000)}`,
])('a link with the redirect %s leads to the product instead', async (redirect) => {
  const email = `evil-${Math.abs(Buffer.from(redirect).reduce((sum, byte) => (sum * 31 + byte) | 0, 7))}@parqueo.test`;
  const landing = await auth.follow(await signUp(email, PASSWORD, {}, redirect));
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/`);
});

test('the database stores neither the password nor the token of the link', async () => {
  const token = new URL(await signUp('digest@parqueo.test')).searchParams.get('token') ?? '';
  const [row] = await auth.database.sql`
    select u.encrypted_password, t.token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id
    where u.email = 'digest@parqueo.test'`;
  expect(row?.encrypted_password).toMatch(/^\$2[aby]\$/);
  expect(token.length).toBeGreaterThan(40);
  expect(row?.token_hash).not.toContain(token);
});

test.each([
  ['before', STRANGERS_PASSWORD, PASSWORD, 'newest'],
  ['after', PASSWORD, STRANGERS_PASSWORD, 'newest'],
  ['after', PASSWORD, STRANGERS_PASSWORD, 'repeated'],
])('a stranger signs up %s the owner (%s, then %s), and the %s link confirms no password', async (...row) => {
  const [when, first, second, link] = row;
  const email = `${link}-${when}@parqueo.test`;
  const earlier = await signUp(email, first, STRANGER);
  await signUp(email, second, STRANGER);
  expect((await auth.follow(earlier)).hash).toContain('otp_expired');
  if (link === 'repeated') await repeatMail(email);
  // The owner is signed in, and asked to choose a password.
  expect(readFragment(await auth.follow(auth.linkTo(email)))).toMatchObject({
    type: 'recovery',
    access_token: expect.any(String),
  });
  expect(await logInWithBoth(email)).toEqual(['invalid_credentials', 'invalid_credentials']);
  expect(await readProfile(email)).toEqual(NOBODY);
  expect(auth.subjectsTo(email)[0]).toBe(REMOVED);
  const [user] = await auth.database.sql`select raw_app_meta_data as data from auth.users where email = ${email}`;
  expect(user?.data).toEqual({ provider: 'email', providers: ['email'] });
});

const verify = async (email: string, type: 'email' | 'recovery') => {
  const { error } = await auth.browser().auth.verifyOtp({ email, token: auth.codeTo(email), type });
  if (error) throw error;
};

test.each<[string, (email: string) => Promise<void>]>([
  [
    'a link to log in',
    async (email) => {
      await auth.browser().auth.signInWithOtp({ email });
      await auth.follow(auth.linkTo(email));
    },
  ],
  [
    'a code to choose a new password',
    async (email) => {
      await auth.browser().auth.resetPasswordForEmail(email);
      await verify(email, 'recovery');
    },
  ],
])('an owner who comes by %s removes a stranger’s password and name, and a mail says so', async (way, come) => {
  const email = `${way.replaceAll(' ', '-')}@parqueo.test`;
  const strangersLink = await signUp(email, STRANGERS_PASSWORD, STRANGER);
  await come(email);
  expect(await logIn(email, STRANGERS_PASSWORD)).toBe('invalid_credentials');
  expect((await auth.follow(strangersLink)).hash).toContain('otp_expired');
  expect(await readProfile(email)).toEqual(NOBODY);
  const [user] = await auth.database.sql`select raw_user_meta_data as data from auth.users where email = ${email}`;
  expect(user?.data).toEqual({ sub: expect.any(String), email, email_verified: true, phone_verified: false });
  expect(auth.subjectsTo(email)[0]).toBe(REMOVED);
  expect(auth.mails[0]?.text).toContain(`${PUBLIC_URL}/forgot-password`);
});

test('a new driver who signs in by code keeps their own name, not a stranger’s', async () => {
  const email = 'code-only@parqueo.test';
  await auth.browser().auth.signInWithOtp({ email, options: { data: STRANGER } });
  await auth.browser().auth.signInWithOtp({ email, options: { data: { full_name: 'Olga Owner' } } });
  await verify(email, 'email');
  expect(await readProfile(email)).toEqual(OWNER);
  expect(auth.subjectsTo(email)).not.toContain(REMOVED);
});

test('a confirmed account keeps password and name when a stranger signs up with it', async () => {
  const email = 'settled@parqueo.test';
  await auth.follow(await signUp(email, PASSWORD, { full_name: 'Olga Owner' }));
  await auth.browser().auth.signUp({ email, password: STRANGERS_PASSWORD, options: { data: STRANGER } });
  await auth.browser().auth.signInWithOtp({ email, options: { data: STRANGER } });
  await auth.follow(auth.linkTo(email));
  expect(await logInWithBoth(email)).toEqual(['logged in', 'invalid_credentials']);
  expect(await readProfile(email)).toEqual(OWNER);
});

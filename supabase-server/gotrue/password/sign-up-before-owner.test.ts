import { expect, test } from 'vitest';
import { openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

const STRANGERS_PASSWORD = 'the-strangers-password';
const STRANGER = { full_name: 'Sam Stranger', phone: '+18095550199' };

const auth = await openAuth();

const signUp = async (email: string, password: string, data: object = {}) => {
  const { error } = await auth.browser().auth.signUp({ email, password, options: { data } });
  if (error) throw error;
  return auth.linkTo(email);
};
const logIn = async (email: string, password: string) =>
  (await auth.browser().auth.signInWithPassword({ email, password })).error?.code ?? 'logged in';
const readProfile = async (email: string) => {
  const [profile] = await auth.database.sql`select full_name, phone from public.profiles where email = ${email}`;
  return profile;
};
const subjectsTo = (email: string) => auth.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

const REMOVED = 'Your address is confirmed, and an earlier password was removed';

const ORDERS: [string, string, string][] = [
  ['before', STRANGERS_PASSWORD, PASSWORD],
  ['after', PASSWORD, STRANGERS_PASSWORD],
];

test.each(ORDERS)('a stranger signs up %s the owner, and the newest link confirms no password', async (...signUps) => {
  const [when, first, second] = signUps;
  const email = `link-${when}@parqueo.test`;
  const earlier = await signUp(email, first, STRANGER);
  const newest = await signUp(email, second, STRANGER);
  expect((await auth.follow(earlier)).hash).toContain('otp_expired');
  const landing = new URLSearchParams((await auth.follow(newest)).hash.slice(1));
  // The owner is signed in, and asked to choose a password.
  expect([landing.get('type'), landing.get('access_token')]).toEqual(['recovery', expect.any(String)]);
  for (const password of [PASSWORD, STRANGERS_PASSWORD])
    expect(await logIn(email, password)).toBe('invalid_credentials');
  expect(await readProfile(email)).toEqual({ full_name: null, phone: null });
  expect(subjectsTo(email)[0]).toBe(REMOVED);
});

test('the link of a sign-up that is mailed again still confirms its password', async () => {
  const email = 'resent@parqueo.test';
  await signUp(email, PASSWORD, { full_name: 'Olga Owner' });
  await auth.browser().auth.resend({ type: 'signup', email });
  await auth.follow(auth.linkTo(email));
  expect(await logIn(email, PASSWORD)).toBe('logged in');
  expect(await readProfile(email)).toEqual({ full_name: 'Olga Owner', phone: null });
});

test('a repeated mail confirms no password when a stranger signed up after the owner', async () => {
  const email = 'repeated@parqueo.test';
  await signUp(email, PASSWORD);
  await signUp(email, STRANGERS_PASSWORD, STRANGER);
  await auth.browser().auth.resend({ type: 'signup', email });
  expect((await auth.follow(auth.linkTo(email))).hash).toContain('access_token');
  for (const password of [PASSWORD, STRANGERS_PASSWORD])
    expect(await logIn(email, password)).toBe('invalid_credentials');
  expect(await readProfile(email)).toEqual({ full_name: null, phone: null });
  expect(subjectsTo(email)).toContain(REMOVED);
  const [user] = await auth.database.sql`select raw_app_meta_data as data from auth.users where email = ${email}`;
  expect(user?.data).toEqual({ provider: 'email', providers: ['email'] });
});

type Way = (email: string) => Promise<void>;

const verify = async (email: string, type: 'email' | 'recovery') => {
  const { error } = await auth.browser().auth.verifyOtp({ email, token: auth.codeTo(email), type });
  if (error) throw error;
};

test.each<[string, Way]>([
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
  expect(await readProfile(email)).toEqual({ full_name: null, phone: null });
  const [user] = await auth.database.sql`select raw_user_meta_data as data from auth.users where email = ${email}`;
  expect(user?.data).toEqual({ sub: expect.any(String), email, email_verified: true, phone_verified: false });
  expect(subjectsTo(email)[0]).toBe(REMOVED);
  expect(auth.mails[0]?.text).toContain(`${PUBLIC_URL}/forgot-password`);
});

test('a new driver who signs in by code keeps their own name, not a stranger’s', async () => {
  const email = 'code-only@parqueo.test';
  await auth.browser().auth.signInWithOtp({ email, options: { data: STRANGER } });
  await auth.browser().auth.signInWithOtp({ email, options: { data: { full_name: 'Olga Owner' } } });
  await verify(email, 'email');
  expect(await readProfile(email)).toEqual({ full_name: 'Olga Owner', phone: null });
  expect(subjectsTo(email)).not.toContain(REMOVED);
});

test('a confirmed account keeps password and name when a stranger signs up with it', async () => {
  const email = 'settled@parqueo.test';
  await auth.follow(await signUp(email, PASSWORD, { full_name: 'Olga Owner' }));
  await auth.browser().auth.signUp({ email, password: STRANGERS_PASSWORD, options: { data: STRANGER } });
  await auth.browser().auth.signInWithOtp({ email, options: { data: STRANGER } });
  await auth.follow(auth.linkTo(email));
  expect([await logIn(email, PASSWORD), await logIn(email, STRANGERS_PASSWORD)]).toEqual([
    'logged in',
    'invalid_credentials',
  ]);
  expect(await readProfile(email)).toEqual({ full_name: 'Olga Owner', phone: null });
});

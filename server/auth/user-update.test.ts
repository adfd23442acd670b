import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthUnderTest, createAccount, PASSWORD, PUBLIC_URL, startAuth } from './testing.ts';

let auth: AuthUnderTest;
let simple: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  simple = await startAuth({ env: { DOUBLE_CONFIRM_CHANGES: 'off', SECURE_PASSWORD_CHANGE: 'on' } });
});
afterAll(async () => {
  await auth.close();
  await simple.close();
});

async function signedIn(server: AuthUnderTest, email: string) {
  await createAccount(server, email);
  const browser = server.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return browser;
}

test('a driver changes their own data; null removes a key and the rest stays', async () => {
  const browser = await signedIn(auth, 'data@parqueo.test');
  await browser.auth.updateUser({ data: { full_name: 'Ana', nickname: 'A' } });
  const { data } = await browser.auth.updateUser({ data: { nickname: null, plate: 'A123' } });
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ana', plate: 'A123' });
  expect(data.user?.user_metadata).not.toHaveProperty('nickname');
});

test('a new address counts when both addresses have agreed, and the profile follows', async () => {
  const browser = await signedIn(auth, 'old@parqueo.test');
  const { data, error } = await browser.auth.updateUser(
    { email: 'New@parqueo.test' },
    { emailRedirectTo: `${PUBLIC_URL}/account` },
  );
  expect(error).toBeNull();
  expect([data.user?.email, data.user?.new_email]).toEqual(['old@parqueo.test', 'new@parqueo.test']);

  const half = await auth.follow(auth.linkTo('old@parqueo.test'));
  expect(half.hash).toContain('message=Confirmation+link+accepted');
  expect((await browser.auth.getUser()).data.user?.email).toBe('old@parqueo.test');

  const whole = await auth.follow(auth.linkTo('new@parqueo.test'));
  expect([whole.pathname, new URLSearchParams(whole.hash.slice(1)).get('type')]).toEqual(['/account', 'email_change']);
  const { data: now } = await browser.auth.getUser();
  expect([now.user?.email, now.user?.new_email]).toEqual(['new@parqueo.test', undefined]);
  const [profile] = await auth.database.sql`select email from public.profiles where user_id = ${now.user?.id ?? ''}`;
  expect(profile?.email).toBe('new@parqueo.test');
  const login = (email: string) => auth.browser().auth.signInWithPassword({ email, password: PASSWORD });
  expect((await login('new@parqueo.test')).error).toBeNull();
  expect((await login('old@parqueo.test')).error?.code).toBe('invalid_credentials');
});

test('a change of address can be confirmed with the codes of its mails', async () => {
  const browser = await signedIn(auth, 'from@parqueo.test');
  await browser.auth.updateUser({ email: 'to@parqueo.test' });
  const enter = (email: string) =>
    auth.browser().auth.verifyOtp({ email, token: auth.codeTo(email), type: 'email_change' });
  const first = await enter('to@parqueo.test');
  expect([first.error, first.data.session]).toEqual([null, null]);
  expect((await enter('from@parqueo.test')).data.user?.email).toBe('to@parqueo.test');
});

test('the links of an earlier wish do not confirm a later one', async () => {
  const browser = await signedIn(auth, 'wish@parqueo.test');
  await browser.auth.updateUser({ email: 'first@parqueo.test' });
  const earlier = auth.linkTo('first@parqueo.test');
  await browser.auth.updateUser({ email: 'second@parqueo.test' });
  await auth.follow(auth.linkTo('wish@parqueo.test'));
  expect((await auth.follow(earlier)).hash).toContain('otp_expired');
  expect((await browser.auth.getUser()).data.user?.email).toBe('wish@parqueo.test');
});

test('an address that somebody has is refused, at once and at the last moment', async () => {
  await createAccount(auth, 'taken@parqueo.test');
  const browser = await signedIn(auth, 'taker@parqueo.test');
  expect((await browser.auth.updateUser({ email: 'taken@parqueo.test' })).error?.code).toBe('email_exists');
  await browser.auth.updateUser({ email: 'free@parqueo.test' });
  const [current, next] = [auth.linkTo('taker@parqueo.test'), auth.linkTo('free@parqueo.test')];
  await createAccount(auth, 'free@parqueo.test');
  await auth.follow(current);
  expect((await auth.follow(next)).hash).toContain('error_code=email_exists');
});

test('where one confirmation is enough only the new address gets a mail', async () => {
  const browser = await signedIn(simple, 'one@parqueo.test');
  const mailsBefore = simple.mails.length;
  await browser.auth.updateUser({ email: 'other@parqueo.test' });
  expect(simple.mails.length).toBe(mailsBefore + 1);
  expect((await simple.follow(simple.linkTo('other@parqueo.test'))).hash).toContain('access_token');
  expect((await browser.auth.getUser()).data.user?.email).toBe('other@parqueo.test');
});

test('where the operator wants it, an old session changes the password with a code from the mail only', async () => {
  const browser = await signedIn(simple, 'careful@parqueo.test');
  await simple.database.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
  const change = (nonce?: string) =>
    browser.auth.updateUser({ password: 'a-better-password', ...(nonce === undefined ? {} : { nonce }) });
  expect((await change()).error?.code).toBe('reauthentication_needed');
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const code = simple.codeTo('careful@parqueo.test');
  expect((await change(code === '000000' ? '111111' : '000000')).error?.code).toBe('reauthentication_not_valid');
  expect((await change(code)).error).toBeNull();
});

test('without that wish, and in a fresh session, the password changes right away', async () => {
  const fresh = await signedIn(simple, 'fresh@parqueo.test');
  expect((await fresh.auth.updateUser({ password: 'a-better-password' })).error).toBeNull();
});

test.each([
  ['the same password', { password: PASSWORD }, 'same_password'],
  ['a short password', { password: 'short' }, 'weak_password'],
  ['no address', { email: 'nobody' }, 'validation_failed'],
  ['a phone number', { phone: '18095550100' }, 'phone_provider_disabled'],
])('%s is refused and changes nothing', async (_, wish, code) => {
  const email = `refused-${code}@parqueo.test`;
  const browser = await signedIn(auth, email);
  const { error } = await browser.auth.updateUser({ ...wish, data: { touched: true } });
  expect(error?.code).toBe(code);
  const { data } = await browser.auth.getUser();
  expect(data.user?.user_metadata).not.toHaveProperty('touched');
});

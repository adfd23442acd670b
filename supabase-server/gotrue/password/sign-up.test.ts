import { expect, test } from 'vitest';
import { openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

const auth = await openAuth();

const signUp = (email: string, redirect = `${PUBLIC_URL}/map`) =>
  auth.browser().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: redirect } });

test('a new driver signs up, follows the link and is signed in on the map', async () => {
  const { data, error } = await signUp('ana@parqueo.test');
  expect(error).toBeNull();
  expect([data.session, data.user?.email]).toEqual([null, 'ana@parqueo.test']);

  const landing = await auth.follow(auth.linkTo('ana@parqueo.test'));
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/map`);
  const session = new URLSearchParams(landing.hash.slice(1));
  const browser = auth.browser();
  const { data: set } = await browser.auth.setSession({
    access_token: session.get('access_token') ?? '',
    refresh_token: session.get('refresh_token') ?? '',
  });
  expect(set.user?.email).toBe('ana@parqueo.test');
});

test('a link works once', async () => {
  await signUp('once@parqueo.test');
  const link = auth.linkTo('once@parqueo.test');
  await auth.follow(link);
  const second = new URLSearchParams((await auth.follow(link)).hash.slice(1));
  expect(Object.fromEntries(second)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
});

test('a link older than an hour confirms nothing', async () => {
  await signUp('late@parqueo.test');
  await auth.database.sql`update auth.one_time_tokens set created_at = now() - interval '61 minutes'`;
  const landing = await auth.follow(auth.linkTo('late@parqueo.test'));
  expect(landing.hash).toContain('otp_expired');
  const { error } = await auth.browser().auth.signInWithPassword({ email: 'late@parqueo.test', password: PASSWORD });
  expect(error?.code).toBe('email_not_confirmed');
});

test('a repeated mail replaces the first link', async () => {
  await signUp('again@parqueo.test');
  const first = auth.linkTo('again@parqueo.test');
  const { error } = await auth.browser().auth.resend({ type: 'signup', email: 'again@parqueo.test' });
  expect(error).toBeNull();
  expect((await auth.follow(first)).hash).toContain('otp_expired');
  expect((await auth.follow(auth.linkTo('again@parqueo.test'))).hash).toContain('access_token');
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
  await signUp(email, redirect);
  const landing = await auth.follow(auth.linkTo(email));
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/`);
});

test('the database stores neither the password nor the token of the link', async () => {
  await signUp('digest@parqueo.test');
  const token = new URL(auth.linkTo('digest@parqueo.test')).searchParams.get('token') ?? '';
  const [row] = await auth.database.sql`
    select u.encrypted_password, t.token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id
    where u.email = 'digest@parqueo.test'`;
  expect(row?.encrypted_password).toMatch(/^\$2[aby]\$/);
  expect(token.length).toBeGreaterThan(40);
  expect(row?.token_hash).not.toContain(token);
});

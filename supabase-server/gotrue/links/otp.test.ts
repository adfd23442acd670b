import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';
import { MAX_WRONG_CODES } from './mail-links.ts';

const auth = await openAuth();

const ask = (email: string, options: { shouldCreateUser?: boolean } = {}) =>
  auth.browser().auth.signInWithOtp({ email, options: { emailRedirectTo: `${PUBLIC_URL}/map`, ...options } });
const enter = (email: string, token: string) => auth.browser().auth.verifyOtp({ email, token, type: 'email' });

test('a driver with an account signs in with the link of a mail', async () => {
  await createAccount(auth, 'ana@parqueo.test');
  expect((await ask('ana@parqueo.test')).error).toBeNull();
  expect(auth.mails[0]?.subject).toBe('Log in to Parqueo');
  const landing = await auth.follow(auth.linkTo('ana@parqueo.test'));
  expect(landing.pathname).toBe('/map');
  expect(new URLSearchParams(landing.hash.slice(1)).get('type')).toBe('magiclink');
  expect(landing.hash).toContain('access_token');
});

test('a driver signs in with the code of a mail, once', async () => {
  await createAccount(auth, 'code@parqueo.test');
  await ask('code@parqueo.test');
  const code = auth.codeTo('code@parqueo.test');
  const { data, error } = await enter('CODE@parqueo.test', code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe('code@parqueo.test');
  expect((await enter('code@parqueo.test', code)).error?.code).toBe('otp_expired');
});

test('a new driver gets an account without a password by entering the code', async () => {
  await ask('new@parqueo.test');
  const { data } = await enter('new@parqueo.test', auth.codeTo('new@parqueo.test'));
  expect(data.user?.email_confirmed_at).toBeTruthy();
  const { error } = await auth.browser().auth.signInWithPassword({ email: 'new@parqueo.test', password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('with create_user false an unknown address is rejected and gets no account', async () => {
  const { error } = await ask('stranger@parqueo.test', { shouldCreateUser: false });
  expect([error?.status, error?.code]).toEqual([422, 'otp_disabled']);
  expect(await auth.database.sql`select 1 from auth.users where email = 'stranger@parqueo.test'`).toHaveLength(0);
});

test('after a hundred wrong codes the right one is rejected too, and the link still works', async () => {
  await createAccount(auth, 'guessed@parqueo.test');
  await ask('guessed@parqueo.test');
  const code = auth.codeTo('guessed@parqueo.test');
  const wrong = code === '000000' ? '111111' : '000000';
  for (let guess = 0; guess < MAX_WRONG_CODES; guess += 1) {
    expect((await enter('guessed@parqueo.test', wrong)).error?.code).toBe('otp_expired');
  }
  expect((await enter('guessed@parqueo.test', code)).error?.code).toBe('otp_expired');
  expect((await auth.follow(auth.linkTo('guessed@parqueo.test'))).hash).toContain('access_token');
});

test('the code of one driver does not open the account of another', async () => {
  await createAccount(auth, 'own@parqueo.test');
  await createAccount(auth, 'foreign@parqueo.test');
  await ask('own@parqueo.test');
  await ask('foreign@parqueo.test');
  expect((await enter('own@parqueo.test', auth.codeTo('foreign@parqueo.test'))).error?.code).toBe('otp_expired');
});

test('the database stores no code that could be brute-forced', async () => {
  await createAccount(auth, 'kept@parqueo.test');
  await ask('kept@parqueo.test');
  const [row] = await auth.database.sql`
    select code_hash from auth.one_time_tokens where relates_to = 'kept@parqueo.test'`;
  expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.code_hash).not.toContain(auth.codeTo('kept@parqueo.test'));
});

test.each(['sms', 'phone_change', 'nothing'])('a verification of type %s is rejected', async (type) => {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey },
    body: JSON.stringify({ type, email: 'a@parqueo.test', token: '123456' }),
  });
  expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([
    400,
    'validation_failed',
  ]);
});

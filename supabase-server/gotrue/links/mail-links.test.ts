import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import {
  createAccount,
  openAuth,
  openLanding,
  PASSWORD,
  PUBLIC_URL,
  post,
  readFragment,
  signIn,
  signInWithProof,
  tryToSignIn,
} from '../../../server/testing/auth.ts';
import { MAX_WRONG_CODES } from './mail-links.ts';

const auth = await openAuth();

const NEW_PASSWORD = 'a-better-password';
const EXPIRED = { error: 'access_denied', error_code: 'otp_expired' };

type CodeType = 'signup' | 'recovery' | 'invite' | 'email' | 'email_change';

const signUp = (email: string, password = PASSWORD) => auth.browser().auth.signUp({ email, password });
const askForLink = (email: string, options: { shouldCreateUser?: boolean } = {}) =>
  auth.browser().auth.signInWithOtp({ email, options: { emailRedirectTo: `${PUBLIC_URL}/map`, ...options } });
const recover = (email: string) =>
  auth.browser().auth.resetPasswordForEmail(email, { redirectTo: `${PUBLIC_URL}/reset-password` });
const logIn = (email: string, password = PASSWORD) => tryToSignIn(auth, email, password);
const follow = (email: string) => auth.follow(auth.linkTo(email));

/** A browser in which the code of the newest mail was entered, and the outcome. */
async function enterCode(email: string, type: CodeType, token = auth.codeTo(email)) {
  const browser = auth.browser();
  const { data, error } = await browser.auth.verifyOtp({ email, token, type });
  return { browser, outcome: error?.code ?? data.session?.user.email ?? 'no session' };
}

const readOutcome = async (...entered: Parameters<typeof enterCode>) => (await enterCode(...entered)).outcome;

async function createAccounts(...names: string[]): Promise<string[]> {
  const emails = names.map((name) => `${name}@parqueo.test`);
  for (const email of emails) await createAccount(auth, email);
  return emails;
}

const choosePassword = async (browser: SupabaseClient) =>
  expect((await browser.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

test('a driver with an account signs in with the link of a mail', async () => {
  const [email = ''] = await createAccounts('ana');
  expect((await askForLink(email)).error).toBeNull();
  expect(auth.mails[0]?.subject).toBe('Log in to Parqueo');
  const landing = await follow(email);
  expect([landing.pathname, readFragment(landing)]).toMatchObject(['/map', { type: 'magiclink' }]);
  expect(landing.hash).toContain('access_token');
});

test('a driver signs in with the code of a mail, once', async () => {
  const [email = ''] = await createAccounts('code');
  await askForLink(email);
  expect(await readOutcome('CODE@parqueo.test', 'email', auth.codeTo(email))).toBe(email);
  expect(await readOutcome(email, 'email')).toBe('otp_expired');
});

test('a new driver gets an account without a password by entering the code', async () => {
  const email = 'new@parqueo.test';
  await askForLink(email);
  const { browser } = await enterCode(email, 'email');
  expect((await browser.auth.getUser()).data.user?.email_confirmed_at).toBeTruthy();
  expect(await logIn(email)).toBe('invalid_credentials');
});

test('with create_user false an unknown address is rejected and gets no account', async () => {
  const { error } = await askForLink('stranger@parqueo.test', { shouldCreateUser: false });
  expect([error?.status, error?.code]).toEqual([422, 'otp_disabled']);
  expect(await auth.database.sql`select 1 from auth.users where email = 'stranger@parqueo.test'`).toHaveLength(0);
});

test('after a hundred wrong codes the right one is rejected too, and the link still works', async () => {
  const [email = ''] = await createAccounts('guessed');
  await askForLink(email);
  const code = auth.codeTo(email);
  const wrong = code === '000000' ? '111111' : '000000';
  for (let guess = 0; guess < MAX_WRONG_CODES; guess += 1) {
    expect(await readOutcome(email, 'email', wrong)).toBe('otp_expired');
  }
  expect(await readOutcome(email, 'email', code)).toBe('otp_expired');
  expect((await follow(email)).hash).toContain('access_token');
});

test('the code of one driver does not open the account of another', async () => {
  const [own = '', foreign = ''] = await createAccounts('own', 'foreign');
  await askForLink(own);
  await askForLink(foreign);
  expect(await readOutcome(own, 'email', auth.codeTo(foreign))).toBe('otp_expired');
});

test('a driver recovers the account by mail; the new password ends other sessions and the code of the mail', async () => {
  const [email = ''] = await createAccounts('recovers');
  const other = await signIn(auth, email);
  expect((await recover(email)).error).toBeNull();
  const link = auth.linkTo(email);
  // A mail server that follows the link first sees the button that the driver then presses.
  const button = `${PUBLIC_URL}/follow-link#${new URL(link).search.slice(1)}`;
  for (const method of ['HEAD', 'GET', 'GET']) {
    expect((await auth.fetch(link, { method })).headers.get('location')).toBe(button);
  }
  const landing = await auth.follow(link);
  expect([landing.href.split('#')[0], readFragment(landing).type]).toEqual([
    `${PUBLIC_URL}/reset-password`,
    'recovery',
  ]);
  const browser = await openLanding(auth, landing);
  await choosePassword(browser);
  expect((await browser.auth.getUser()).error).toBeNull();
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect([await logIn(email, NEW_PASSWORD), await logIn(email)]).toEqual(['logged in', 'invalid_credentials']);
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('whether an address is known does not show in the time of the response', async () => {
  const [known = ''] = await createAccounts('known');
  const mailsBefore = auth.mails.length;
  for (const email of [known, 'nobody@parqueo.test']) {
    const start = performance.now();
    await post(auth, '/recover', { email });
    // Both wait the same time on purpose, which is far more than the work takes.
    expect(performance.now() - start).toBeGreaterThan(95);
  }
  expect(auth.mails.length).toBe(mailsBefore + 1);
});

test('a banned driver gets no recovery mail', async () => {
  const [email = ''] = await createAccounts('banned');
  await auth.database.sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
  const mailsBefore = auth.mails.length;
  expect((await recover(email)).error).toBeNull();
  expect(auth.mails.length).toBe(mailsBefore);
});

// Some mail servers follow every link of a mail with GET, as a browser does, before its reader sees it.

test.each<[CodeType]>([['signup'], ['email']])(
  'a new driver whose link was scanned signs in with the code as %s, once',
  async (type) => {
    const email = `scanned-${type}@parqueo.test`;
    await signUp(email);
    await follow(email);
    expect(readFragment(await follow(email))).toEqual({
      ...EXPIRED,
      error_description: 'Email link is invalid or has expired',
    });
    expect(await readOutcome(email, type)).toBe(email);
    expect(await readOutcome(email, type)).toBe('otp_expired');
    expect(await logIn(email)).toBe('logged in');
  },
);

test('a code that was used ends the link of its mail', async () => {
  const email = 'code-first@parqueo.test';
  await signUp(email);
  expect(await readOutcome(email, 'signup')).toBe(email);
  expect(readFragment(await follow(email))).toMatchObject(EXPIRED);
});

test('a newer mail and an hour end the code of a link that was scanned', async () => {
  const [email = ''] = await createAccounts('ended');
  await recover(email);
  await follow(email);
  const older = auth.codeTo(email);
  await recover(email);
  expect(await readOutcome(email, 'recovery', older)).toBe('otp_expired');

  await follow(email);
  await auth.database.sql`
    update auth.one_time_tokens set created_at = now() - interval '61 minutes' where relates_to = ${email}`;
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('a scanned link and its code confirm a change of address once, for one mailbox', async () => {
  const [email = ''] = await createAccounts('from');
  const newEmail = 'to@parqueo.test';
  const browser = await signInWithProof(auth, email);
  await browser.auth.updateUser({ email: newEmail });
  await follow(email);
  expect(await readOutcome(email, 'email_change')).toBe('no session');
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  expect(await readOutcome(newEmail, 'email_change')).toBe(newEmail);
});

test('a client that brings the token of a link ends the code of its mail', async () => {
  const [email = ''] = await createAccounts('hash');
  await recover(email);
  const token = new URL(auth.linkTo(email)).searchParams.get('token') ?? '';
  expect((await auth.browser().auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull();
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('whoever reads the database finds neither a code nor a token in place of a link, followed or not', async () => {
  const [email = ''] = await createAccounts('kept');
  await recover(email);
  const readHashes = async () => {
    const [row] = await auth.database.sql<{ token_hash: string; code_hash: string }[]>`
      select token_hash, code_hash from auth.one_time_tokens
      where relates_to = ${email} and token_type = 'recovery_token'`;
    return row;
  };
  const before = await readHashes();
  expect(before?.code_hash).toMatch(/^[0-9a-f]{64}$/);
  await follow(email);
  const after = await readHashes();
  expect(after?.token_hash).not.toBe(before?.token_hash);
  for (const guess of [before, after]) {
    const landing = await auth.follow(`${PUBLIC_URL}/auth/v1/verify?token=${guess?.token_hash}&type=recovery`);
    expect(readFragment(landing)).toMatchObject(EXPIRED);
  }
});

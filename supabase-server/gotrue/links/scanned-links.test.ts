import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

// Some mail servers follow every link of a mail with GET, as a browser does, before its reader sees it.

const auth = await openAuth();

type CodeType = 'signup' | 'recovery' | 'invite' | 'email' | 'email_change';

const signUp = (email: string, password = PASSWORD) => auth.browser().auth.signUp({ email, password });
const recover = (email: string) => auth.browser().auth.resetPasswordForEmail(email);
const logIn = async (email: string, password: string) =>
  (await auth.browser().auth.signInWithPassword({ email, password })).error?.code ?? 'logged in';
const scan = (email: string) => auth.follow(auth.linkTo(email));

/** A browser in which the code of the newest mail was entered, and the outcome. */
async function enterCode(email: string, type: CodeType, token = auth.codeTo(email)) {
  const browser = auth.browser();
  const { data, error } = await browser.auth.verifyOtp({ email, token, type });
  return { browser, outcome: error?.code ?? data.session?.user.email ?? 'no session' };
}

const readOutcome = async (...entered: Parameters<typeof enterCode>) => (await enterCode(...entered)).outcome;

test.each<[CodeType]>([['signup'], ['email']])(
  'a new driver whose link was scanned signs in with the code as %s, once',
  async (type) => {
    const email = `scanned-${type}@parqueo.test`;
    await signUp(email);
    await scan(email);
    expect((await scan(email)).hash).toContain('otp_expired');
    expect(await readOutcome(email, type)).toBe(email);
    expect(await readOutcome(email, type)).toBe('otp_expired');
    expect(await logIn(email, PASSWORD)).toBe('logged in');
  },
);

test('a code that was used ends the link of its mail', async () => {
  const email = 'code-first@parqueo.test';
  await signUp(email);
  expect(await readOutcome(email, 'signup')).toBe(email);
  expect((await scan(email)).hash).toContain('otp_expired');
});

test('a driver whose recovery link was scanned chooses a password with the code', async () => {
  const email = 'forgot@parqueo.test';
  await createAccount(auth, email);
  await recover(email);
  await scan(email);
  const { browser, outcome } = await enterCode(email, 'recovery');
  expect(outcome).toBe(email);
  expect((await browser.auth.updateUser({ password: 'a-better-password' })).error).toBeNull();
  expect(await logIn(email, 'a-better-password')).toBe('logged in');
});

test('a new password ends the code of a recovery link that was followed', async () => {
  const email = 'finished@parqueo.test';
  await createAccount(auth, email);
  await recover(email);
  const fragment = new URLSearchParams((await scan(email)).hash.slice(1));
  const browser = auth.browser();
  await browser.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  await browser.auth.updateUser({ password: 'a-better-password' });
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('a newer mail and an hour end the code of a link that was scanned', async () => {
  const { sql } = auth.database;
  const email = 'ended@parqueo.test';
  await createAccount(auth, email);

  await recover(email);
  await scan(email);
  const older = auth.codeTo(email);
  await recover(email);
  expect(await readOutcome(email, 'recovery', older)).toBe('otp_expired');

  await scan(email);
  await sql`update auth.one_time_tokens set created_at = now() - interval '61 minutes' where relates_to = ${email}`;
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('an owner whose recovery link was scanned gets in, and a stranger’s password is gone', async () => {
  const email = 'claimed@parqueo.test';
  await signUp(email, 'the-strangers-password');
  const strangersCode = auth.codeTo(email);
  await recover(email);
  const [link, code] = [auth.linkTo(email), auth.codeTo(email)];
  await auth.follow(link);
  expect(await readOutcome(email, 'signup', strangersCode)).toBe('otp_expired');
  expect(await readOutcome(email, 'recovery', code)).toBe(email);
  expect(await logIn(email, 'the-strangers-password')).toBe('invalid_credentials');
});

test('an invited driver whose link was scanned accepts with the code', async () => {
  const email = 'invited@parqueo.test';
  await auth.operator().auth.admin.inviteUserByEmail(email);
  await scan(email);
  expect(await readOutcome(email, 'invite')).toBe(email);
});

test('a scanned link and its code confirm a change of address once, for one mailbox', async () => {
  const [email, newEmail] = ['from@parqueo.test', 'to@parqueo.test'];
  await createAccount(auth, email);
  const browser = auth.browser();
  await browser.auth.signInWithPassword({ email, password: PASSWORD });
  await browser.auth.updateUser({ email: newEmail });
  await scan(email);
  expect(await readOutcome(email, 'email_change')).toBe('no session');
  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  expect(await readOutcome(newEmail, 'email_change')).toBe(newEmail);
});

test('a client that brings the token of a link ends the code of its mail', async () => {
  const email = 'hash@parqueo.test';
  await createAccount(auth, email);
  await recover(email);
  const token = new URL(auth.linkTo(email)).searchParams.get('token') ?? '';
  expect((await auth.browser().auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull();
  expect(await readOutcome(email, 'recovery')).toBe('otp_expired');
});

test('whoever reads the database finds no token in place of a followed link', async () => {
  const email = 'kept@parqueo.test';
  await createAccount(auth, email);
  await recover(email);
  const { sql } = auth.database;
  const readHash = async () =>
    (
      await sql`select token_hash from auth.one_time_tokens where relates_to = ${email} and token_type = 'recovery_token'`
    )[0]?.token_hash as string;
  const before = await readHash();
  await scan(email);
  const after = await readHash();
  expect(after).not.toBe(before);
  for (const guess of [before, after]) {
    const landing = await auth.follow(`${PUBLIC_URL}/auth/v1/verify?token=${guess}&type=recovery`);
    expect(landing.hash).toContain('otp_expired');
  }
});

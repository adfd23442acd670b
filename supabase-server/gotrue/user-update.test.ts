import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import {
  type AuthUnderTest,
  createAccount,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  signIn,
  signInWithProof,
  tryToSignIn,
} from '../../server/testing/auth.ts';

const CURRENT = { current_password: PASSWORD };

const auth = await openAuth();
const simple = await openAuth({ env: { DOUBLE_CONFIRM_CHANGES: 'off', SECURE_PASSWORD_CHANGE: 'on' } });

async function signedIn(server: AuthUnderTest, email: string) {
  await createAccount(server, email);
  return signIn(server, email);
}

/** Creates an account whose session has just given the password again. */
async function proven(server: AuthUnderTest, email: string) {
  await createAccount(server, email);
  return signInWithProof(server, email);
}

test('a driver changes their metadata; null removes a key and the rest stays', async () => {
  const browser = await signedIn(auth, 'data@parqueo.test');
  await browser.auth.updateUser({ data: { full_name: 'Ana', nickname: 'A' } });
  const { data } = await browser.auth.updateUser({ data: { nickname: null, plate: 'A123' } });
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ana', plate: 'A123' });
  expect(data.user?.user_metadata).not.toHaveProperty('nickname');
});

test('a new address applies once both addresses confirmed, also in the profile', async () => {
  const browser = await proven(auth, 'old@parqueo.test');
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
  expect(await tryToSignIn(auth, 'new@parqueo.test')).toBe('logged in');
  expect(await tryToSignIn(auth, 'old@parqueo.test')).toBe('invalid_credentials');
});

/** Sends a change without the client library. @returns status and error code */
async function change(browser: SupabaseClient, body: object) {
  const { data } = await browser.auth.getSession();
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify(body),
  });
  const { error_code } = (await response.json()) as { error_code?: string };
  return { status: response.status, code: error_code };
}

test('a request for another address ends both earlier links', async () => {
  const browser = await proven(auth, 'both-kinds@parqueo.test');
  await browser.auth.updateUser({ email: 'both-kinds-mine@parqueo.test' });
  const links = [auth.linkTo('both-kinds@parqueo.test'), auth.linkTo('both-kinds-mine@parqueo.test')];
  await browser.auth.updateUser({ email: 'both-kinds-victim@parqueo.test' });
  for (const link of links) expect((await auth.follow(link)).hash).toContain('otp_expired');
  expect((await browser.auth.getUser()).data.user?.email).toBe('both-kinds@parqueo.test');
});

test('a link confirms only the address it was mailed for', async () => {
  for (const [name, column] of [
    ['moved-new', 'email_change'],
    ['moved-current', 'email'],
  ] as const) {
    const browser = await proven(auth, `${name}@parqueo.test`);
    await browser.auth.updateUser({ email: `${name}-mine@parqueo.test` });
    const { sql } = auth.database;
    const victim = `${name}-victim@parqueo.test`;
    await sql`update auth.users set ${sql(column)} = ${victim} where email = ${`${name}@parqueo.test`}`;
    const mailedTo = column === 'email' ? `${name}@parqueo.test` : `${name}-mine@parqueo.test`;
    expect((await auth.follow(auth.linkTo(mailedTo))).hash).toContain('otp_expired');
    const [user] = await sql`
      select email_change_confirm_status as status from auth.users where ${victim} in (email, email_change)`;
    expect(user?.status).toBe(0);
  }
});

test('two links to the current address do not replace the one to the new address', async () => {
  const browser = await proven(auth, 'twice@parqueo.test');
  await browser.auth.updateUser({ email: 'twice-victim@parqueo.test' });
  await auth.follow(auth.linkTo('twice@parqueo.test'));
  await auth.database.sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    select id, 'email_change_token_current', ${createHash('sha256').update('again').digest('hex')}, email
    from auth.users where email = 'twice@parqueo.test'
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash`;
  const again = await auth.follow(`${PUBLIC_URL}/auth/v1/verify?token=again&type=email_change`);
  expect(again.hash).toContain('message=Confirmation+link+accepted');
  expect((await browser.auth.getUser()).data.user?.email).toBe('twice@parqueo.test');
});

test('links followed during new requests neither fail nor skip a confirmation', async () => {
  const browser = await proven(auth, 'racer@parqueo.test');
  for (let round = 0; round < 8; round += 1) {
    await browser.auth.updateUser({ email: 'racer-victim@parqueo.test' });
    const link = auth.linkTo('racer@parqueo.test');
    const [response, again, asked] = await Promise.all([
      auth.fetch(link),
      auth.fetch(link),
      change(browser, { email: 'racer-victim@parqueo.test' }),
    ]);
    expect([response.status, again.status, asked.status]).toEqual([303, 303, 200]);
    await auth.follow(auth.linkTo('racer@parqueo.test'));
  }
  expect((await browser.auth.getUser()).data.user?.email).toBe('racer@parqueo.test');
});

test('a sign-in link mailed to the old address ends when the address changes', async () => {
  const browser = await proven(auth, 'before@parqueo.test');
  await auth.browser().auth.resetPasswordForEmail('before@parqueo.test');
  const recovery = auth.linkTo('before@parqueo.test');
  await browser.auth.updateUser({ email: 'after@parqueo.test' });
  for (const email of ['before@parqueo.test', 'after@parqueo.test']) await auth.follow(auth.linkTo(email));
  expect((await browser.auth.getUser()).data.user?.email).toBe('after@parqueo.test');
  expect((await auth.follow(recovery)).hash).toContain('otp_expired');
});

test.each([
  ['the address is taken', { password: 'a-better-password', ...CURRENT, email: 'holder@parqueo.test' }, 'email_exists'],
  ['the password is the same', { password: PASSWORD, ...CURRENT, email: 'next@parqueo.test' }, 'same_password'],
  ['the password is short', { password: 'short', email: 'next@parqueo.test' }, 'weak_password'],
  ['the address is none', { email: 'nobody' }, 'validation_failed'],
  ['a telephone is set', { phone: '18095550100' }, 'phone_provider_disabled'],
])('when %s, nothing else of the request is stored', async (_, body, code) => {
  if (code === 'email_exists') await createAccount(auth, 'holder@parqueo.test');
  const email = `whole-${code}@parqueo.test`;
  const browser = await signedIn(auth, email);
  const other = await signIn(auth, email);
  const mailsBefore = auth.mails.length;
  expect((await change(browser, { ...body, data: { touched: true } })).code).toBe(code);
  const { data } = await other.auth.getUser();
  expect([data.user?.new_email, data.user?.user_metadata.touched]).toEqual([undefined, undefined]);
  expect(await tryToSignIn(auth, email)).toBe('logged in');
  expect(auth.mails.length).toBe(mailsBefore);
});

test('an address that was taken since the request is rejected at the confirmation', async () => {
  const browser = await proven(auth, 'taker@parqueo.test');
  await browser.auth.updateUser({ email: 'free@parqueo.test' });
  const current = auth.linkTo('taker@parqueo.test');
  const next = auth.linkTo('free@parqueo.test');
  await createAccount(auth, 'free@parqueo.test');
  await auth.follow(current);
  expect((await auth.follow(next)).hash).toContain('error_code=email_exists');
});

test('without double confirmation the new address confirms, and the old one is told before and after', async () => {
  const browser = await proven(simple, 'one@parqueo.test');
  await browser.auth.updateUser({ email: 'other@parqueo.test' });
  expect(simple.subjectsTo('one@parqueo.test')[0]).toBe('Your email address is about to change');
  expect((await simple.follow(simple.linkTo('other@parqueo.test'))).hash).toContain('access_token');
  expect((await browser.auth.getUser()).data.user?.email).toBe('other@parqueo.test');
  expect(simple.subjectsTo('one@parqueo.test')[0]).toBe('Your email address was changed');
});

test('a session alone moves no account, and a wrong password or code gives no proof', async () => {
  for (const server of [auth, simple]) {
    const browser = await signedIn(server, 'stolen@parqueo.test');
    const move = async (proof: object = {}) =>
      (await browser.auth.updateUser({ email: 'thief@parqueo.test', ...proof })).error?.code;
    const mailsBefore = server.mails.length;
    expect(await move()).toBe('reauthentication_needed');
    expect(await move({ current_password: 'a-guess' })).toBe('current_password_invalid');
    expect(await move({ nonce: '123456' })).toBe('reauthentication_not_valid');
    expect(await move()).toBe('reauthentication_needed');
    expect(server.mails.length).toBe(mailsBefore);
    expect((await browser.auth.getUser()).data.user?.new_email).toBeUndefined();
    expect(await move(CURRENT)).toBeUndefined();
  }
});

test('an account without a password gets its first one with a mailed code only', async () => {
  const email = 'passwordless@parqueo.test';
  const browser = await signedIn(auth, email);
  await auth.database.sql`update auth.users set encrypted_password = null where email = ${email}`;
  const choose = (nonce?: string) =>
    browser.auth.updateUser({ password: 'a-better-password', ...(nonce === undefined ? {} : { nonce }) });
  expect((await choose()).error?.code).toBe('reauthentication_needed');
  await browser.auth.reauthenticate();
  expect((await choose(auth.codeTo(email))).error).toBeNull();
});

test('another password ends a change of address that waits, and its links', async () => {
  const browser = await proven(simple, 'warned@parqueo.test');
  await browser.auth.updateUser({ email: 'warned-thief@parqueo.test' });
  const link = simple.linkTo('warned-thief@parqueo.test');
  expect((await browser.auth.updateUser({ password: 'a-better-password', ...CURRENT })).error).toBeNull();
  expect((await browser.auth.getUser()).data.user?.new_email).toBeUndefined();
  expect((await simple.follow(link)).hash).toContain('otp_expired');
});

test('with SECURE_PASSWORD_CHANGE an old session needs a mailed code to change the password', async () => {
  const browser = await signedIn(simple, 'careful@parqueo.test');
  await simple.database.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
  const change = (nonce?: string) =>
    browser.auth.updateUser({
      password: 'a-better-password',
      ...CURRENT,
      ...(nonce === undefined ? {} : { nonce }),
    });
  expect((await change()).error?.code).toBe('reauthentication_needed');
  expect((await browser.auth.reauthenticate()).error).toBeNull();
  const code = simple.codeTo('careful@parqueo.test');
  expect((await change(code === '000000' ? '111111' : '000000')).error?.code).toBe('reauthentication_not_valid');
  expect((await change(code)).error).toBeNull();
});

test('a password changes with the current one only, and a mail says that it was changed', async () => {
  const email = 'fresh@parqueo.test';
  const browser = await signedIn(simple, email);
  const change = (current_password?: string) =>
    browser.auth.updateUser({
      password: 'a-better-password',
      ...(current_password === undefined ? {} : { current_password }),
    });
  const mailsBefore = simple.mails.length;
  expect((await change()).error?.code).toBe('current_password_required');
  expect((await change('')).error?.code).toBe('current_password_required');
  expect((await change('a-guess')).error?.code).toBe('current_password_invalid');
  // Nor does another answer tell whether a guess is right.
  expect((await browser.auth.updateUser({ password: PASSWORD })).error?.code).toBe('current_password_required');
  expect(simple.mails.length).toBe(mailsBefore);
  expect((await change(PASSWORD)).error).toBeNull();
  expect(simple.mails[0]).toMatchObject({ to: email, subject: 'Your password was changed' });
});

test('a link to choose a new password needs no current one, for an hour', async () => {
  const email = 'forgetful@parqueo.test';
  await createAccount(auth, email);
  const browser = auth.browser();
  await browser.auth.resetPasswordForEmail(email);
  await browser.auth.verifyOtp({ email, token: auth.codeTo(email), type: 'recovery' });
  await auth.database.sql`
    update auth.sessions set proved_at = now() - interval '61 minutes'
    where user_id = (select id from auth.users where email = ${email})`;
  const change = () => browser.auth.updateUser({ password: 'a-better-password' });
  expect((await change()).error?.code).toBe('current_password_required');
  await auth.database.sql`
    update auth.sessions set proved_at = now() - interval '59 minutes'
    where user_id = (select id from auth.users where email = ${email})`;
  expect((await change()).error).toBeNull();
});

test('an unchanged user is not sent again', async () => {
  const browser = await signedIn(auth, 'unchanged@parqueo.test');
  const { data } = await browser.auth.getSession();
  const read = (headers = {}) =>
    auth.fetch(`${PUBLIC_URL}/auth/v1/user`, {
      headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}`, ...headers },
    });
  const first = await read();
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await read(known)).status).toBe(304);
  await browser.auth.updateUser({ data: { nickname: 'A' } });
  expect((await read(known)).status).toBe(200);
});

const readMetadata = async (email: string) => {
  const [row] = await auth.database.sql<{ bytes: number; name: string | null }[]>`
    select octet_length(raw_user_meta_data::text) as bytes, raw_user_meta_data ->> 'full_name' as name
    from auth.users where email = ${email}`;
  return row;
};
const signUp = (email: string, data: object) =>
  auth.browser().auth.signUp({ email, password: PASSWORD, options: { data } });

test('nobody signs up with 900 KB of metadata', async () => {
  const { error } = await signUp('bulky@parqueo.test', { note: 'x'.repeat(900_000) });
  expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
  expect(error?.message).toBe('The body is too large');
  expect(await readMetadata('bulky@parqueo.test')).toBeUndefined();
});

test('a driver stores at most 4 KB of metadata in many small steps', async () => {
  const browser = await signedIn(auth, 'ana@parqueo.test');
  await browser.auth.updateUser({ data: { full_name: 'Ana' } });
  const errors = [];
  for (let step = 0; step < 5; step += 1) {
    const { error } = await browser.auth.updateUser({ data: { [`note${step}`]: 'x'.repeat(1000) } });
    errors.push(error?.status ?? 200);
  }
  expect(errors).toEqual([200, 200, 200, 400, 400]);
  const kept = await readMetadata('ana@parqueo.test');
  expect(kept?.name).toBe('Ana');
  expect(kept?.bytes).toBeLessThanOrEqual(4096);
});

test('a name of 3,000 letters is shortened in the profile of the new account', async () => {
  const { error } = await signUp('long@parqueo.test', { full_name: 'n'.repeat(3000), phone: '1'.repeat(500) });
  expect(error).toBeNull();
  const [profile] = await auth.database.sql`
    select length(full_name) as name, length(phone) as phone from public.profiles where email = 'long@parqueo.test'`;
  expect(profile).toEqual({ name: 80, phone: 32 });
});

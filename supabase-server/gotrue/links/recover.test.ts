import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

const auth = await openAuth();

const recover = (email: string) =>
  auth.browser().auth.resetPasswordForEmail(email, { redirectTo: `${PUBLIC_URL}/reset-password` });

test('a driver recovers the account by mail and signs in with the new password', async () => {
  await createAccount(auth, 'ana@parqueo.test');
  expect((await recover('ana@parqueo.test')).error).toBeNull();
  const landing = await auth.follow(auth.linkTo('ana@parqueo.test'));
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/reset-password`);
  const fragment = new URLSearchParams(landing.hash.slice(1));
  expect(fragment.get('type')).toBe('recovery');

  const browser = auth.browser();
  await browser.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect((await browser.auth.updateUser({ password: 'a-better-password' })).error).toBeNull();
  const tryWith = (password: string) => auth.browser().auth.signInWithPassword({ email: 'ana@parqueo.test', password });
  expect((await tryWith('a-better-password')).error).toBeNull();
  expect((await tryWith(PASSWORD)).error?.code).toBe('invalid_credentials');
});

test('a new password ends all other sessions', async () => {
  await createAccount(auth, 'others@parqueo.test');
  const credentials = { email: 'others@parqueo.test', password: PASSWORD };
  const [own, other] = [auth.browser(), auth.browser()];
  await own.auth.signInWithPassword(credentials);
  await other.auth.signInWithPassword(credentials);
  await own.auth.updateUser({ password: 'a-better-password', current_password: PASSWORD });
  expect((await own.auth.getUser()).error).toBeNull();
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('an unknown address gets the same response in about the same time, and no mail', async () => {
  await createAccount(auth, 'known@parqueo.test');
  const timed = async (email: string) => {
    const start = performance.now();
    const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: auth.keys.publishableKey },
      body: JSON.stringify({ email }),
    });
    return { ms: performance.now() - start, status: response.status, text: await response.text() };
  };
  const mailsBefore = auth.mails.length;
  const [known, unknown] = [await timed('known@parqueo.test'), await timed('nobody@parqueo.test')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  // Both wait the same time on purpose, which is far more than the work takes.
  expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(95);
  expect(auth.mails.length).toBe(mailsBefore + 1);
});

test('a mail server that checks a link with HEAD does not consume it', async () => {
  await createAccount(auth, 'scanned@parqueo.test');
  await recover('scanned@parqueo.test');
  const link = auth.linkTo('scanned@parqueo.test');
  expect((await auth.fetch(link, { method: 'HEAD' })).status).toBe(200);
  expect((await auth.follow(link)).hash).toContain('access_token');
});

test('a banned driver gets no recovery mail', async () => {
  await createAccount(auth, 'banned@parqueo.test');
  await auth.database.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = 'banned@parqueo.test'`;
  const mailsBefore = auth.mails.length;
  expect((await recover('banned@parqueo.test')).error).toBeNull();
  expect(auth.mails.length).toBe(mailsBefore);
});

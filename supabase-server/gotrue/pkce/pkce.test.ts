import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL, post } from '../../../server/testing/auth.ts';

const auth = await openAuth();

const readCode = (landing: URL) => landing.searchParams.get('code') ?? '';
const PLAIN = 'a-verifier-that-is-long-enough-to-be-one-of-them';

const exchange = (code: string, verifier: string) =>
  post(auth, '/token?grant_type=pkce', { auth_code: code, code_verifier: verifier });

test('a PKCE sign-up finishes only in the browser that started it', async () => {
  const browser = auth.browser('pkce');
  await browser.auth.signUp({
    email: 'ana@parqueo.test',
    password: PASSWORD,
    options: { emailRedirectTo: `${PUBLIC_URL}/map` },
  });
  const landing = await auth.follow(auth.linkTo('ana@parqueo.test'));
  expect([landing.pathname, landing.hash]).toEqual(['/map', '']);
  const code = readCode(landing);
  const { data, error } = await browser.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe('ana@parqueo.test');
});

test('sign-in and recovery links finish with PKCE too', async () => {
  await createAccount(auth, 'beto@parqueo.test');
  const login = auth.browser('pkce');
  await login.auth.signInWithOtp({ email: 'beto@parqueo.test' });
  const { data } = await login.auth.exchangeCodeForSession(
    readCode(await auth.follow(auth.linkTo('beto@parqueo.test'))),
  );
  expect(data.user?.email).toBe('beto@parqueo.test');
  const claims = await login.auth.getClaims();
  expect(claims.data?.claims.amr).toMatchObject([{ method: 'magiclink' }]);

  const recovery = auth.browser('pkce');
  const events: string[] = [];
  recovery.auth.onAuthStateChange((event) => {
    events.push(event);
  });
  await recovery.auth.resetPasswordForEmail('beto@parqueo.test');
  const link = auth.linkTo('beto@parqueo.test');
  expect((await recovery.auth.exchangeCodeForSession(readCode(await auth.follow(link)))).error).toBeNull();
  expect(events).toContain('PASSWORD_RECOVERY');
});

/** An auth code of a flow with the plain code challenge `PLAIN`. */
async function plainCode(email: string) {
  await createAccount(auth, email);
  await post(auth, '/otp', { email, code_challenge: PLAIN, code_challenge_method: 'plain' });
  return readCode(await auth.follow(auth.linkTo(email)));
}

test('a plain code challenge works once', async () => {
  const code = await plainCode('plain@parqueo.test');
  expect((await exchange(code, PLAIN)).status).toBe(200);
  expect((await exchange(code, PLAIN)).body.error_code).toBe('flow_state_not_found');
});

test('a wrong code verifier is rejected and consumes the code', async () => {
  const code = await plainCode('wrong@parqueo.test');
  expect((await exchange(code, `${PLAIN}x`)).body.error_code).toBe('bad_code_verifier');
  expect((await exchange(code, PLAIN)).body.error_code).toBe('flow_state_not_found');
});

test('an auth code older than five minutes is rejected', async () => {
  const code = await plainCode('old@parqueo.test');
  await auth.database.sql`update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`;
  expect((await exchange(code, PLAIN)).body.error_code).toBe('flow_state_expired');
});

test('two exchanges of one auth code at the same moment open one session', async () => {
  const code = await plainCode('race@parqueo.test');
  const responses = await Promise.all([exchange(code, PLAIN), exchange(code, PLAIN)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('a driver banned meanwhile is not signed in', async () => {
  const code = await plainCode('out@parqueo.test');
  await auth.database.sql`
    update auth.users set banned_until = now() + interval '1 day' where email = 'out@parqueo.test'`;
  expect((await exchange(code, PLAIN)).body.error_code).toBe('user_banned');
});

test.each([
  [{ code_challenge: PLAIN }],
  [{ code_challenge_method: 's256' }],
  [{ code_challenge: 'short', code_challenge_method: 's256' }],
  [{ code_challenge: `${PLAIN} `, code_challenge_method: 's256' }],
  [{ code_challenge: PLAIN, code_challenge_method: 'md5' }],
])('the code challenge %o is rejected', async (challenge) => {
  expect((await post(auth, '/otp', { email: 'x@parqueo.test', ...challenge })).body.error_code).toBe(
    'validation_failed',
  );
});

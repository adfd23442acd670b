import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createAccount, openAuth, PUBLIC_URL, signIn, signInWithProof } from '../../../server/testing/auth.ts';

const EMAIL = 'ana@parqueo.test';

/** Endpoints that need no session. */
const WITHOUT_SESSION =
  /^(GET \/(health|settings|\.well-known\/jwks\.json)|\w+ \/(signup|otp|recover|resend|verify|token|authorize|callback|factors\/removal))$/;
/** Endpoints for the secret key only, which no session opens. */
const WITH_SECRET_KEY = /^\w+ \/(admin\/|invite$)/;
/** Endpoints for a session at aal1: they lead to the factor or end the session. */
const WITH_PASSWORD_ALONE = new Set([
  'GET /user',
  'POST /factors/:id/challenge',
  'POST /factors/:id/verify',
  'POST /factors/recovery-codes/verify',
]);

async function openSession(signInAs = signIn) {
  const browser = await signInAs(auth, EMAIL);
  return { browser, token: (await browser.auth.getSession()).data.session?.access_token ?? '' };
}

const auth = await openAuth();
await createAccount(auth, EMAIL);
const { browser, token } = await openSession(signInWithProof);
const { data } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
const factorId = data?.id ?? '';
const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate();
const proven = await browser.auth.mfa.challengeAndVerify({ factorId, code });
/** The tokens of a session at aal2, from before its factor and after it, and of a session at aal1. */
const before = token;
const sure = proven.data?.access_token ?? '';
const unsure = (await openSession()).token;

async function ask(method: string, path: string, token: string, body: object = {}) {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1${path.replace(':id', factorId)}`, {
    method,
    headers: { apikey: auth.keys.publishableKey, authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    code: text === '' ? undefined : (JSON.parse(text) as { error_code?: string }).error_code,
  };
}

const isOpen = async (token: string) => (await ask('GET', '/user', token)).status === 200;

const snapshot = () => auth.database.sql`
  select raw_user_meta_data, encrypted_password, email, email_change, reauthentication_sent_at,
    (select count(*) from auth.mfa_factors), (select count(*) from auth.sessions) from auth.users`;

test('a password alone opens only the endpoints that lead to a verified factor', async () => {
  const stored = await snapshot();
  const routes = auth.api.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*');
  const guarded = routes
    .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }))
    .filter(({ name }) => !(WITHOUT_SESSION.test(name) || WITH_PASSWORD_ALONE.has(name) || WITH_SECRET_KEY.test(name)));
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'PUT /user',
      'POST /logout',
      'GET /reauthenticate',
      'POST /factors',
      'DELETE /factors/:id',
      'GET /factors/recovery-codes',
      'POST /factors/recovery-codes/regenerate',
      'GET /user/identities/authorize',
      'DELETE /user/identities/:id',
    ]),
  );
  const bodies = [{}, { data: { plate: 'A1' } }, { password: 'a-better-password' }, { factor_type: 'totp' }];
  for (const token of [unsure, before]) {
    for (const { method, path, name } of guarded) {
      for (const body of bodies) {
        expect({ name, body, ...(await ask(method, path, token, body)) }).toEqual({
          name,
          body,
          status: 403,
          code: 'insufficient_aal',
        });
      }
    }
  }
  expect(await snapshot()).toEqual(stored);
});

test('a token of an ended session ends no other session', async () => {
  const { token } = await openSession();
  expect((await ask('POST', '/logout?scope=local', token)).status).toBe(204);
  expect((await ask('POST', '/logout?scope=global', token)).code).toBe('session_not_found');
  expect(await isOpen(sure)).toBe(true);
});

test('a session that is locked ends no others and changes nothing that the account says', async () => {
  const { session_id } = JSON.parse(Buffer.from(sure.split('.')[1] ?? '', 'base64url').toString());
  await auth.database.sql`insert into private.shared_sessions (id) values (${session_id})`;
  const stored = await snapshot();
  for (const scope of ['others', 'global']) {
    expect((await ask('POST', `/logout?scope=${scope}`, sure)).code).toBe('session_locked');
  }
  expect((await ask('PUT', '/user', sure, { data: { plate: 'A1' } })).code).toBe('session_locked');
  expect(await snapshot()).toEqual(stored);
  await auth.database.sql`delete from private.shared_sessions`;
  expect((await ask('PUT', '/user', sure, { data: { plate: 'A1' } })).status).toBe(200);
});

test('an aal1 session verifies no second, unverified factor', async () => {
  const [begun] = await auth.database.sql<{ id: string }[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret)
    select user_id, 'Other', 'totp', secret from auth.mfa_factors returning id`;
  for (const step of ['challenge', 'verify']) {
    expect((await ask('POST', `/factors/${begun?.id}/${step}`, unsure)).code).toBe('insufficient_aal');
  }
  await auth.database.sql`delete from auth.mfa_factors where id = ${begun?.id ?? ''}`;
});

test('an aal1 session reads its user, challenges, refreshes and ends itself', async () => {
  const { browser, token } = await openSession();
  expect(await isOpen(token)).toBe(true);
  expect((await ask('POST', '/factors/:id/challenge', token)).status).toBe(200);
  expect((await browser.auth.refreshSession()).error).toBeNull();
  expect((await ask('POST', '/logout?scope=local', token)).status).toBe(204);
  expect([await isOpen(token), await isOpen(sure)]).toEqual([false, true]);
});

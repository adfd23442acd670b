import { createHash } from 'node:crypto';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { openAuth, PUBLIC_URL, post, readFragment } from '../../../server/testing/auth.ts';
import { openBrowser } from '../../../server/testing/browser-client.ts';
import { APPLE, startProvider } from '../../../server/testing/provider.ts';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: { ...provider.env, GOOGLE_CLIENT_ID: 'google,app-for-phones' } });
afterAll(() => provider.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The claims of a Google token for the product. */
const claimsOf = (name: string): JWTPayload => ({
  sub: name,
  aud: 'google',
  email: `${name}@people.test`,
  email_verified: true,
});

const signIn = (token: string, rest: { nonce?: string; access_token?: string } = {}) =>
  auth.browser().auth.signInWithIdToken({ provider: 'google', token, ...rest });

const countAccounts = async () => (await auth.database.sql`select 1 from auth.users`).length;

test.each<['google' | 'apple', string, boolean | string]>([
  ['google', 'google', true],
  ['apple', APPLE.clientId, 'true'],
])('a driver signs in with an ID token of %s, and by its button into the same account', async (name, aud, verified) => {
  const member = { sub: `both-${name}`, email: `both-${name}@people.test`, email_verified: verified, name: 'Ana Díaz' };
  const token = await provider.issueIdToken({ ...member, aud });
  const { data, error } = await auth.browser().auth.signInWithIdToken({ provider: name, token });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: member.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: name, providers: [name] },
    user_metadata: { full_name: 'Ana Díaz' },
  });
  const claims = (await auth.browser().auth.getClaims(data.session?.access_token)).data?.claims;
  expect([claims?.aal, claims?.amr]).toMatchObject(['aal1', [{ method: 'oauth' }]]);

  provider.decide({ member });
  const button = await auth.browser().auth.signInWithOAuth({ provider: name });
  const landing = await openBrowser(auth).open(button.data.url ?? '');
  const session = readFragment(landing);
  expect((await auth.browser().auth.getUser(session.access_token)).data.user?.id).toBe(data.user?.id);
});

test('an ID token for an app of the operator signs in, as does one with nonce and access token', async () => {
  const token = await provider.issueIdToken({ ...claimsOf('app'), aud: 'app-for-phones' });
  expect((await signIn(token)).error).toBeNull();
  const bound = await provider.issueIdToken({
    ...claimsOf('bound'),
    nonce: sha256('a nonce').toString('hex'),
    at_hash: sha256('an access token').subarray(0, 16).toString('base64url'),
  });
  expect((await signIn(bound, { nonce: 'a nonce', access_token: 'an access token' })).error).toBeNull();
});

const past = Math.floor(Date.now() / 1000) - 60;
const BAD = 'Bad ID token';
const ONE_NONCE = 'Passed nonce and nonce in id_token should either both exist or not.';

test.each<[string, JWTPayload, { nonce?: string; access_token?: string }, string]>([
  ['that expired', { exp: past }, {}, BAD],
  ['of another issuer', { iss: 'https://issuer.test' }, {}, BAD],
  ['for another client', { aud: ['other', 'more'] }, {}, 'Unacceptable audience in id_token: [other more]'],
  ['for nobody', { aud: [] }, {}, 'Unacceptable audience in id_token: []'],
  ['without a subject', { sub: '' }, {}, 'Missing sub claim in id_token'],
  ['with too long a subject', { sub: 'a'.repeat(256) }, {}, BAD],
  ['with a nonce that is not sent', { nonce: 'hash' }, {}, ONE_NONCE],
  ['without the nonce that is sent', {}, { nonce: 'a nonce' }, ONE_NONCE],
  ['with another nonce', { nonce: sha256('other').toString('hex') }, { nonce: 'a nonce' }, 'Nonces mismatch'],
  ['with a nonce that is not hashed', { nonce: 'a nonce' }, { nonce: 'a nonce' }, 'Nonces mismatch'],
  ['of another access token', { at_hash: 'AAAA' }, { access_token: 'an access token' }, BAD],
])('an ID token %s signs nobody in', async (_, claims, rest, message) => {
  const before = await countAccounts();
  const { data, error } = await signIn(await provider.issueIdToken({ ...claimsOf('rejected'), ...claims }), rest);
  expect([error?.status, error?.message, data.session]).toEqual([400, message, null]);
  expect(await countAccounts()).toBe(before);
});

test('an ID token that the provider did not sign signs nobody in', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const claims = { ...claimsOf('forged'), iss: provider.origin };
  const sign = (header: { alg: string; kid?: string }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims).setProtectedHeader(header).setExpirationTime('1h').sign(key);
  const [header, , signature] = (await provider.issueIdToken(claimsOf('other'))).split('.');
  const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const tokens = [
    await sign({ alg: 'RS256' }, privateKey),
    await sign({ alg: 'RS256', kid: 'unknown' }, privateKey),
    await sign({ alg: 'HS256' }, Buffer.from('a secret that everybody may know')),
    `${encode({ alg: 'none' })}.${encode({ ...claims, exp: Date.now() })}.`,
    `${header}.${encode({ ...claims, exp: Date.now() })}.${signature}`,
    'not.a.token',
    'token',
  ];
  for (const token of tokens) expect((await signIn(token)).error?.message).toBe(BAD);
  expect(await auth.database.sql`select 1 from auth.users where email = 'forged@people.test'`).toHaveLength(0);
});

test('tokens of unknown keys make the server read the provider’s keys once', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const countReads = () => provider.requested.filter((path) => path.startsWith('/jwks')).length;
  await signIn(await provider.issueIdToken(claimsOf('reader')));
  const before = countReads();
  for (const kid of ['a', 'b', 'c', 'd']) {
    const token = await new SignJWT(claimsOf('reader')).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    expect((await signIn(token)).error?.message).toBe(BAD);
  }
  expect(countReads() - before).toBeLessThanOrEqual(1);
});

test.each([
  [{}, 400, 'id_token required'],
  [{ id_token: 'token' }, 400, 'provider or client_id and issuer required'],
  [{ id_token: 'token', provider: 'myspace' }, 400, 'Custom OIDC provider "myspace" not allowed'],
  [{ id_token: 'token', provider: 'facebook' }, 400, 'Provider (issuer "https://www.facebook.com") is not enabled'],
  [{ id_token: 'token', client_id: 'google', issuer: 'https://accounts.google.com' }, 400, BAD],
  [{ id_token: 'a'.repeat(9000), provider: 'google' }, 400, 'id_token: takes at most 8192 characters'],
])('a request for a session with %j is rejected', async (body, status, message) => {
  const response = await post(auth, '/token?grant_type=id_token', body);
  const { msg, error_description = msg } = response.body;
  expect([response.status, error_description]).toEqual([status, message]);
});

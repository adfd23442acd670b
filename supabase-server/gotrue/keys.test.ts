import { expect, onTestFinished, test } from 'vitest';
import { generateKeys } from '../../server/keys/keys.ts';
import { createAccount, openAuth, PUBLIC_URL, signIn, startAuth } from '../../server/testing/auth.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';

type KeySet = { keys: { kid: string }[] };

const newKey = async () => (JSON.parse((await generateKeys()).authSigningKeys) as KeySet).keys[0] ?? { kid: '' };

const next = await newKey();
const old = await newKey();

const auth = await openAuth({ env: { AUTH_SIGNING_KEYS: JSON.stringify({ keys: [next, old] }) } });
await createAccount(auth, 'ana@parqueo.test');

const readToken = async () => {
  const { data } = await (await signIn(auth, 'ana@parqueo.test')).auth.getSession();
  return data.session?.access_token ?? '';
};

const parseHeader = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

test('the first key signs, and the public parts of all keys are published', async () => {
  expect(parseHeader(await readToken())).toMatchObject({ kid: next.kid, alg: 'ES256' });
  const text = await (await auth.fetch(`${PUBLIC_URL}/auth/v1/.well-known/jwks.json`)).text();
  expect((JSON.parse(text) as KeySet).keys.map(({ kid }) => kid)).toEqual([next.kid, old.kid]);
  expect(text).not.toContain('"d"');
});

test('a token of the previous key is valid until that key is removed', async () => {
  const own = await readToken();
  const claims = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString());
  const [, oldKey] = auth.keys.signingKeys;
  if (!oldKey) throw new Error('There is one key only');
  const { token } = await createAccessTokens({ signingKeys: [oldKey] }, PUBLIC_URL).sign(claims);
  expect((await auth.browser().auth.getUser(token)).error).toBeNull();
  expect((await auth.browser().auth.getClaims(token)).error).toBeNull();

  const rotated = createAccessTokens({ signingKeys: [auth.keys.signingKeys[0]] }, PUBLIC_URL);
  expect((await rotated.verify(token)).kind).toBe('invalid');
});

test('every publishable key is accepted, and no other', async () => {
  const keys = ['first-publishable-key', 'second-publishable-key'];
  const server = await startAuth({ env: { PUBLISHABLE_KEY: keys.join(', ') } });
  onTestFinished(() => server.close());
  expect(server.keys.publishableKey).toBe(keys[0]);
  const statuses = [...keys, 'third-publishable-key', keys.join(', ')].map(async (apikey) => {
    const response = await server.fetch(`${PUBLIC_URL}/auth/v1/settings`, { headers: { apikey } });
    return response.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401]);
});

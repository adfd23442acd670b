import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';
import type { AppEnv } from '../../caller.ts';
import { identifyCaller } from './identify-caller.ts';

const auth = await openAuth();
await createAccount(auth, 'ana@parqueo.test');
const { data } = await auth.browser().auth.signInWithPassword({ email: 'ana@parqueo.test', password: PASSWORD });
const accessToken = data.session?.access_token ?? '';
const app = new Hono<AppEnv>().use(identifyCaller(auth.keys, PUBLIC_URL)).get('/', (c) => c.json(c.get('caller')));

const ask = (headers: Record<string, string>) => app.request('/', { headers });

test('the publishable key alone identifies an anonymous visitor', async () => {
  expect(await (await ask({ apikey: auth.keys.publishableKey })).json()).toMatchObject({ role: 'anon' });
});

test('an access token identifies its person', async () => {
  const response = await ask({ apikey: auth.keys.publishableKey, authorization: `Bearer ${accessToken}` });
  expect(await response.json()).toMatchObject({ role: 'authenticated', claims: { email: 'ana@parqueo.test' } });
});

test('only the secret key identifies the service role', async () => {
  expect(await (await ask({ apikey: auth.keys.secretKey })).json()).toMatchObject({ role: 'service_role' });
});

test('an expired token is rejected, not treated as anonymous', async () => {
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  try {
    const response = await ask({ apikey: auth.keys.publishableKey, authorization: `Bearer ${accessToken}` });
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([401, 'JWT expired']);
  } finally {
    vi.useRealTimers();
  }
});

test('a modified token is rejected', async () => {
  const [header, payload, signature] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  const response = await ask({
    apikey: auth.keys.publishableKey,
    authorization: `Bearer ${header}.${forged}.${signature}`,
  });
  expect(response.status).toBe(401);
});

test('a request without an API key is rejected', async () => {
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
});

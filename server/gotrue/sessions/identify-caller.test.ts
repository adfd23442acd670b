import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AppEnv } from '../../caller.ts';
import { type AuthUnderTest, createAccount, PASSWORD, PUBLIC_URL, startAuth } from '../../testing/auth.ts';
import { identifyCaller } from './identify-caller.ts';

let auth: AuthUnderTest;
let app: Hono<AppEnv>;
let accessToken: string;

beforeAll(async () => {
  auth = await startAuth();
  await createAccount(auth, 'ana@parqueo.test');
  const { data } = await auth.browser().auth.signInWithPassword({ email: 'ana@parqueo.test', password: PASSWORD });
  accessToken = data.session?.access_token ?? '';
  app = new Hono<AppEnv>().use(identifyCaller(auth.keys, PUBLIC_URL)).get('/', (c) => c.json(c.get('caller')));
});
afterAll(() => auth.close());

const ask = (headers: Record<string, string>) => app.request('/', { headers });

test('the publishable key alone is an anonymous visitor', async () => {
  expect(await (await ask({ apikey: auth.keys.publishableKey })).json()).toMatchObject({ role: 'anon' });
});

test('an access token is the person it was signed for', async () => {
  const answer = await ask({ apikey: auth.keys.publishableKey, authorization: `Bearer ${accessToken}` });
  expect(await answer.json()).toMatchObject({ role: 'authenticated', claims: { email: 'ana@parqueo.test' } });
});

test('only the secret key is the service', async () => {
  expect(await (await ask({ apikey: auth.keys.secretKey })).json()).toMatchObject({ role: 'service_role' });
});

test('an expired token is refused, not taken for an anonymous visitor', async () => {
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  try {
    const answer = await ask({ apikey: auth.keys.publishableKey, authorization: `Bearer ${accessToken}` });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([401, 'JWT expired']);
  } finally {
    vi.useRealTimers();
  }
});

test('a token somebody changed is refused', async () => {
  const [header, payload, signature] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  const answer = await ask({
    apikey: auth.keys.publishableKey,
    authorization: `Bearer ${header}.${forged}.${signature}`,
  });
  expect(answer.status).toBe(401);
});

test('without a key nobody is let through', async () => {
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
});

import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL, startAuth } from '../../../server/testing/auth.ts';
import { openBrowser, type TestBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: provider.env });
afterAll(() => provider.close());

type Name = 'google' | 'apple' | 'facebook';

async function getButtonUrl(
  client: SupabaseClient,
  name: Name,
  options: Record<string, unknown> = {},
): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: `${PUBLIC_URL}/map`, ...options },
  });
  if (error) throw error;
  return data.url;
}

/** Signs in by the button of a provider and returns the address where the browser ends. */
async function signInAt(name: Name, member: Member, browser: TestBrowser = openBrowser(auth)): Promise<URL> {
  provider.decide({ member });
  return browser.open(await getButtonUrl(auth.browser(), name));
}

const parseFragment = (landing: URL) => Object.fromEntries(new URLSearchParams(landing.hash.slice(1)));

async function findUser(landing: URL) {
  const { data, error } = await auth.browser().auth.getUser(parseFragment(landing).access_token);
  if (error) throw error;
  return data.user;
}

test.each<[Name, string]>([
  ['google', 'openid'],
  ['apple', 'openid'],
  ['facebook', 'public_profile'],
])('a driver signs in with %s, and again later, into the same account', async (name, scope) => {
  const member: Member = {
    sub: `${name}-1`,
    email: `${name}@people.test`,
    email_verified: name === 'apple' ? 'true' : true,
    name: 'Ana Díaz',
    picture: 'https://people.test/ana.jpg',
  };
  const browser = openBrowser(auth);
  const landing = await signInAt(name, member, browser);
  expect(landing.pathname).toBe('/map');
  const user = await findUser(landing);
  expect([user.email, user.app_metadata.providers]).toEqual([`${name}@people.test`, [name]]);
  expect(user.identities?.map(({ provider: from, id }) => [from, id])).toEqual([[name, `${name}-1`]]);
  expect(parseFragment(landing).provider_token).toBeTruthy();
  expect(parseFragment(landing).provider_refresh_token).toBeTruthy();

  const asked = new URL(browser.visited.find((address) => address.startsWith(`${provider.origin}/auth?`)) ?? '');
  expect(asked.searchParams.get('scope')).toContain(scope);
  for (const proof of ['state', 'code_challenge']) expect(asked.searchParams.get(proof)).toMatch(/^[\w-]{43}$/);
  expect(asked.searchParams.has('nonce')).toBe(name !== 'facebook');

  expect((await findUser(await signInAt(name, member))).id).toBe(user.id);
});

test('a browser with PKCE exchanges its code for the session and the provider’s tokens', async () => {
  provider.decide({ member: { sub: 'pkce', email: 'pkce@people.test', email_verified: true } });
  const client = auth.browser('pkce');
  const landing = await openBrowser(auth).open(await getButtonUrl(client, 'google'));
  expect([landing.pathname, landing.hash]).toEqual(['/map', '']);
  const { data, error } = await client.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.session).toMatchObject({
    provider_token: expect.any(String),
    provider_refresh_token: expect.any(String),
    user: { email: 'pkce@people.test' },
  });
  expect(await auth.database.sql`select 1 from auth.flow_state`).toHaveLength(0);
});

test('a verified address opens its existing account, whose password stays', async () => {
  await createAccount(auth, 'both@people.test');
  const user = await findUser(
    await signInAt('google', { sub: 'both', email: 'Both@people.test', email_verified: true, name: 'Ana' }),
  );
  expect([user.app_metadata.provider, user.app_metadata.providers]).toEqual(['email', ['email', 'google']]);
  const { data } = await auth.browser().auth.signInWithPassword({ email: 'both@people.test', password: PASSWORD });
  expect(data.user?.id).toBe(user.id);
});

test('whoever signed up with an address before its owner gets no access', async () => {
  const squatter = await auth.browser().auth.signUp({
    email: 'owner@people.test',
    password: PASSWORD,
    options: { data: { full_name: 'Squatter', phone: '+18095550199' } },
  });
  const link = auth.linkTo('owner@people.test');
  const user = await findUser(
    await signInAt('google', { sub: 'owner', email: 'owner@people.test', email_verified: true, name: 'Owner' }),
  );
  expect(user.id).toBe(squatter.data.user?.id);
  expect(user.identities?.map(({ provider: from }) => from)).toEqual(['google']);
  const { error } = await auth.browser().auth.signInWithPassword({ email: 'owner@people.test', password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
  expect((await auth.follow(link)).hash).toContain('otp_expired');
  const [profile] = await auth.database.sql`select full_name, phone from public.profiles where user_id = ${user.id}`;
  expect(profile).toEqual({ full_name: 'Owner', phone: null });
  expect(auth.mails[0]).toMatchObject({
    to: 'owner@people.test',
    subject: expect.stringContaining('password was removed'),
  });
});

test('only harmless client parameters reach the provider', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'asks', email: 'asks@people.test', email_verified: true } });
  await browser.open(
    await getButtonUrl(auth.browser(), 'google', {
      scopes: 'public_profile',
      queryParams: { prompt: 'consent', redirect_uri: 'https://evil.test', state: 'mine', client_id: 'evil' },
    }),
  );
  const asked = new URL(browser.visited.find((address) => address.startsWith(`${provider.origin}/auth?`)) ?? '');
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    prompt: 'consent',
    scope: 'openid email profile public_profile',
    redirect_uri: `${PUBLIC_URL}/auth/v1/callback`,
    client_id: 'google',
  });
  expect(asked.searchParams.getAll('state')).not.toContain('mine');
});

test('a sign-in with a foreign redirect ends on the product', async () => {
  provider.decide({ member: { sub: 'evil', email: 'evil@people.test', email_verified: true } });
  const url = await getButtonUrl(auth.browser(), 'google', { redirectTo: 'https://evil.test/steal' });
  const landing = await openBrowser(auth).open(url);
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/`);
});

test('over https the browser cookie is secure and is sent with Apple’s form', async () => {
  const https = await startAuth({ env: { ...provider.env, PUBLIC_URL: 'https://parqueo.test' } });
  try {
    const response = await https.fetch('https://parqueo.test/auth/v1/authorize?provider=apple');
    const cookie = response.headers.get('set-cookie') ?? '';
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Path=/auth/v1/callback'])
      expect(cookie).toContain(part);
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('response_mode')).toBe('form_post');
  } finally {
    await https.close();
  }
});

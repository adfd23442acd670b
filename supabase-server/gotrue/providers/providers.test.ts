import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createAccount,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  readFragment,
  startAuth,
} from '../../../server/testing/auth.ts';
import { openBrowser, type TestBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: { ...provider.env, SAMPLES: 'off' } });
afterAll(() => provider.close());
beforeEach(() => auth.changeSettings({ allow_signups: true, social_google_allowed: true, social_apple_allowed: true }));

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

async function findUser(landing: URL) {
  const { data, error } = await auth.browser().auth.getUser(readFragment(landing).access_token);
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
  expect(readFragment(landing).provider_token).toBeTruthy();
  expect(readFragment(landing).provider_refresh_token).toBeTruthy();

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
  onTestFinished(() => https.close());
  const response = await https.fetch('https://parqueo.test/auth/v1/authorize?provider=apple');
  const cookie = response.headers.get('set-cookie') ?? '';
  for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Path=/auth/v1/callback']) expect(cookie).toContain(part);
  expect(new URL(response.headers.get('location') ?? '').searchParams.get('response_mode')).toBe('form_post');
});

/** The error in the address of the log-in screen. */
function toldAt(landing: URL) {
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/login`);
  const { error, error_code, error_description } = readFragment(landing);
  return [error, error_code, error_description];
}

const accounts = async () => (await auth.database.sql`select 1 from auth.users`).length;

test('a driver who cancels at a provider returns to the log-in screen', async () => {
  provider.decide('deny');
  const landing = await openBrowser(auth).open(await getButtonUrl(auth.browser(), 'apple'));
  expect(toldAt(landing)).toEqual(['access_denied', 'access_denied', 'The sign-in with Apple was cancelled']);
});

test('an unverified address of a provider opens no account, new or existing', async () => {
  await createAccount(auth, 'victim@people.test');
  const before = await accounts();
  for (const email of ['victim@people.test', 'nobody@people.test']) {
    const landing = await signInAt('google', { sub: `unverified-${email}`, email, email_verified: false });
    expect(toldAt(landing)).toEqual([
      'access_denied',
      'provider_email_needs_verification',
      'Unverified email with Google. Confirm your email address there, then try again.',
    ]);
  }
  expect(await accounts()).toBe(before);
});

test('a driver who does not share the address is told that it is needed', async () => {
  const landing = await signInAt('facebook', { sub: 'no-address' });
  expect(toldAt(landing)[2]).toBe('Facebook gave no email address. Allow it to, or log in another way.');
});

test('a suspended driver is not signed in by a provider', async () => {
  const member = { sub: 'suspended', email: 'suspended@people.test', email_verified: true };
  expect((await signInAt('google', member)).pathname).toBe('/map');
  await auth.database.sql`update public.profiles set status = 'suspended' where email = 'suspended@people.test'`;
  expect(toldAt(await signInAt('google', member))).toEqual(['access_denied', 'user_banned', 'User is banned']);
});

test('a callback works once', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'replay', email: 'replay@people.test', email_verified: true } });
  expect((await browser.open(await getButtonUrl(auth.browser(), 'google'))).hash).toContain('access_token');
  const callback = browser.visited.find((address) => address.includes('/auth/v1/callback')) ?? '';
  expect(toldAt(await browser.open(callback)).slice(0, 2)).toEqual(['invalid_request', 'bad_oauth_state']);
});

test('a callback after ten minutes is rejected', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'late', email: 'late@people.test', email_verified: true } });
  const setOut = await auth.fetch(await getButtonUrl(auth.browser(), 'google'));
  await auth.database.sql`update parqueo_server.provider_visits set created_at = now() - interval '601 seconds'`;
  const landing = await browser.open(setOut.headers.get('location') ?? '');
  expect(toldAt(landing)[1]).toBe('bad_oauth_state');
});

test('a callback in another browser than the one that started signs nobody in', async () => {
  provider.decide({ member: { sub: 'lured', email: 'lured@people.test', email_verified: true } });
  const setOut = await auth.fetch(await getButtonUrl(auth.browser(), 'google'));
  const landing = await openBrowser(auth).open(setOut.headers.get('location') ?? '');
  expect(toldAt(landing)[1]).toBe('bad_oauth_state');
  expect(await auth.database.sql`select 1 from auth.users where email = 'lured@people.test'`).toHaveLength(0);
});

test.each(['', '?state=made-up&code=made-up', '?error=access_denied'])(
  'the callback %s leads back to the log-in screen',
  async (query) => {
    const landing = await openBrowser(auth).open(`${PUBLIC_URL}/auth/v1/callback${query}`);
    expect(toldAt(landing)[1]).toBe('bad_oauth_state');
  },
);

test('a code that the provider rejects signs nobody in', async () => {
  const url = await getButtonUrl(auth.browser(), 'google');
  const setOut = await auth.fetch(url, { headers: { accept: 'text/html' } });
  const state = new URL(setOut.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = setOut.headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await auth.fetch(
    `${PUBLIC_URL}/auth/v1/callback?${new URLSearchParams({ state, code: 'forged', iss: provider.origin })}`,
    { headers: { cookie } },
  );
  expect(toldAt(new URL(response.headers.get('location') ?? ''))).toEqual([
    'access_denied',
    'bad_oauth_callback',
    'Google refused the sign-in (invalid_grant)',
  ]);
});

test('a provider that is down is named', async () => {
  const other = await startProvider(PUBLIC_URL);
  const server = await startAuth({ env: other.env });
  onTestFinished(() => server.close());
  await other.close();
  expect(toldAt(await openBrowser(server).open(await getButtonUrl(server.browser(), 'google')))).toEqual([
    'server_error',
    'unexpected_failure',
    'Google cannot be reached right now. Please try again.',
  ]);
});

test.each<[Name, string, string]>([
  ['google', 'social_google_allowed', 'Google'],
  ['apple', 'social_apple_allowed', 'Apple'],
])('while %s is switched off nobody signs in with it, and people read why', async (name, column, title) => {
  await auth.changeSettings({ [column]: false });
  const settings = await auth.fetch(`${PUBLIC_URL}/auth/v1/settings?apikey=${auth.keys.publishableKey}`);
  const { external } = (await settings.json()) as { external: object };
  expect(external).toMatchObject({ google: true, apple: true, facebook: true, [name]: false });
  const told = ['provider_disabled', `signing in with ${title} is switched off`];
  const url = await getButtonUrl(auth.browser(), name);
  const started = await auth.fetch(url, { headers: { accept: 'text/html' } });
  expect(toldAt(new URL(started.headers.get('location') ?? '')).slice(1)).toEqual(told);
  const program = await auth.fetch(url, { headers: { accept: 'application/json' } });
  expect([program.status, await program.json()]).toEqual([
    400,
    { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
  ]);
  const { error } = await auth.browser().auth.signInWithIdToken({ provider: name, token: 'any' });
  expect(error?.code).toBe('provider_disabled');
  const other = await auth.fetch(await getButtonUrl(auth.browser(), 'facebook'));
  expect(other.headers.get('location')).toContain(provider.origin);
});

test('who comes back from a provider that was switched off meanwhile is not signed in', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'late', email: 'late@people.test', email_verified: true } });
  const started = await browser.fetch(await getButtonUrl(auth.browser(), 'google'));
  await auth.changeSettings({ social_google_allowed: false });
  const landing = await browser.open(started.headers.get('location') ?? '');
  expect(toldAt(landing)[1]).toBe('provider_disabled');
});

test('while sign-ups are closed a provider opens no account, and people with one sign in', async () => {
  const member = { sub: 'settled', email: 'settled@people.test', email_verified: true, name: 'Sol Díaz' };
  await findUser(await signInAt('google', member));
  await createAccount(auth, 'mail@people.test');
  await auth.changeSettings({ allow_signups: false });
  const refused = await signInAt('google', { sub: 'new', email: 'new@people.test', email_verified: true });
  expect(toldAt(refused).slice(1)).toEqual(['signup_disabled', 'Signups not allowed for this instance']);
  expect(await auth.database.sql`select from auth.users where email = 'new@people.test'`).toHaveLength(0);
  const byMail = { sub: 'mail', email: 'mail@people.test', email_verified: true };
  for (const settled of [member, byMail]) await findUser(await signInAt('google', settled));
});

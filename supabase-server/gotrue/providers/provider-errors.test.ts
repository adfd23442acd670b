import { afterAll, expect, test } from 'vitest';
import { createAccount, openAuth, PUBLIC_URL, startAuth } from '../../../server/testing/auth.ts';
import { openBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: provider.env });
afterAll(() => provider.close());

const button = (name: string, server = auth) =>
  server
    .browser()
    .auth.signInWithOAuth({ provider: name as 'google', options: { redirectTo: `${PUBLIC_URL}/map` } })
    .then(({ data }) => data.url ?? '');

/** The error in the address of the log-in screen. */
function toldAt(landing: URL) {
  expect(`${landing.origin}${landing.pathname}`).toBe(`${PUBLIC_URL}/login`);
  const { error, error_code, error_description } = Object.fromEntries(new URLSearchParams(landing.hash.slice(1)));
  return [error, error_code, error_description];
}

async function signInAs(name: string, member: Member) {
  provider.decide({ member });
  return openBrowser(auth).open(await button(name));
}

const accounts = async () => (await auth.database.sql`select 1 from auth.users`).length;

test.each(['google', 'apple', 'facebook'])('a driver who cancels at %s returns to the log-in screen', async (name) => {
  provider.decide('deny');
  const landing = await openBrowser(auth).open(await button(name));
  expect(toldAt(landing)).toEqual([
    'access_denied',
    'access_denied',
    `The sign-in with ${name[0]?.toUpperCase()}${name.slice(1)} was cancelled`,
  ]);
});

test('an unverified address of a provider opens no account, new or existing', async () => {
  await createAccount(auth, 'victim@people.test');
  const before = await accounts();
  for (const email of ['victim@people.test', 'nobody@people.test']) {
    const landing = await signInAs('google', { sub: `unverified-${email}`, email, email_verified: false });
    expect(toldAt(landing)).toEqual([
      'access_denied',
      'provider_email_needs_verification',
      'Unverified email with Google. Confirm your email address there, then try again.',
    ]);
  }
  expect(await accounts()).toBe(before);
});

test('a driver who does not share the address is told that it is needed', async () => {
  const landing = await signInAs('facebook', { sub: 'no-address' });
  expect(toldAt(landing)[2]).toBe('Facebook gave no email address. Allow it to, or log in another way.');
});

test('a suspended driver is not signed in by a provider', async () => {
  const member = { sub: 'suspended', email: 'suspended@people.test', email_verified: true };
  expect((await signInAs('google', member)).pathname).toBe('/map');
  await auth.database.sql`update public.profiles set status = 'suspended' where email = 'suspended@people.test'`;
  expect(toldAt(await signInAs('google', member))).toEqual(['access_denied', 'user_banned', 'User is banned']);
});

test('a callback works once', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'replay', email: 'replay@people.test', email_verified: true } });
  expect((await browser.open(await button('google'))).hash).toContain('access_token');
  const callback = browser.visited.find((address) => address.includes('/auth/v1/callback')) ?? '';
  expect(toldAt(await browser.open(callback)).slice(0, 2)).toEqual(['invalid_request', 'bad_oauth_state']);
});

test('a callback after ten minutes is rejected', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'late', email: 'late@people.test', email_verified: true } });
  const setOut = await auth.fetch(await button('google'));
  await auth.database.sql`update parqueo_server.provider_visits set created_at = now() - interval '601 seconds'`;
  const landing = await browser.open(setOut.headers.get('location') ?? '');
  expect(toldAt(landing)[1]).toBe('bad_oauth_state');
});

test('a callback in another browser than the one that started signs nobody in', async () => {
  provider.decide({ member: { sub: 'lured', email: 'lured@people.test', email_verified: true } });
  const setOut = await auth.fetch(await button('google'));
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
  const url = await button('google');
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

test('a provider that is down is named on the way there and back', async () => {
  const other = await startProvider(PUBLIC_URL);
  const server = await startAuth({ env: other.env });
  try {
    // Facebook's addresses are known, so the way there works.
    const setOut = await server.fetch(await button('facebook', server));
    const state = new URL(setOut.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = setOut.headers.get('set-cookie')?.split(';')[0] ?? '';
    await other.close();

    expect(toldAt(await openBrowser(server).open(await button('google', server)))).toEqual([
      'server_error',
      'unexpected_failure',
      'Google cannot be reached right now. Please try again.',
    ]);
    const back = await server.fetch(`${PUBLIC_URL}/auth/v1/callback?${new URLSearchParams({ state, code: 'any' })}`, {
      headers: { cookie },
    });
    expect(toldAt(new URL(back.headers.get('location') ?? ''))[2]).toBe(
      'Facebook cannot be reached right now. Please try again.',
    );
  } finally {
    await server.close();
  }
});

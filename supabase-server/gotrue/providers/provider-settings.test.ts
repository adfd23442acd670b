import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAccount, openAuth, PUBLIC_URL, readFragment } from '../../../server/testing/auth.ts';
import { openBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

type Name = 'google' | 'apple';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: { ...provider.env, SAMPLES: 'off' } });
afterAll(() => provider.close());
beforeEach(() => auth.changeSettings({ allow_signups: true, social_google_allowed: true, social_apple_allowed: true }));

const getButtonUrl = async (name: Name | 'facebook') =>
  (await auth.browser().auth.signInWithOAuth({ provider: name })).data.url ?? '';

async function signInAt(name: Name, member: Member, browser = openBrowser(auth)) {
  provider.decide({ member });
  return readFragment(await browser.open(await getButtonUrl(name)));
}

const readExternal = async () => {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/settings`, {
    headers: { apikey: auth.keys.publishableKey },
  });
  return ((await response.json()) as { external: object }).external;
};

test.each<[Name, string, string]>([
  ['google', 'social_google_allowed', 'Google'],
  ['apple', 'social_apple_allowed', 'Apple'],
])('while %s is switched off nobody signs in with it, and people read why', async (name, column, title) => {
  await auth.changeSettings({ [column]: false });
  expect(await readExternal()).toMatchObject({ google: true, apple: true, facebook: true, [name]: false });
  const sentence = { error_code: 'provider_disabled', error_description: `signing in with ${title} is switched off` };
  const started = await auth.fetch(await getButtonUrl(name), { headers: { accept: 'text/html' } });
  const landing = new URL(started.headers.get('location') ?? '');
  expect([landing.pathname, readFragment(landing)]).toEqual(['/login', expect.objectContaining(sentence)]);
  const program = await auth.fetch(await getButtonUrl(name), { headers: { accept: 'application/json' } });
  expect([program.status, await program.json()]).toEqual([
    400,
    { code: 400, error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
  ]);
  const { error } = await auth.browser().auth.signInWithIdToken({ provider: name, token: 'any' });
  expect(error?.code).toBe('provider_disabled');
  const other = await auth.fetch(await getButtonUrl('facebook'));
  expect(other.headers.get('location')).toContain(provider.origin);
});

test('who comes back from a provider that was switched off meanwhile is not signed in', async () => {
  const browser = openBrowser(auth);
  provider.decide({ member: { sub: 'late', email: 'late@people.test', email_verified: true } });
  const started = await browser.fetch(await getButtonUrl('google'));
  await auth.changeSettings({ social_google_allowed: false });
  const landing = readFragment(await browser.open(started.headers.get('location') ?? ''));
  expect(landing.error_code).toBe('provider_disabled');
});

test('while sign-ups are closed a provider opens no account, and people with one sign in', async () => {
  const member = { sub: 'settled', email: 'settled@people.test', email_verified: true, name: 'Sol Díaz' };
  expect((await signInAt('google', member)).access_token).toBeTruthy();
  await createAccount(auth, 'mail@people.test');
  await auth.changeSettings({ allow_signups: false });
  expect(await signInAt('google', { sub: 'new', email: 'new@people.test', email_verified: true })).toMatchObject({
    error_code: 'signup_disabled',
    error_description: 'Signups not allowed for this instance',
  });
  expect(await auth.database.sql`select from auth.users where email = 'new@people.test'`).toHaveLength(0);
  expect((await signInAt('google', member)).access_token).toBeTruthy();
  const byMail = { sub: 'mail', email: 'mail@people.test', email_verified: true };
  expect((await signInAt('google', byMail)).access_token).toBeTruthy();
});

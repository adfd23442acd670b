import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import {
  createAccount,
  givePassword,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  readFragment,
  signIn,
} from '../../../server/testing/auth.ts';
import { openBrowser, type TestBrowser } from '../../../server/testing/browser-client.ts';
import { type Member, startProvider } from '../../../server/testing/provider.ts';

const provider = await startProvider(PUBLIC_URL);
const auth = await openAuth({ env: { ...provider.env, MANUAL_LINKING: 'on' } });
afterAll(() => provider.close());

type Driver = { email: string; id: string; browser: TestBrowser; client: SupabaseClient };

/** Somebody with a password account who is signed in and has given the password again, in a browser of their own. */
async function signUpDriver(name: string, flowType: 'implicit' | 'pkce' = 'implicit'): Promise<Driver> {
  const email = `${name}@parqueo.test`;
  await createAccount(auth, email);
  const browser = openBrowser(auth);
  const client = auth.browser(flowType, browser.fetch);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { email, id: data.user.id, browser, client: await givePassword(client) };
}

const googleMember = (name: string): Member => ({ sub: name, email: `${name}@people.test`, email_verified: true });

const issueToken = ({ sub, ...claims }: Member) => provider.issueIdToken({ sub, aud: 'google', ...claims });

async function getLinkingUrl({ client }: Driver): Promise<string> {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'google',
    options: { redirectTo: `${PUBLIC_URL}/account` },
  });
  if (error) throw error;
  return data.url ?? '';
}

/** Links an account at Google by its button and returns the address where the browser ends. */
async function linkGoogle(driver: Driver, member: Member): Promise<URL> {
  provider.decide({ member });
  return driver.browser.open(await getLinkingUrl(driver));
}

/** Links an account at Google with an ID token. */
const linkToken = async ({ client }: Pick<Driver, 'client'>, member: Member) =>
  client.auth.linkIdentity({ provider: 'google', token: await issueToken(member) });

async function signInAtGoogle(member: Member) {
  const { data, error } = await auth.browser().auth.signInWithIdToken({
    provider: 'google',
    token: await issueToken(member),
  });
  if (error) throw error;
  return data.user;
}

const readAccount = async (id: string) => {
  const [account] = await auth.database.sql<{ providers: string[]; identities: string[] }[]>`
    select email, email_confirmed_at, encrypted_password, raw_user_meta_data,
      raw_app_meta_data ->> 'provider' as provider, raw_app_meta_data -> 'providers' as providers,
      (select array_agg(provider order by created_at) from auth.identities where user_id = users.id) as identities
    from auth.users where id = ${id}`;
  if (!account) throw new Error('There is no account');
  return account;
};

async function findIdentity({ client }: Pick<Driver, 'client'>, name: string) {
  const { data } = await client.auth.getUserIdentities();
  const identity = data?.identities.find((candidate) => candidate.provider === name);
  if (!identity) throw new Error(`There is no identity of ${name}`);
  return identity;
}

test('a driver links Google, keeps address and name, and signs in with it from then on', async () => {
  const ana = await signUpDriver('ana');
  const before = await readAccount(ana.id);
  const landing = await linkGoogle(ana, { ...googleMember('ana-google'), name: 'Another Name' });
  expect(landing.pathname).toBe('/account');
  const { data } = await auth.browser().auth.getUser(readFragment(landing).access_token);
  expect(data.user?.id).toBe(ana.id);
  expect(await readAccount(ana.id)).toEqual({
    ...before,
    providers: ['email', 'google'],
    identities: ['email', 'google'],
  });
  expect((await signInAtGoogle(googleMember('ana-google'))).id).toBe(ana.id);
});

test('a mail tells the owner of an identity that was linked or unlinked', async () => {
  const { email, ...told } = await signUpDriver('told');
  await linkGoogle({ email, ...told }, googleMember('told-google'));
  expect(auth.subjectsTo(email)[0]).toBe('You can now log in with Google');
  expect((await told.client.auth.unlinkIdentity(await findIdentity(told, 'google'))).error).toBeNull();
  expect(auth.subjectsTo(email)[0]).toBe('You can no longer log in with Google');
});

test('a mail tells the owner when a provider with the same address opens the account', async () => {
  const { email } = await signUpDriver('same-address');
  const member = { sub: 'same-address-google', email, email_verified: true };
  await signInAtGoogle(member);
  expect(auth.subjectsTo(email)[0]).toBe('You can now log in with Google');
  const before = auth.subjectsTo(email).length;
  await signInAtGoogle(member);
  await signInAtGoogle(googleMember('nobody-before'));
  expect(auth.subjectsTo(email)).toHaveLength(before);
  expect(auth.subjectsTo('nobody-before@people.test')).toEqual([]);
});

test('a driver links an identity with an ID token, also one with an unverified address', async () => {
  const carla = await signUpDriver('carla');
  const member = { ...googleMember('carla-google'), email_verified: false };
  expect((await linkToken(carla, member)).error).toBeNull();
  const { data } = await carla.client.auth.getUser();
  expect([data.user?.id, data.user?.email]).toEqual([carla.id, carla.email]);
  expect((await signInAtGoogle(member)).id).toBe(carla.id);
});

test('an identity of another driver is linked neither by the button nor by an ID token', async () => {
  const member = googleMember('taken');
  const owner = await signInAtGoogle(member);
  const dora = await signUpDriver('dora');
  const landing = await linkGoogle(dora, member);
  expect([landing.pathname, readFragment(landing)]).toEqual([
    '/account',
    {
      error: 'server_error',
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    },
  ]);
  const { error } = await linkToken(dora, member);
  expect([error?.status, error?.code]).toEqual([422, 'identity_already_exists']);
  expect((await readAccount(dora.id)).identities).toEqual(['email']);
  expect((await signInAtGoogle(member)).id).toBe(owner.id);
});

test('of two drivers who link one identity at once, one has it', async () => {
  const drivers = await Promise.all([signUpDriver('race-one'), signUpDriver('race-two')]);
  const results = await Promise.all(drivers.map((driver) => linkToken(driver, googleMember('raced'))));
  expect(results.map(({ error }) => error?.code ?? 'linked').sort()).toEqual(['identity_already_exists', 'linked']);
});

test('a driver lured into somebody else’s linking request gives them no identity', async () => {
  const attacker = await signUpDriver('attacker');
  const url = await getLinkingUrl(attacker);
  provider.decide({ member: googleMember('lured') });
  const landing = await openBrowser(auth).open(url);
  expect(readFragment(landing).error_code).toBe('bad_oauth_state');
  expect((await readAccount(attacker.id)).identities).toEqual(['email']);
});

test('a linking request ends with the session that made it', async () => {
  const gala = await signUpDriver('gala');
  const url = await getLinkingUrl(gala);
  await gala.client.auth.signOut();
  provider.decide({ member: googleMember('gala-google') });
  expect(readFragment(await gala.browser.open(url)).error_code).toBe('bad_oauth_state');
  expect((await readAccount(gala.id)).identities).toEqual(['email']);
});

test('a password without its second factor links and unlinks nothing', async () => {
  const iris = await signUpDriver('iris');
  await linkGoogle(iris, googleMember('iris-google'));
  const { data } = await iris.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' });
  const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate();
  await iris.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });

  const client = await signIn(auth, iris.email);
  const identity = await findIdentity({ client }, 'google');
  for (const { error } of [
    await linkToken({ client }, googleMember('iris-other')),
    await client.auth.unlinkIdentity(identity),
  ]) {
    expect(error?.code).toBe('insufficient_aal');
  }
  expect((await readAccount(iris.id)).identities).toEqual(['email', 'google']);
});

test('a driver unlinks Google, which ends their other sessions and opens another account later', async () => {
  const juana = await signUpDriver('juana');
  const member = googleMember('juana-google');
  await linkGoogle(juana, member);
  const other = auth.browser();
  await other.auth.signInWithIdToken({ provider: 'google', token: await issueToken(member) });
  expect((await juana.client.auth.unlinkIdentity(await findIdentity(juana, 'google'))).error).toBeNull();
  expect(await readAccount(juana.id)).toMatchObject({ email: juana.email, provider: 'email', providers: ['email'] });
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await juana.client.auth.getUser()).error).toBeNull();
  expect((await signInAtGoogle(member)).id).not.toBe(juana.id);
});

test('the password goes with the e-mail identity, and Google of the same address stays', async () => {
  const karla = await signUpDriver('karla');
  await linkGoogle(karla, { sub: 'karla-google', email: karla.email, email_verified: true });
  expect((await karla.client.auth.unlinkIdentity(await findIdentity(karla, 'email'))).error).toBeNull();
  expect(await readAccount(karla.id)).toMatchObject({
    email: karla.email,
    email_confirmed_at: expect.any(Date),
    encrypted_password: null,
    provider: 'google',
    providers: ['google'],
  });
  const { error } = await auth.browser().auth.signInWithPassword({ email: karla.email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('the only identity, one that is not there and one of another driver are not unlinked', async () => {
  const lara = await signUpDriver('lara');
  const mara = await signUpDriver('mara');
  const only = await findIdentity(lara, 'email');
  const single = await lara.client.auth.unlinkIdentity(only);
  expect([single.error?.status, single.error?.code]).toEqual([422, 'single_identity_not_deletable']);
  await linkGoogle(mara, googleMember('mara-google'));
  const foreign = await mara.client.auth.unlinkIdentity(only);
  expect([foreign.error?.status, foreign.error?.code]).toEqual([422, 'identity_not_found']);
  const odd = await mara.client.auth.unlinkIdentity({ ...only, identity_id: 'google' });
  expect([odd.error?.status, odd.error?.message]).toEqual([404, 'identity_id must be an UUID']);
  expect((await readAccount(lara.id)).identities).toEqual(['email']);
});

test('the identity of the account’s address is not unlinked while no other has that address', async () => {
  const nora = await signUpDriver('nora');
  await linkGoogle(nora, googleMember('nora-google'));
  const before = await readAccount(nora.id);
  const { error } = await nora.client.auth.unlinkIdentity(await findIdentity(nora, 'email'));
  expect([error?.status, error?.code]).toEqual([422, 'email_conflict_identity_not_deletable']);
  expect(await readAccount(nora.id)).toEqual(before);
});

test('a driver who unlinks both identities at once keeps one', async () => {
  const olga = await signUpDriver('olga');
  await linkGoogle(olga, { sub: 'olga-google', email: olga.email, email_verified: true });
  const { data } = await olga.client.auth.getUserIdentities();
  const results = await Promise.all(
    (data?.identities ?? []).map((identity) => olga.client.auth.unlinkIdentity(identity)),
  );
  const codes = results.map(({ error }) => error?.code ?? 'unlinked').sort();
  expect(codes).toEqual(['single_identity_not_deletable', 'unlinked']);
  expect((await readAccount(olga.id)).identities).toHaveLength(1);
});

test('a session without a recent proof links and unlinks nothing', async () => {
  await createAccount(auth, 'old@parqueo.test');
  const client = await signIn(auth, 'old@parqueo.test');
  const results = [
    await client.auth.linkIdentity({ provider: 'google' }),
    await linkToken({ client }, googleMember('old')),
    await client.auth.unlinkIdentity(await findIdentity({ client }, 'email')),
  ];
  expect(results.map(({ error }) => error?.code)).toEqual(Array(3).fill('reauthentication_needed'));
});

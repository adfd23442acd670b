import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  createAccount,
  signIn as logIn,
  openAuth,
  PASSWORD,
  PUBLIC_URL,
  signInWithProof,
} from '../../server/testing/auth.ts';

const auth = await openAuth({ env: { SAMPLES: 'off' } });
beforeEach(() => auth.changeSettings({ allow_signups: true, password_min_length: 8, two_factor_allowed: true }));

const signIn = (email: string, password?: string) => logIn(auth, email, password);

const generateCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Tries to set a password in each way there is. */
const setEverywhere = (browser: SupabaseClient, password: string) => {
  const { admin } = auth.operator().auth;
  return Promise.all([
    auth.browser().auth.signUp({ email: 'short@parqueo.test', password }),
    browser.auth.updateUser({ password, current_password: PASSWORD }),
    admin.createUser({ email: 'made@parqueo.test', password }),
    admin.generateLink({ type: 'signup', email: 'linked@parqueo.test', password }),
  ]);
};

const readRules = async () => {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1/settings`, {
    headers: { apikey: auth.keys.publishableKey },
  });
  return (await response.json()) as Record<string, unknown>;
};

test('clients read the rules that hold', async () => {
  expect(await readRules()).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: false,
    password_min_length: 8,
    mfa_totp_enroll_enabled: true,
    mfa_required_for_administrators: false,
  });
  const opposite = { allow_signups: false, email_confirmation_required: false, password_min_length: 12 };
  await auth.changeSettings({ ...opposite, two_factor_allowed: false });
  const changed = { disable_signup: true, mailer_autoconfirm: true, password_min_length: 12 };
  expect(await readRules()).toMatchObject({ ...changed, mfa_totp_enroll_enabled: false });
  await auth.changeSettings({
    email_confirmation_required: true,
    admins_need_second_factor: true,
    two_factor_allowed: true,
  });
  expect(await readRules()).toMatchObject({ mfa_required_for_administrators: true });
  await auth.changeSettings({ admins_need_second_factor: false });
});

test('while sign-ups are closed nobody opens an account, and who has one logs in', async () => {
  await createAccount(auth, 'ana@parqueo.test');
  await auth.changeSettings({ allow_signups: false });
  const mailsBefore = auth.mails.length;
  const { auth: client } = auth.browser();
  expect((await client.signUp({ email: 'new@parqueo.test', password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'signup_disabled',
  });
  expect((await client.signInWithOtp({ email: 'new@parqueo.test' })).error?.code).toBe('signup_disabled');
  expect((await client.signUp({ email: 'ana@parqueo.test', password: PASSWORD })).error?.code).toBe('signup_disabled');
  expect(auth.mails).toHaveLength(mailsBefore);
  expect(await auth.database.sql`select from auth.users where email = 'new@parqueo.test'`).toHaveLength(0);

  await signIn('ana@parqueo.test');
  expect((await client.signInWithOtp({ email: 'ana@parqueo.test' })).error).toBeNull();
  expect((await auth.follow(auth.linkTo('ana@parqueo.test'))).hash).toContain('access_token');
});

test('a new password has the length that the operator asks for, wherever it is set', async () => {
  await createAccount(auth, 'luis@parqueo.test');
  const browser = await signIn('luis@parqueo.test');
  await auth.changeSettings({ password_min_length: 12 });
  for (const { error } of await setEverywhere(browser, 'elevenchars')) {
    expect(error).toMatchObject({ code: 'weak_password', message: 'Password should be at least 12 characters.' });
  }
  expect((await browser.auth.updateUser({ password: 'twelve-chars', current_password: PASSWORD })).error).toBeNull();
});

test('a password that many people use is refused wherever it is set', async () => {
  await createAccount(auth, 'mia@parqueo.test');
  const browser = await signIn('mia@parqueo.test');
  for (const password of ['password1', 'Football', '1234567890']) {
    for (const { error } of await setEverywhere(browser, password)) {
      expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
    }
  }
  await signIn('mia@parqueo.test');
});

test('while the second factor is off nobody enrols one, not one that was begun before either', async () => {
  await createAccount(auth, 'eva@parqueo.test');
  const browser = await signInWithProof(auth, 'eva@parqueo.test');
  const { data: begun } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  if (begun === null) throw new Error('The factor was not begun');
  await auth.changeSettings({ two_factor_allowed: false });
  const code = generateCode(begun.totp.secret);
  const rejected = { status: 422, code: 'mfa_totp_enroll_not_enabled' };
  expect((await browser.auth.mfa.challengeAndVerify({ factorId: begun.id, code })).error).toMatchObject(rejected);
  expect((await browser.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(rejected);
});

test('a factor from before works on and is required while the second factor is off', async () => {
  await createAccount(auth, 'ines@parqueo.test');
  const browser = await signInWithProof(auth, 'ines@parqueo.test');
  const { data: factor } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  if (factor === null) throw new Error('The factor was not enrolled');
  const prove = (client: SupabaseClient) =>
    client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: generateCode(factor.totp.secret) });
  expect((await prove(browser)).error).toBeNull();
  await auth.changeSettings({ two_factor_allowed: false });

  const later = await signIn('ines@parqueo.test');
  expect((await later.auth.updateUser({ data: { color: 'red' } })).error?.code).toBe('insufficient_aal');
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  expect((await prove(later)).error).toBeNull();
  vi.useRealTimers();
  expect((await later.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
  expect((await later.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
});

test('while the settings cannot be read nobody signs in or up', async () => {
  await createAccount(auth, 'max@parqueo.test');
  await auth.database.sql`alter table public.installation_settings rename to hidden`;
  try {
    const { auth: client } = auth.browser();
    const credentials = { email: 'max@parqueo.test', password: PASSWORD };
    for (const { data, error } of [await client.signUp(credentials), await client.signInWithPassword(credentials)]) {
      expect([data.session, error?.status]).toEqual([null, 503]);
    }
  } finally {
    await auth.database.sql`alter table public.hidden rename to installation_settings`;
  }
});

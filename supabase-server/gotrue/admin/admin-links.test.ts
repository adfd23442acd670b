import type { GenerateLinkParams } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import {
  createAccount,
  openAuth,
  openLanding,
  PASSWORD,
  PUBLIC_URL,
  readFragment,
} from '../../../server/testing/auth.ts';

const REDIRECT = `${PUBLIC_URL}/welcome`;
const TAKEN = 'taken@parqueo.test';

const auth = await openAuth();
const admin = auth.operator().auth.admin;

async function generate(params: GenerateLinkParams) {
  const { data, error } = await admin.generateLink(params);
  if (error) throw error;
  return data;
}

const signIn = (email: string, password: string) => auth.browser().auth.signInWithPassword({ email, password });

test('an invited driver follows the mail, chooses a password and signs in with it', async () => {
  const email = 'invited@parqueo.test';
  const { data, error } = await admin.inviteUserByEmail(email, {
    data: { full_name: 'Eva Peña' },
    redirectTo: REDIRECT,
  });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect(data.user?.invited_at).toBeTruthy();
  expect(data.user?.user_metadata).toEqual({ full_name: 'Eva Peña' });
  expect(auth.mails[0]?.subject).toBe('You are invited to Parqueo');

  const landing = await auth.follow(auth.linkTo(email));
  expect([landing.pathname, readFragment(landing).type]).toEqual(['/welcome', 'invite']);
  const browser = await openLanding(auth, landing);
  expect((await browser.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await signIn(email, PASSWORD)).data.user?.user_metadata).toMatchObject({ full_name: 'Eva Peña' });
  expect((await auth.follow(auth.linkTo(email))).hash).toContain('otp_expired');
});

test('an invitation is rejected for an account, and removes the password of a stranger’s sign-up', async () => {
  await createAccount(auth, 'here@parqueo.test');
  const { error } = await admin.inviteUserByEmail('here@parqueo.test');
  expect([error?.status, error?.code]).toEqual([422, 'email_exists']);

  const email = 'claimed@parqueo.test';
  await auth.browser().auth.signUp({ email, password: 'a-stranger-chose', options: { data: { full_name: 'X' } } });
  expect((await admin.inviteUserByEmail(email)).error).toBeNull();
  const browser = await openLanding(auth, await auth.follow(auth.linkTo(email)));
  expect((await browser.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('full_name');
  expect((await signIn(email, 'a-stranger-chose')).error?.code).toBe('invalid_credentials');
});

test('a link to sign up creates the account and mails nothing', async () => {
  const email = 'link@parqueo.test';
  const mails = auth.mails.length;
  const data = { status: 'alpha' };
  const options = { data, redirectTo: REDIRECT };
  const { user, properties } = await generate({ type: 'signup', email, password: PASSWORD, options });
  expect([user.email, user.user_metadata]).toEqual([email, data]);
  expect(properties).toEqual({
    action_link: `${PUBLIC_URL}/auth/v1/verify?token=${properties.hashed_token}&type=signup&redirect_to=${REDIRECT}`,
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[\w-]{43}$/),
    redirect_to: REDIRECT,
    verification_type: 'signup',
  });
  expect(auth.mails).toHaveLength(mails);
  const landing = await auth.follow(properties.action_link);
  expect([landing.pathname, readFragment(landing).type]).toEqual(['/welcome', 'signup']);
  const { data: signedIn } = await signIn(email, PASSWORD);
  expect(signedIn.user?.user_metadata).toMatchObject(data);
});

test('a link signs a driver in once, by hash or by code', async () => {
  const email = 'magic@parqueo.test';
  await createAccount(auth, email);
  const first = await generate({ type: 'magiclink', email });
  expect(first.properties.verification_type).toBe('magiclink');
  const verify = () => auth.browser().auth.verifyOtp({ token_hash: first.properties.hashed_token, type: 'magiclink' });
  expect((await verify()).data.session?.user.email).toBe(email);
  expect((await verify()).error?.code).toBe('otp_expired');
  const second = await generate({ type: 'recovery', email });
  const { data } = await auth.browser().auth.verifyOtp({ email, token: second.properties.email_otp, type: 'recovery' });
  expect(data.session?.user.email).toBe(email);
});

test('a link to sign in for an unknown address signs up, one to recover is not found', async () => {
  const email = 'unknown@parqueo.test';
  const { error } = await admin.generateLink({ type: 'recovery', email });
  expect(error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User with this email not found' });
  const { properties } = await generate({ type: 'magiclink', email, options: { data: { plate: 'A1' } } });
  expect(properties.verification_type).toBe('signup');
  const browser = await openLanding(auth, await auth.follow(properties.action_link));
  expect((await browser.auth.getUser()).data.user?.user_metadata).toMatchObject({ plate: 'A1' });
});

test('both links of a change of address complete it, whichever is made first', async () => {
  const email = 'from@parqueo.test';
  const newEmail = 'to@parqueo.test';
  await createAccount(auth, email);
  const current = await generate({ type: 'email_change_current', email, newEmail });
  const next = await generate({ type: 'email_change_new', email, newEmail });
  expect([current.user.new_email, current.properties.verification_type]).toEqual([newEmail, 'email_change_current']);
  expect(next.properties.action_link).toContain('type=email_change&');
  expect((await auth.follow(current.properties.action_link)).hash).toContain('message=');
  expect(readFragment(await auth.follow(next.properties.action_link)).type).toBe('email_change');
  expect((await signIn(newEmail, PASSWORD)).data.user?.email).toBe(newEmail);
});

test.each<[string, object, number, string, RegExp]>([
  ['an unknown type', { type: 'reauthenticate' }, 400, 'validation_failed', /^Invalid email action link type/],
  ['a sign-up without a password', { type: 'signup' }, 400, 'validation_failed', /^Signup requires a valid password$/],
  ['a sign-up with a short password', { type: 'signup', password: 'x' }, 422, 'weak_password', /at least 8/],
  ['a sign-up of an account', { type: 'signup', password: PASSWORD, email: TAKEN }, 422, 'email_exists', /./],
  ['a malformed address', { type: 'magiclink', email: 'xx:;x@x.x' }, 400, 'validation_failed', /^Unable to validate/],
  ['a change to no address', { type: 'email_change_new' }, 400, 'validation_failed', /^Unable to validate/],
])('no link is made for %s', async (_, params, status, code, message) => {
  await admin.createUser({ email: TAKEN, email_confirm: true });
  const { data, error } = await admin.generateLink({ email: 'nobody@parqueo.test', ...params } as GenerateLinkParams);
  expect([data, error?.status, error?.code]).toEqual([{ user: null, properties: null }, status, code]);
  expect(error?.message).toMatch(message);
});

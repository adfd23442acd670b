import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';
import type { AdminUserAttributes, User } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { openAuth, PASSWORD, startAuth } from '../../../server/testing/auth.ts';

const NOBODY = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

let accounts = 0;

const auth = await openAuth();
const admin = auth.operator().auth.admin;

/** An address that no other test uses. */
function newEmail(): string {
  accounts += 1;
  return `driver-${accounts}@parqueo.test`;
}

async function create(attributes: AdminUserAttributes = {}): Promise<User & { email: string }> {
  const email = newEmail();
  const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true, ...attributes });
  if (error) throw error;
  return { ...data.user, email: data.user.email ?? '' };
}

const signIn = (email: string, password = PASSWORD) => auth.browser().auth.signInWithPassword({ email, password });

test('the operator creates a confirmed account that signs in, with a profile', async () => {
  const user = await create({ user_metadata: { full_name: 'Eva Peña' }, app_metadata: { roles: ['editor'] } });
  expect(user.email_confirmed_at).toBeTruthy();
  expect(user.user_metadata).toEqual({ full_name: 'Eva Peña', email_verified: true });
  expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'], roles: ['editor'] });
  expect(user.identities?.map(({ provider }) => provider)).toEqual(['email']);
  expect((await signIn(user.email)).data.user?.id).toBe(user.id);
  const [profile] = await auth.database.sql`select full_name from public.profiles where user_id = ${user.id}`;
  expect(profile?.full_name).toBe('Eva Peña');
});

test('the operator chooses the id and brings a bcrypt hash from another service', async () => {
  const id = randomUUID();
  const email = newEmail();
  const password_hash = (await hash('moved-from-elsewhere', 4)).replace('$2b$', '$2y$');
  const { data, error } = await admin.createUser({ id: id.toUpperCase(), email, password_hash, email_confirm: true });
  expect([error, data.user?.id]).toEqual([null, id]);
  expect((await signIn(email, 'moved-from-elsewhere')).data.user?.id).toBe(id);
  const taken = await admin.createUser({ id, email: newEmail() });
  expect([taken.error?.status, taken.error?.code]).toEqual([409, 'conflict']);
});

test.each<[string, AdminUserAttributes, number, string, RegExp]>([
  ['no address', { email: '' }, 400, 'validation_failed', /^Cannot create a user without either an email or phone$/],
  ['a malformed address', { email: 'xx:;x@x.x' }, 400, 'validation_failed', /^Unable to validate email address/],
  ['a short password', { password: 'short' }, 422, 'weak_password', /at least 8 characters/],
  ['a password of 73 bytes', { password: 'x'.repeat(73) }, 422, 'validation_failed', /longer than 72 bytes/],
  ['a password and a hash', { password_hash: 'x' }, 400, 'validation_failed', /^Only a password or a password hash/],
  ['a malformed id', { id: 'me' }, 400, 'validation_failed', /^ID must conform/],
  ['a nil id', { id: '00000000-0000-0000-0000-000000000000' }, 400, 'validation_failed', /^ID cannot be a nil uuid$/],
  ['an unreadable ban', { ban_duration: 'a week' }, 400, 'validation_failed', /^invalid format for ban duration/],
  ['a phone number', { phone: '18095550100' }, 400, 'phone_provider_disabled', /^Phone numbers/],
  ['another role', { role: 'service_role' }, 400, 'validation_failed', /^role: takes authenticated/],
  ['too much metadata', { user_metadata: { a: 'x'.repeat(5000) } }, 400, 'validation_failed', /^user_metadata: /],
  ['too much app metadata', { app_metadata: { a: 'x'.repeat(5000) } }, 400, 'validation_failed', /^app_metadata: /],
])('an account with %s is not created', async (_, attributes, status, code, message) => {
  const { data, error } = await admin.createUser({ email: 'new@parqueo.test', password: PASSWORD, ...attributes });
  expect([data.user, error?.status, error?.code]).toEqual([null, status, code]);
  expect(error?.message).toMatch(message);
  const rows = await auth.database.sql`select 1 from auth.users where email = 'new@parqueo.test'`;
  expect(rows).toHaveLength(0);
});

test.each([
  'secret',
  `$2b$13$${'a'.repeat(53)}`,
  `$2b$31$${'a'.repeat(53)}`,
  '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA',
])('the password hash %s is rejected, as it cannot be verified in time', async (password_hash) => {
  const { error } = await admin.createUser({ email: 'hash@parqueo.test', password_hash });
  expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
  expect(error?.message).toMatch(/^password_hash: /);
});

test('the operator reads an account, and nobody under an unknown id', async () => {
  const { id, email } = await create();
  expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  for (const attempt of [admin.getUserById(NOBODY), admin.updateUserById(NOBODY, {}), admin.deleteUser(NOBODY)]) {
    const { data, error } = await attempt;
    expect(error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User not found' });
    expect(data.user).toBeNull();
  }
});

test('the operator lists all accounts page by page, the newest first', async () => {
  const created = [await create(), await create(), await create()].map(({ id }) => id);
  const [row] = await auth.database.sql<{ total: number }[]>`select count(*)::int as total from auth.users`;
  const total = row?.total ?? 0;
  const first = await admin.listUsers({ page: 1, perPage: 2 });
  const second = await admin.listUsers({ page: 2, perPage: 2 });
  if (first.error || second.error) throw first.error ?? second.error;
  expect([...first.data.users, ...second.data.users].slice(0, 3).map(({ id }) => id)).toEqual(created.reverse());
  expect(first.data.users[0]?.identities).toHaveLength(1);
  expect([first.data.aud, first.data.total, first.data.nextPage]).toEqual(['authenticated', total, 2]);
  const everybody = await admin.listUsers({ perPage: 1000 });
  if (everybody.error) throw everybody.error;
  expect([everybody.data.users.length, everybody.data.nextPage, everybody.data.lastPage]).toEqual([total, null, 1]);
});

test('the operator changes an address at once, and links to the old one end', async () => {
  const { id, email } = await create();
  await auth.browser().auth.resetPasswordForEmail(email);
  const link = auth.linkTo(email);
  const changed = newEmail();
  const { data } = await admin.updateUserById(id, { email: changed.toUpperCase() });
  expect([data.user?.email, data.user?.identities?.[0]?.identity_data?.email]).toEqual([changed, changed]);
  expect((await auth.follow(link)).hash).toContain('otp_expired');
  expect((await signIn(changed)).data.user?.id).toBe(id);
  const [profile] = await auth.database.sql`select email from public.profiles where user_id = ${id}`;
  expect(profile?.email).toBe(changed);
});

test('a password from the operator ends the sessions and links that were open', async () => {
  const { id, email } = await create();
  const browser = auth.browser();
  await browser.auth.signInWithPassword({ email, password: PASSWORD });
  await auth.browser().auth.resetPasswordForEmail(email);
  const link = auth.linkTo(email);
  expect((await admin.updateUserById(id, { password: 'short' })).error?.code).toBe('weak_password');
  expect((await browser.auth.getUser()).error).toBeNull();
  expect((await admin.updateUserById(id, { password: 'a-better-password' })).error).toBeNull();
  expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await auth.follow(link)).hash).toContain('otp_expired');
  expect((await signIn(email)).error?.code).toBe('invalid_credentials');
  expect((await signIn(email, 'a-better-password')).error).toBeNull();
});

test('a banned driver cannot sign in or refresh until the ban is lifted', async () => {
  const { id, email } = await create();
  const browser = auth.browser();
  await browser.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await admin.updateUserById(id, { ban_duration: '24h' });
  const until = new Date(String(data.user?.banned_until)).getTime();
  expect(until - new Date(String(data.user?.updated_at)).getTime()).toBe(86_400_000);
  const refused = await signIn(email);
  expect([refused.error?.status, refused.error?.code]).toEqual([400, 'user_banned']);
  expect((await browser.auth.refreshSession()).error?.code).toBe('user_banned');
  expect((await admin.updateUserById(id, { ban_duration: 'none' })).data.user).not.toHaveProperty('banned_until');
  expect((await signIn(email)).error).toBeNull();
});

test('nothing of a change is stored when a part of it is rejected', async () => {
  const { id, email } = await create();
  const { error } = await admin.updateUserById(id, {
    email: newEmail(),
    password: 'a-better-password',
    app_metadata: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}`, 1e300])),
  });
  expect(error?.code).toBe('validation_failed');
  expect((await signIn(email)).data.user?.id).toBe(id);
});

test('the operator deletes an account', async () => {
  const { id, email } = await create();
  const { data, error } = await admin.deleteUser(id);
  expect([error, data.user?.email]).toEqual([null, email]);
  expect((await signIn(email)).error?.code).toBe('invalid_credentials');
  expect(await auth.database.sql`select 1 from public.profiles where user_id = ${id}`).toHaveLength(0);
});

test('the last administrator can be neither banned nor deleted with the secret key', async () => {
  const { id, email } = await create();
  await auth.database.sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  for (const { error } of [await admin.updateUserById(id, { ban_duration: '1h' }), await admin.deleteUser(id)]) {
    const message = 'The last administrator cannot be removed';
    expect(error).toMatchObject({ status: 409, code: 'conflict', message });
  }
  expect((await signIn(email)).error).toBeNull();
});

test('the operator is not slowed down by limits for strangers', async () => {
  const limited = await startAuth({ rateLimit: true });
  const { admin: other } = limited.operator().auth;
  const email = 'often@parqueo.test';
  for (let attempt = 0; attempt < 12; attempt += 1) {
    expect((await other.inviteUserByEmail(email)).error).toBeNull();
    expect((await other.generateLink({ type: 'recovery', email })).error).toBeNull();
  }
  await limited.close();
});

import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, PUBLIC_URL } from '../../../server/testing/auth.ts';

const ADMIN_CALLS = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/:id'],
  ['PUT', '/admin/users/:id'],
  ['DELETE', '/admin/users/:id'],
  ['GET', '/admin/users/:id/factors'],
  ['DELETE', '/admin/users/:id/factors/:id'],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
  ['GET', '/admin/anything'],
] as const;

const auth = await openAuth();
await createAccount(auth, 'ada@parqueo.test');
const { data } = await auth.browser().auth.signInWithPassword({ email: 'ada@parqueo.test', password: PASSWORD });
const userId = data.user?.id ?? '';
await auth.database.sql`insert into public.user_roles (user_id, role) values (${userId}, 'admin')`;
await auth.database.sql`update auth.users set role = 'service_role' where id = ${userId}`;
const again = await auth.browser().auth.signInWithPassword({ email: 'ada@parqueo.test', password: PASSWORD });
const adminToken = again.data.session?.access_token ?? '';

async function call(method: string, path: string, headers: Record<string, string>) {
  const response = await auth.fetch(`${PUBLIC_URL}/auth/v1${path.replaceAll(':id', userId)}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: JSON.stringify({ email: 'eva@parqueo.test', type: 'magiclink' }) }),
  });
  const body = (await response.json()) as { error_code?: string };
  return [response.status, body.error_code];
}

const snapshot = () => auth.database.sql`
  select id, email, updated_at, (select count(*) from auth.one_time_tokens) as tokens from auth.users order by id`;

test('no admin call works without the secret key, for an administrator of the product neither', async () => {
  const { publishableKey } = auth.keys;
  const stored = await snapshot();
  for (const [method, path] of ADMIN_CALLS) {
    expect(await call(method, path, {})).toEqual([401, undefined]);
    expect(await call(method, path, { apikey: publishableKey })).toEqual([401, 'no_authorization']);
    const visitor = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` };
    expect(await call(method, path, visitor)).toEqual([403, 'not_admin']);
    const forged = { apikey: publishableKey, authorization: 'Bearer sb_secret_guess' };
    expect(await call(method, path, forged)).toEqual([403, 'bad_jwt']);
    const administrator = { apikey: publishableKey, authorization: `Bearer ${adminToken}` };
    expect(await call(method, path, administrator)).toEqual([403, 'not_admin']);
  }
  expect(await snapshot()).toEqual(stored);
});

test('a person’s token beside the secret key acts as the person', async () => {
  const headers = { apikey: auth.keys.secretKey, authorization: `Bearer ${adminToken}` };
  expect(await call('GET', '/admin/users', headers)).toEqual([403, 'not_admin']);
});

test('the secret key works as API key and as bearer token', async () => {
  const { publishableKey, secretKey } = auth.keys;
  expect(await call('GET', '/admin/users', { apikey: secretKey })).toEqual([200, undefined]);
  const bearer = { apikey: publishableKey, authorization: `Bearer ${secretKey}` };
  expect(await call('GET', '/admin/users', bearer)).toEqual([200, undefined]);
});

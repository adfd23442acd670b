import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD } from '../../server/testing/auth.ts';

const LIMIT_BYTES = 4096;

const auth = await openAuth();
await createAccount(auth, 'ana@parqueo.test');

const readMetadata = async (email: string) => {
  const [row] = await auth.database.sql<{ bytes: number; name: string | null }[]>`
    select octet_length(raw_user_meta_data::text) as bytes, raw_user_meta_data ->> 'full_name' as name
    from auth.users where email = ${email}`;
  return row;
};
const signUp = (email: string, data: object) =>
  auth.browser().auth.signUp({ email, password: PASSWORD, options: { data } });

test('nobody signs up with 900 KB of metadata', async () => {
  const { error } = await signUp('new@parqueo.test', { note: 'x'.repeat(900_000) });
  expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
  expect(error?.message).toBe('The body is too large');
  expect(await readMetadata('new@parqueo.test')).toBeUndefined();
});

test('a driver stores at most 4 KB of metadata in many small steps', async () => {
  const browser = auth.browser();
  await browser.auth.signInWithPassword({ email: 'ana@parqueo.test', password: PASSWORD });
  await browser.auth.updateUser({ data: { full_name: 'Ana' } });
  const errors = [];
  for (let step = 0; step < 5; step += 1) {
    const { error } = await browser.auth.updateUser({ data: { [`note${step}`]: 'x'.repeat(1000) } });
    errors.push(error?.status ?? 200);
  }
  expect(errors).toEqual([200, 200, 200, 400, 400]);
  const kept = await readMetadata('ana@parqueo.test');
  expect(kept?.name).toBe('Ana');
  expect(kept?.bytes).toBeLessThanOrEqual(LIMIT_BYTES);
});

test('a name of 3,000 letters is shortened in the profile of the new account', async () => {
  const { error } = await signUp('long@parqueo.test', { full_name: 'n'.repeat(3000), phone: '1'.repeat(500) });
  expect(error).toBeNull();
  const [profile] = await auth.database.sql`
    select length(full_name) as name, length(phone) as phone from public.profiles where email = 'long@parqueo.test'`;
  expect(profile).toEqual({ name: 80, phone: 32 });
});

test('a user agent of 8,000 letters is cut in the session', async () => {
  const response = await auth.fetch('http://parqueo.test/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: auth.keys.publishableKey, 'content-type': 'application/json', 'user-agent': 'x'.repeat(8000) },
    body: JSON.stringify({ email: 'ana@parqueo.test', password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  const [session] = await auth.database.sql`select max(length(user_agent)) as length from auth.sessions`;
  expect(session?.length).toBe(300);
});

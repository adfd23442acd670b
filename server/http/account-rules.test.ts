import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, signInWithProof, tryToSignIn } from '../testing/auth.ts';
import { findActingPerson } from './account-rules.ts';

const auth = await openAuth();

test('a session that is locked on a shared tablet acts nowhere, and has proven nothing before', async () => {
  const email = 'tablet@parqueo.test';
  await createAccount(auth, email);
  const browser = await signInWithProof(auth, email);
  const { sql } = auth.database;
  const { data } = await browser.auth.getClaims();
  const claims: Record<string, unknown> = data?.claims ?? {};
  const person = () => findActingPerson(sql, { role: 'authenticated', claims });
  expect(await person()).toMatchObject({ id: claims['sub'] });
  await sql`insert into private.shared_sessions (id) values (${String(claims['session_id'])})`;
  expect(await person()).toBeNull();
  const password = 'another-horse-battery';
  const change = async (changes: object) => (await browser.auth.updateUser(changes)).error?.code;
  expect(await change({ password })).toBe('current_password_required');
  // A PIN that opens it is no proof.
  await sql`update private.shared_sessions set open_until = now() + interval '12 hours'`;
  expect(await change({ email: 'mine@parqueo.test' })).toBe('reauthentication_needed');
  expect(await tryToSignIn(auth, email)).toBe('logged in');
  expect(await change({ password, current_password: PASSWORD })).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { as, type Cast, createCast } from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

const setStatus = (status: string) =>
  as(
    database.sql,
    cast.admin,
    (tx) => tx`update public.profiles set status = ${status} where user_id = ${cast.ana.id} returning status`,
  );

const isShutOut = async () => {
  const [user] = await database.sql<{ shut_out: boolean }[]>`
    select coalesce(banned_until > now(), false) as shut_out from auth.users where id = ${cast.ana.id}`;
  return user?.shut_out;
};

test('an administrator who suspends a driver shuts the account out, and lets it in again', async () => {
  await setStatus('suspended');
  expect(await isShutOut()).toBe(true);
  await setStatus('active');
  expect(await isShutOut()).toBe(false);
});

test('an account that was shut out otherwise stays so when the profile changes', async () => {
  await database.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${cast.ana.id}`;
  await setStatus('inactive');
  expect(await isShutOut()).toBe(true);
});

test('a driver cannot suspend or free anybody', async () => {
  const changed = await as(
    database.sql,
    cast.beto,
    (tx) => tx`update public.profiles set status = 'suspended' where user_id = ${cast.admin.id} returning 1`,
  );
  expect(changed).toHaveLength(0);
});

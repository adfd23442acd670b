import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { as, type Cast, createCast, refusalOf } from './as.ts';

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

test('the end of a suspension leaves a ban for another reason as it was', async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const ban = (time: string | null) =>
    database.sql`update auth.users set banned_until = ${time} where id = ${cast.ana.id}`;
  const readBan = async () => {
    const [user] = await database.sql<{ banned_until: Date | null }[]>`
      select banned_until from auth.users where id = ${cast.ana.id}`;
    return user?.banned_until?.toISOString();
  };
  await ban(until);
  await setStatus('suspended');
  await setStatus('active');
  expect(await readBan()).toBe(until);
  await ban(null);
  await setStatus('suspended');
  await ban('2050-01-01T00:00:00.000Z');
  await setStatus('active');
  expect(await readBan()).toBe('2050-01-01T00:00:00.000Z');
  await ban(null);
});

test('a driver cannot suspend or free anybody', async () => {
  const changed = await as(
    database.sql,
    cast.beto,
    (tx) => tx`update public.profiles set status = 'suspended' where user_id = ${cast.admin.id} returning 1`,
  );
  expect(changed).toHaveLength(0);
});

test('a suspended administrator has no rights left and cannot lift the suspension with a token that is still good', async () => {
  const { id } = cast.admin;
  // The last one in good standing could not be suspended.
  await database.sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
  await database.sql`update public.profiles set status = 'suspended' where user_id = ${id}`;
  try {
    const freed = await as(
      database.sql,
      cast.admin,
      (tx) => tx`update public.profiles set bio = 'x' where user_id <> ${id} returning 1`,
    );
    expect(freed).toHaveLength(0);
    const attempt = as(
      database.sql,
      cast.admin,
      (tx) => tx`update public.profiles set status = 'active' where user_id = ${id}`,
    );
    expect(await refusalOf(attempt)).toBe('42501');
    const [profile] = await database.sql`select status from public.profiles where user_id = ${id}`;
    expect(profile).toEqual({ status: 'suspended' });
  } finally {
    await database.sql`update public.profiles set status = 'active' where user_id = ${id}`;
    await database.sql`delete from public.user_roles where user_id = ${cast.beto.id}`;
  }
});

import { expect, test } from 'vitest';
import { as, createCast, refusalOf } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

const setStatus = (status: string) =>
  as(sql, cast.admin)`update public.profiles set status = ${status} where user_id = ${cast.ana.id} returning status`;

const isShutOut = async () => {
  const [user] = await sql<{ shut_out: boolean }[]>`
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
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${cast.ana.id}`;
  await setStatus('inactive');
  expect(await isShutOut()).toBe(true);
});

test('the end of a suspension leaves a ban for another reason as it was', async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const ban = (time: string | null) => sql`update auth.users set banned_until = ${time} where id = ${cast.ana.id}`;
  const readBan = async () => {
    const [user] = await sql<{ banned_until: Date | null }[]>`
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

test('a suspended administrator has no rights left and cannot lift the suspension with a token that is still good', async () => {
  const { id } = cast.admin;
  // The last one in good standing could not be suspended.
  await sql`insert into public.user_roles (user_id, role) values (${cast.beto.id}, 'admin')`;
  await sql`update public.profiles set status = 'suspended' where user_id = ${id}`;
  try {
    const freed = await as(sql, cast.admin)`update public.profiles set bio = 'x' where user_id <> ${id} returning 1`;
    expect(freed).toHaveLength(0);
    const attempt = as(sql, cast.admin)`update public.profiles set status = 'active' where user_id = ${id}`;
    expect(await refusalOf(attempt)).toBe('42501');
    const [profile] = await sql`select status from public.profiles where user_id = ${id}`;
    expect(profile).toEqual({ status: 'suspended' });
  } finally {
    await sql`update public.profiles set status = 'active' where user_id = ${id}`;
    await sql`delete from public.user_roles where user_id = ${cast.beto.id}`;
  }
});

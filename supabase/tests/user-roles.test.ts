import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, refusalOf } from './as.ts';

let database: TestDatabase;
let cast: Cast;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

const grantAdmin = (actor: Cast['ana'], to: string | null) =>
  as(database.sql, actor, (tx) => tx`insert into public.user_roles (user_id, role) values (${to}, 'admin')`);

test('an administrator makes and removes administrators', async () => {
  await grantAdmin(cast.admin, cast.ana.id);
  expect(await as(database.sql, cast.ana, (tx) => tx`select private.is_admin() as yes`)).toEqual([{ yes: true }]);
  await as(database.sql, cast.admin, (tx) => tx`delete from public.user_roles where user_id = ${cast.ana.id}`);
  expect(await as(database.sql, cast.ana, (tx) => tx`select private.is_admin() as yes`)).toEqual([{ yes: false }]);
});

test('nobody else grants a role, not even to themselves', async () => {
  for (const actor of [cast.ana, cast.suspended, ANONYMOUS]) {
    expect(await refusalOf(grantAdmin(actor, cast.ana.id))).toBe('42501');
  }
  expect(await as(database.sql, cast.ana, (tx) => tx`select 1 from public.user_roles`)).toHaveLength(0);
});

test('a driver does not see who the administrators are and cannot remove them', async () => {
  expect(await as(database.sql, cast.ana, (tx) => tx`select 1 from public.user_roles`)).toHaveLength(0);
  expect(await as(database.sql, cast.ana, (tx) => tx`delete from public.user_roles returning 1`)).toHaveLength(0);
});

test('the last administrator reservations', async () => {
  await database.sql`delete from public.user_roles where user_id <> ${cast.admin.id}`;
  const leave = as(
    database.sql,
    cast.admin,
    (tx) => tx`delete from public.user_roles where user_id = ${cast.admin.id}`,
  );
  expect(await refusalOf(leave)).toBe('23514');
  const [row] = await database.sql`select count(*)::int as admins from public.user_roles`;
  expect(row?.admins).toBe(1);
});

test('of two administrators who remove their own role at once, one reservations', async () => {
  await database.sql`delete from public.user_roles where user_id <> ${cast.admin.id}`;
  await grantAdmin(cast.admin, cast.beto.id);
  const leave = (actor: Cast['ana']) =>
    as(database.sql, actor, (tx) => tx`delete from public.user_roles where user_id = ${actor.id}`);
  const outcomes = await Promise.allSettled([leave(cast.admin), leave(cast.beto)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [row] = await database.sql`select count(*)::int as admins from public.user_roles`;
  expect(row?.admins).toBe(1);
});

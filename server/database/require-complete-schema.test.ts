import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { requireCompleteSchema } from './prepare-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('every guarded table of the product has to have its rights', async () => {
  const { sql } = database;
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`;
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    await sql`revoke select on ${sql(name)} from service_role`;
    await expect(requireCompleteSchema(sql)).rejects.toThrow(`rights on the table ${name} is missing`);
    await sql`grant select on ${sql(name)} to service_role`;
  }
  await requireCompleteSchema(sql);
});

test('a table of the operator’s own that nobody may read prevents no start', async () => {
  const { sql } = database;
  await sql`create table public.own_notes (id int)`;
  await sql`alter table public.own_notes enable row level security`;
  await sql`revoke all on public.own_notes from service_role`;
  await requireCompleteSchema(sql);
});

test('a database without its constraint against double bookings or without policies starts no server', async () => {
  const { sql } = database;
  await sql`alter table public.reservations drop constraint reservations_never_overlap`;
  await expect(requireCompleteSchema(sql)).rejects.toThrow('the constraint reservations_never_overlap is missing');
  await sql`drop policy admins_read_all on public.audit_log`;
  await sql`drop policy people_show_second_factor on public.audit_log`;
  await expect(requireCompleteSchema(sql)).rejects.toThrow('policies of the table audit_log is missing');
});

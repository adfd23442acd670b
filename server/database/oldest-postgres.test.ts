import { existsSync } from 'node:fs';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { createRunner } from '../data/run.ts';
import { OLDEST_POSTGRES, type OldestPostgres, startOldestPostgres } from '../testing/oldest-postgres.ts';
import { openCallerPool } from './caller-pool.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './open-database.ts';

const [, product] = MIGRATIONS;

/** A database as Supabase hands it out: its services own `auth`, and new tables are open to every API role. */
const AS_SUPABASE = `
  create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  create role supabase_auth_admin nologin createrole;
  create role operator login createrole bypassrls;
  grant anon, authenticated, service_role to operator;
  create schema auth authorization supabase_auth_admin;
  create schema extensions authorization operator;
  create table auth.users (
    id uuid primary key, email varchar(255), raw_user_meta_data jsonb, last_sign_in_at timestamptz,
    banned_until timestamptz, deleted_at timestamptz
  );
  alter table auth.users owner to supabase_auth_admin;
  create type auth.factor_status as enum ('unverified', 'verified');
  create table auth.mfa_factors (
    id uuid primary key, user_id uuid not null references auth.users (id), status auth.factor_status not null
  );
  alter table auth.mfa_factors enable row level security;
  alter table auth.mfa_factors owner to supabase_auth_admin;
  create function auth.jwt() returns jsonb language sql stable as
    $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
  create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
  grant usage on schema auth, extensions to operator, anon, authenticated, service_role;
  grant all on auth.users to operator;
  grant select on auth.mfa_factors to operator;
  grant create on database supabase to operator;
  alter schema public owner to operator;
  alter default privileges for role operator in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role operator in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role operator in schema public grant all on sequences to anon, authenticated, service_role;
`;

const readableBy = async (sql: Sql, role: string) => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')
      and case when relkind = 'S' then has_sequence_privilege(${role}, oid, 'usage')
        else has_any_column_privilege(${role}, oid, 'select, insert, update') or has_table_privilege(${role}, oid, 'delete, truncate') end
    order by 1`;
  return rows.map(({ name }) => name);
};

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('on PostgreSQL 15', () => {
  let postgres: OldestPostgres;
  let admin: Sql;

  beforeAll(async () => {
    postgres = await startOldestPostgres();
    admin = postgres.connect('postgres', 'postgres');
  });
  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });

  test('every migration runs as a superuser', async () => {
    await admin`create database own`;
    const sql = postgres.connect('postgres', 'own');
    expect((await migrate(sql, MIGRATIONS)).length).toBeGreaterThan(10);
    await sql.end();
  });

  test('every migration runs as the owner of a database who may only create roles, and callers have theirs', async () => {
    await admin`create role landlord login createrole`;
    await admin`grant anon, authenticated, service_role to landlord with admin option`;
    await admin`create database rented owner landlord`;
    const sql = postgres.connect('landlord', 'rented');
    expect((await migrate(sql, MIGRATIONS)).length).toBeGreaterThan(10);
    const { pool, close } = await openCallerPool(sql, pino({ level: 'silent' }));
    const who = `select json_build_array(current_user, auth.uid())::text, 1, (select count(*) from public.parking_zones)`;
    const sub = '11111111-1111-4111-8111-111111111111';
    const caller: Caller = { role: 'authenticated', claims: { sub } };
    const run = createRunner(pool);
    const { body } = await run({ text: who, values: [] }, { caller, method: 'GET', path: '/', isReadOnly: true });
    expect(JSON.parse(body)).toEqual(['authenticated', sub]);
    await close();
    await sql.end();
  });

  test('on a database as Supabase prepares it a visitor can read zones, spaces and taken times, and nothing else', async () => {
    await admin.unsafe('drop database if exists own').simple();
    await admin.unsafe('drop database rented').simple();
    await admin.unsafe('drop role landlord, anon, authenticated, service_role').simple();
    await admin`create database supabase`;
    const setUp = postgres.connect('postgres', 'supabase');
    await setUp.unsafe(AS_SUPABASE).simple();
    const sql = postgres.connect('operator', 'supabase');
    if (!product) throw new Error('The product has no migrations');
    await migrate(sql, [product]);
    expect(await readableBy(setUp, 'anon')).toEqual(['parking_spaces', 'parking_zones', 'space_occupancy']);
    const runnable = await setUp`
      select proname from pg_proc where pronamespace = 'public'::regnamespace
        and has_function_privilege('anon', oid, 'execute') and proname not like 'gbt%'`;
    expect(runnable).toEqual([]);
    await Promise.all([sql.end(), setUp.end()]);
  });

  test('there, somebody with a second factor sees their profile only once the session has shown it', async () => {
    const person = '22222222-2222-4222-8222-222222222222';
    const setUp = postgres.connect('postgres', 'supabase');
    await setUp`insert into auth.users (id, email) values (${person}, 'ana@parqueo.test')`;
    await setUp`insert into auth.mfa_factors (id, user_id, status) values (gen_random_uuid(), ${person}, 'verified')`;
    const profilesFor = (aal: string) =>
      setUp.begin(async (tx) => {
        const claims = JSON.stringify({ role: 'authenticated', sub: person, aal });
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        return [...(await tx`select email from public.profiles`)];
      });
    expect(await profilesFor('aal1')).toEqual([]);
    expect(await profilesFor('aal2')).toEqual([{ email: 'ana@parqueo.test' }]);
    await setUp.end();
  });
});

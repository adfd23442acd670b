import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCodeBlocks } from '../../deploy/testing/documentation.ts';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../../server/testing/outside-postgres.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { as, type Cast, createCast } from './as.ts';

const FOLDER = join(import.meta.dirname, '..');
const [, product] = MIGRATIONS;

const ROLES = ['anon', 'authenticated'];
const SCHEMAS = ['public', 'private'];

/**
 * Everything that visitors and people who are signed in may do in the product's schemas, a line for each right on a column,
 * table, sequence, function or schema. What extensions bring is left out.
 */
async function rightsOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    with things as (
      select c.oid, c.relkind, n.nspname || '.' || c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any(${SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    ), roles as (select unnest(${ROLES}::text[]) as role)
    select concat_ws(' ', role, verb, name) as said from roles, things
      cross join unnest(array['delete', 'truncate', 'references', 'trigger']) verb
      where relkind <> 'S' and has_table_privilege(role, oid, verb)
    union all
    select concat_ws(' ', role, verb, name, attname) from roles, things
      join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
      cross join unnest(array['select', 'insert', 'update', 'references']) verb
      where relkind <> 'S' and has_column_privilege(role, oid, attname, verb)
    union all
    select concat_ws(' ', role, verb, name) from roles, things
      cross join unnest(array['usage', 'select', 'update']) verb
      where relkind = 'S' and has_sequence_privilege(role, oid, verb)
    union all
    select concat_ws(' ', role, 'execute', p.oid::regprocedure) from roles, pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any(${SCHEMAS}) and has_function_privilege(role, p.oid, 'execute')
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select concat_ws(' ', role, verb, 'schema', nspname) from roles, pg_namespace
      cross join unnest(array['usage', 'create']) verb
      where nspname = any(${SCHEMAS}) and has_schema_privilege(role, pg_namespace.oid, verb)
    order by said`;
  return rows.map(({ said }) => said);
}

/** Every policy, and every table that has row level security. */
async function rulesOf(sql: Sql): Promise<Record<string, unknown>[]> {
  return sql`
    select tablename, policyname, roles::text[] as roles, cmd, qual, with_check from pg_policies
    where schemaname = any(${SCHEMAS})
    union all
    select relname, 'row level security', null, null, relrowsecurity::text, null from pg_class
    where relnamespace::regnamespace::text = any(${SCHEMAS}) and relkind = 'r'
    order by tablename, policyname`;
}

type Job = { jobname: string; schedule: string; command: string };

/** What the last file that names a job says of it, in `schemas` or `migrations`. */
async function readJobs(folder: string): Promise<Job[]> {
  const jobs = new Map<string, Job>();
  for (const name of (await readdir(join(FOLDER, folder))).sort()) {
    const text = await readFile(join(FOLDER, folder, name), 'utf8');
    const calls = text.matchAll(/cron\.schedule\('([^']+)', '([^']+)',\s+(?:\$job\$(.+?)\$job\$|'(.+?)')\)/g);
    for (const [, jobname = '', schedule = '', quoted, plain = ''] of calls) {
      jobs.set(jobname, { jobname, schedule, command: quoted ?? plain });
    }
  }
  return [...jobs.values()].sort((a, b) => a.jobname.localeCompare(b.jobname));
}

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('on a database as Supabase prepares it', () => {
  let server: OutsidePostgres;
  /** As `supabase db push` connects: no superuser, and owner of nothing in auth. */
  let sql: Sql;
  /** A connection of the authentication service. */
  let service: Sql;
  let cast: Cast;

  beforeAll(async () => {
    server = await startOldestPostgres({ superuser: 'supabase_admin' });
    const setUp = server.connect('supabase_admin', 'postgres');
    for (const name of ['as-supabase-prepares-it.sql', 'as-extensions-of-supabase.sql']) {
      await setUp.unsafe(await readFile(join(FOLDER, 'tests', name), 'utf8'));
    }
    await setUp.end();
    sql = server.connect('postgres', 'postgres');
    service = server.connect('supabase_auth_admin', 'postgres');
    if (!product) throw new Error('The product has no migrations');
    await migrate(sql, [product]);
    await sql.unsafe(await readFile(join(FOLDER, 'seed.sql'), 'utf8'));
    cast = await createCast(sql);
  });
  afterAll(async () => {
    await Promise.all([sql.end(), service.end()]);
    await server.stop();
  });

  test('visitors and drivers have the rights that they have on our own server, and no other', async () => {
    const own = await createTestDatabase();
    const [expected, found] = await Promise.all([rightsOf(own.sql), rightsOf(sql)]);
    expect(found.filter((right) => !expected.includes(right))).toEqual([]);
    expect(expected.filter((right) => !found.includes(right))).toEqual([]);
    expect(await rulesOf(sql)).toEqual(await rulesOf(own.sql));
    await own.close();
  });

  test('an account that the authentication service makes has its profile, and what happens to it arrives', async () => {
    const id = randomUUID();
    await service`insert into auth.users (id, email, raw_user_meta_data) values (${id}, 'eva@people.test', '{"full_name": "Eva"}')`;
    await service`update auth.users set last_sign_in_at = now() where id = ${id}`;
    await service`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`;
    const [person] = await sql`
      select p.email, p.full_name, s.two_factor_enabled, (p.last_activity is not null) as was_here
      from public.profiles p join public.user_settings s using (user_id) where user_id = ${id}`;
    expect(person).toEqual({ email: 'eva@people.test', full_name: 'Eva', two_factor_enabled: true, was_here: true });
  });

  test('who is suspended is shut out by the authentication service, which does not know who left any more', async () => {
    await as(sql, cast.admin)`update public.profiles set status = 'suspended' where user_id = ${cast.beto.id}`;
    const session = randomUUID();
    await service`insert into auth.sessions (id, user_id) values (${session}, ${cast.ana.id})`;
    await as(sql, { ...cast.ana, session })`select public.delete_my_account()`;
    const known = await service`
      select id, banned_until > now() as is_shut_out from auth.users where id in (${cast.ana.id}, ${cast.beto.id})`;
    expect(known).toEqual([{ id: cast.beto.id, is_shut_out: true }]);
  });

  test('the documentation schedules the jobs that migrations schedule, and each of them works', async () => {
    const [check = '', jobs = '', removal = ''] = await readCodeBlocks('docs/supabase.md', 'Scheduled jobs', 'sql');
    await sql.unsafe(jobs);
    const scheduled = await sql<Job[]>`select jobname, schedule, command from cron.job order by jobname`;
    expect(scheduled).toEqual(await readJobs('schemas'));
    expect(scheduled).toEqual(await readJobs('migrations'));

    await sql.unsafe(removal);
    for (const { jobid, command } of await sql<{ jobid: number; command: string }[]>`select * from cron.job`) {
      await sql.unsafe(command);
      await sql`
        insert into cron.job_run_details (jobid, status, start_time, end_time)
        values (${jobid}, 'failed', now() - interval '1 hour', now()), (${jobid}, 'succeeded', now(), now())`;
    }
    const [states, runs] = (await sql.unsafe(check)) as unknown as {
      status?: string;
      error?: string | null;
    }[][];
    expect(states?.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
    expect(runs?.map(({ error }) => error)).toEqual(Array.from({ length: 4 }, () => null));
  });

  test('the job of payments calls the function with the secret key of the vault', async () => {
    const [schedule = ''] = await readCodeBlocks('docs/payments.md', 'On Supabase', 'sql');
    await sql.unsafe(schedule);
    const [job] = await sql<Job[]>`select * from cron.job where jobname = 'parqueo-work-on-payments'`;
    await sql.unsafe(job?.command ?? '');
    expect(await sql`select url, headers from net.http_request_queue`).toEqual([
      { url: expect.stringMatching(/\/functions\/v1\/payments\/work$/), headers: { apikey: 'sb_secret_…' } },
    ]);
  });

  test('the documentation makes somebody administrator and switches sample data off', async () => {
    const [makeAdministrator = ''] = await readCodeBlocks('docs/supabase.md', 'The first administrator', 'sql');
    const [switchOff = ''] = await readCodeBlocks('docs/supabase.md', 'The database', 'sql');
    const id = randomUUID();
    await service`insert into auth.users (id, email) values (${id}, 'admin@parqueo.example')`;
    await sql.unsafe(makeAdministrator);
    await sql.unsafe(switchOff);
    const everybody = await as(sql, { ...cast.admin, id })`select user_id from public.profiles`;
    expect(everybody.length).toBeGreaterThan(1);
    expect(await sql`select samples from private.installation`).toEqual([{ samples: false }]);
  });
});

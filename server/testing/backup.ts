import { join } from 'node:path';
import {
  as,
  type Cast,
  createCast,
  createRating,
  createSpace,
  hoursFromNow,
  reserve,
} from '../../supabase/tests/as.ts';
import { createMoneyRows } from '../../supabase/tests/money-rows.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { findProductTables, setDumpSettings } from '../backup/product-tables.ts';
import { seedZones } from '../database/prepare-database.ts';

/** Rows in tables of every kind, with texts that break what does not quote them. */
export async function fillDatabase(sql: Sql): Promise<Cast & { spaceId: string }> {
  await seedZones(sql, join(import.meta.dirname, '../../supabase/seed.sql'));
  const cast = await createCast(sql);
  const { spaceId, zoneId } = await createSpace(sql);
  const { id: reservationId } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 2 });
  await reserve(sql, cast.beto, { spaceId, from: 2, to: 3 });
  await as(sql, cast.admin, (tx) => tx`update public.parking_zones set price_per_hour = 9.5 where id = ${zoneId}`);
  const odd = 'Ñ "quoted" \'single\' back\\slash \\N \\. tab\t line\nend\r {1,2} null \u2028 🚗';
  await sql`update public.profiles set bio = ${odd}, phone = '' where user_id = ${cast.ana.id}`;
  await sql`update auth.users set raw_app_meta_data = 'null', banned_until = 'infinity' where id = ${cast.beto.id}`;
  await sql`insert into public.user_messages (user_id, sender_type, message) values (${cast.ana.id}, 'other', ${odd})`;
  await createRating(sql, cast.ana, reservationId, odd);
  await createMoneyRows(sql, cast.ana);
  await sql`
    insert into auth.sessions (id, user_id, ip, not_after) values (${crypto.randomUUID()}, ${cast.ana.id}, '192.0.2.0/24', ${hoursFromNow(1)})`;
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id)
    select 'digest-' || n, user_id, id from auth.sessions, generate_series(1, 1200) n`;
  await sql`insert into parqueo_server.mailbox (recipient, subject, text_body, html_body) values ('a', ${odd}, '', '')`;
  return { ...cast, spaceId };
}

/** The rows of every table as one digest each, and where each sequence stands. */
export async function digestContents(sql: Sql): Promise<Record<string, string>> {
  const result = await sql.begin(async (tx) => {
    await setDumpSettings(tx);
    const found: [string, string][] = [];
    for (const { name } of await findProductTables(tx)) {
      const [row] = await tx.unsafe<{ digest: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as digest from ${name} t`,
      );
      found.push([name, row?.digest ?? '']);
    }
    const sequences = await tx<{ name: string; value: string }[]>`
      select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
      where schemaname in ('auth', 'parqueo_server', 'public')`;
    return Object.fromEntries([...found, ...sequences.map(({ name, value }) => [name, value] as const)]);
  });
  return result;
}

/** What guards the rows: rights, policies, triggers that work, constraints and migrations that ran. */
export async function readGuards(sql: Sql): Promise<object[]> {
  const rows = await sql<{ kind: string; name: string; said: string | null }[]>`
    select 'rights' as kind, oid::regclass::text as name, relacl::text || relrowsecurity as said from pg_class
      where relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'v')
    union all select 'policy', tablename || '.' || policyname, coalesce(qual, '') || coalesce(with_check, '') from pg_policies
    union all select 'trigger', tgrelid::regclass || '.' || tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace in ('public'::regnamespace, 'auth'::regnamespace)
    union all select 'schema', nspname, nspacl::text from pg_namespace where nspname in ('public', 'private', 'auth')
    union all select 'migration', version, name from supabase_migrations.schema_migrations
    order by 1, 2`;
  return [...rows];
}

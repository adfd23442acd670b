import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { openDatabase } from './world.ts';

// Rules that keep the schema readable, closed and bounded.

const sql = await openDatabase();
const ROOT = join(import.meta.dirname, '../..');
const MOST_FILES = 36;
const MOST_LINES = 13748;

const files = ['supabase/schemas', 'supabase-server/auth-schema', 'simulators/migrations'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => ({
    folder,
    name,
    text: readFileSync(join(ROOT, folder, name), 'utf8'),
  })),
);

test('the rules of the product fit in few files', () => {
  const own = files.filter(({ folder }) => folder === 'supabase/schemas');
  expect(own.length).toBeLessThanOrEqual(MOST_FILES);
  expect(own.reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)).toBeLessThanOrEqual(MOST_LINES);
});

test('each function, table, view, trigger, policy and index is defined once', () => {
  const CREATE =
    /^create (?:or replace )?(?:unique )?(?:constraint )?(function|table|view|trigger|policy|index) (?:if not exists )?([\w.]+)([^;]*)/gm;
  const places = new Map<string, string[]>();
  for (const { name, text } of files) {
    for (const [, kind = '', object = '', rest = ''] of text.matchAll(CREATE)) {
      const table = kind === 'trigger' || kind === 'policy' ? ` on ${/\bon ([\w.]+)/.exec(rest)?.[1]}` : '';
      const key = `${kind} ${object}${table}`;
      places.set(key, [...(places.get(key) ?? []), name]);
    }
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, names]) => names.length > 1)).toEqual([]);
});

test('nobody who is not named may execute a function behind the policies', async () => {
  const open = await sql`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('private'::regnamespace, 'data_api'::regnamespace)
      and exists (
        select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 and a.privilege_type = 'EXECUTE'
      )`;
  expect(open).toEqual([]);
});

test('a trigger at the commit runs as the owner, since PostgreSQL 15 to 17 run it as the caller', async () => {
  const found = await sql`
    select tgname from pg_trigger join pg_proc p on p.oid = tgfoid where tginitdeferred and not tgisinternal and not prosecdef`;
  expect(found).toEqual([]);
});

test('a function with the rights of its owner has a search path of its own', async () => {
  const found = await sql`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(proconfig @> array['search_path=""'], false)`;
  expect(found).toEqual([]);
});

test('parameters go by their names, where a column has the same one by function.parameter', async () => {
  const found = await sql`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (prosrc ~ '#variable_conflict' or prosrc ~ '[$][0-9]' and prosrc !~* 'execute')`;
  expect(found).toEqual([]);
});

test('every foreign key begins an index, so that deleting the row it names reads no whole table', async () => {
  const found = await sql`
    select k.conrelid::regclass || ' (' || k.conname || ')' as name from pg_constraint k
    where k.contype = 'f' and k.connamespace::regnamespace::text in ('public', 'private', 'auth', 'parqueo_server')
      and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
      )
    order by 1`;
  expect(found).toEqual([]);
});

test('every table of the product has a key and row level security', async () => {
  const found = await sql`
    select c.oid::regclass::text as name, c.relrowsecurity as "isSecured", k.conrelid is not null as "hasKey"
    from pg_class c left join (
      select distinct conrelid from pg_constraint where contype in ('p', 'u')
    ) k on k.conrelid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'parqueo_server')
      and not (c.relrowsecurity and k.conrelid is not null)`;
  expect(found).toEqual([]);
});

// Every column that can grow, or hold a number that is none, has a check constraint or a type with a length. A constraint
// that a form may break has a name.

/** What a check says when it limits a length or a range; a list of allowed values is a limit too, and so is nothing at all. */
const BOUNDS = {
  length:
    "(length|octet_length|cardinality)\\(.*<=|= ANY \\(\\(?ARRAY\\[|= '[a-z]+'::text|^CHECK \\(\\(\\w+ IS NULL\\)\\)$",
  range: '<=|<',
  finite: 'isfinite\\(|<=',
};

/** Columns of the product's own tables whose type needs such a bound, and have none. */
async function unboundedColumns(bound: keyof typeof BOUNDS, types: readonly string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select concat_ws('.', n.nspname, c.relname, a.attname) as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth', 'parqueo_server')
    join pg_type t on t.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped
      and (t.typname = any(${[...types]}) or ${bound === 'length'} and t.typcategory = 'A')
      -- varchar(n) limits itself.
      and not (t.typname = 'varchar' and a.atttypmod > 0)
      and not exists (
        select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.convalidated and a.attnum = any(k.conkey)
          and pg_get_constraintdef(k.oid) ~ ${BOUNDS[bound]}
      )
    order by name`;
  return rows.map(({ name }) => name);
}

test('every column of text, JSON, bytes or an array has a longest length', async () => {
  const types = ['text', 'varchar', 'bpchar', 'name', 'json', 'jsonb', 'bytea', 'xml', 'citext', 'tsvector'];
  expect(await unboundedColumns('length', types)).toEqual([]);
});

test('every column of numbers with a fraction, and every interval, has an upper bound, which NaN does not pass', async () => {
  expect(await unboundedColumns('range', ['numeric', 'float4', 'float8', 'interval'])).toEqual([]);
});

test('every time that a caller of the API may write is finite', async () => {
  const found = await unboundedColumns('finite', ['timestamptz', 'timestamp', 'date']);
  expect(found.filter((name) => name.startsWith('public.'))).toEqual([]);
});

/**
 * What keeps a person from filling each table that has several rows of one: words of the migrations, or the table that its
 * rows belong to. Sign-ins, which are activity, are limited by the authentication service.
 */
const ROW_BOUNDS: Record<string, string> = {
  favourite_zones: "raise_problem('too-many-favourites')",
  fiscal_documents: 'receipts',
  notifications: '(private.get_limits()).notifications_per_hour',
  overstays: 'reservations',
  payments: "raise_problem('too-many-payments')",
  'private.barrier_commands': "raise_problem('barrier-too-often')",
  'private.gifts': 'administrators',
  push_subscriptions: 'order by o.id <> added, o.created_at desc, o.id offset 10',
  ratings: "raise_problem('too-many-ratings')",
  receipts: 'reservations',
  reservation_buyers: 'reservations',
  reservations: "raise_problem('too-many-reservations-in-an-hour')",
  saved_cards: 'payments',
  space_reports: "limits.swaps_per_hour, 'too-many-swaps-in-an-hour'",
  user_activity: 'reservations',
  user_messages: "raise_problem('too-many-messages-in-a-day')",
  user_roles: "check (role in ('admin'))",
  vehicles: "raise_problem('too-many-vehicles')",
  wallet_corrections: 'administrators',
  zone_staff: 'zone_staff_duty_once',
};

test('no person fills a table: each that has several rows of one has a bound', async () => {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private') and a.attname = 'user_id'
      and not exists (
        select from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(user_id IS NOT NULL)')
      )
    order by c.oid::regclass::text collate "C"`;
  expect(Object.keys(ROW_BOUNDS)).toEqual(tables.map(({ name }) => name));
  const migrations = files.map(({ text }) => text).join();
  expect(Object.values(ROW_BOUNDS).filter((words) => !migrations.includes(words))).toEqual([]);
  const inserted = await sql<{ name: string }[]>`
    select distinct tablename as name from pg_policies
    where schemaname = 'public' and cmd = 'INSERT' and permissive = 'PERMISSIVE' and with_check !~ 'is_admin'
      and tablename <> all (${Object.keys(ROW_BOUNDS)}) order by name`;
  // One row for a person.
  expect(inserted.map(({ name }) => name)).toEqual(['fiscal_buyers', 'profiles']);
});

test.each(Object.values(TEXT_LIMITS))('the forms and $constraint have the same limit', async ({ max, constraint }) => {
  const rows = await sql<{ said: string }[]>`
    select pg_get_constraintdef(oid) as said from pg_constraint where conname = ${constraint}`;
  expect(rows[0]?.said).toMatch(new RegExp(`<= ${max}\\)`));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';

// Rules that keep the schema readable and closed; column-bounds.test.ts has those of columns.

const ROOT = join(import.meta.dirname, '../..');
const MOST_FILES = 26;
const MOST_LINES = 8859;

const files = ['supabase/migrations', 'supabase-server/auth-schema', 'simulators/migrations'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => ({
    folder,
    name,
    text: readFileSync(join(ROOT, folder, name), 'utf8'),
  })),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the rules of the product fit in few files', () => {
  const own = files.filter(({ folder }) => folder === 'supabase/migrations');
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
  const open = await database.sql`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('private'::regnamespace, 'data_api'::regnamespace)
      and exists (
        select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 and a.privilege_type = 'EXECUTE'
      )`;
  expect(open).toEqual([]);
});

test('a function with the rights of its owner has a search path of its own', async () => {
  const found = await database.sql`
    select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(proconfig @> array['search_path=""'], false)`;
  expect(found).toEqual([]);
});

test('every foreign key begins an index, so that deleting the row it names reads no whole table', async () => {
  const found = await database.sql`
    select k.conrelid::regclass || ' (' || k.conname || ')' as name from pg_constraint k
    where k.contype = 'f' and k.connamespace::regnamespace::text in ('public', 'private', 'auth', 'parqueo_server')
      and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
      )
    order by 1`;
  expect(found).toEqual([]);
});

test('every table of the product has a key and row level security', async () => {
  const found = await database.sql`
    select c.oid::regclass::text as name, c.relrowsecurity as "isSecured", k.conrelid is not null as "hasKey"
    from pg_class c left join (
      select distinct conrelid from pg_constraint where contype in ('p', 'u')
    ) k on k.conrelid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'parqueo_server')
      and not (c.relrowsecurity and k.conrelid is not null)`;
  expect(found).toEqual([]);
});

test('tables that grow with every booking are vacuumed before a fifth of them is dead', async () => {
  const GROWING = [
    'public.reservations',
    'public.ledger_transactions',
    'public.ledger_entries',
    'public.notifications',
    'public.audit_log',
    'public.user_activity',
  ];
  const found = await database.sql`
    select oid::regclass::text as name from pg_class
    where oid = any(${GROWING}::regclass[]) and not coalesce(reloptions::text ~ 'autovacuum_(vacuum|insert)', false)`;
  expect(found).toEqual([]);
});

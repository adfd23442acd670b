import { expect, test } from 'vitest';
import en from '../../domain/language/en.json' with { type: 'json' };
import { openWorld } from './world.ts';

/** A module of the web, whose types are those of another project. */
const DESCRIBE_ENTRY = '../../web/office/audit/describe-entry.ts';
type DescribeEntry = {
  HIDDEN_FIELDS: ReadonlySet<string>;
  nameColumn: (table: string, column: string) => string | null;
};

const { sql } = await openWorld();

test('every entry that the audit log may have is said in words', async () => {
  const entries = await sql<{ name: string }[]>`
    select distinct 'audit_' || event.action || '_' || c.relname as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    cross join (values (4, 'insert'), (8, 'delete'), (16, 'update')) as event (bit, action)
    where p.proname = 'audit_admin_write' and t.tgtype & event.bit > 0 and case event.action
      when 'delete' then has_table_privilege('authenticated', c.oid, 'delete')
      else has_any_column_privilege('authenticated', c.oid, event.action) end order by 1`;
  expect(entries.map(({ name }) => name).filter((name) => !(name in en))).toEqual([]);
});

test('every column that an entry may tell of has a name', async () => {
  const columns = await sql<{ table: string; column: string }[]>`
    select distinct c.relname as table, a.attname as column
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where p.proname = 'audit_admin_write' and t.tgtype & 16 > 0 order by 1, 2`;
  const { HIDDEN_FIELDS, nameColumn }: DescribeEntry = await import(DESCRIBE_ENTRY);
  const nameless = columns.filter(
    ({ table, column }) => !HIDDEN_FIELDS.has(column) && nameColumn(table, column) === null,
  );
  expect(nameless.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
});

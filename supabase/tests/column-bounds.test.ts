import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// House rule: every column that can grow, or hold a number that is none, has a check constraint or a type with a length.
// A constraint that a form may break has a name.

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

/** What a check says when it limits a length or a range; a list of allowed values is a limit too, and so is nothing at all. */
const BOUNDS = {
  length:
    "(length|octet_length|cardinality)\\(.*<=|= ANY \\(\\(?ARRAY\\[|= '[a-z]+'::text|^CHECK \\(\\(\\w+ IS NULL\\)\\)$",
  range: '<=|<',
  finite: 'isfinite\\(|<=',
};

/** Columns of the product's own tables whose type needs such a bound, and have none. */
async function unboundedColumns(bound: keyof typeof BOUNDS, types: readonly string[]): Promise<string[]> {
  const rows = await world.database.sql<{ name: string }[]>`
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

test.each(Object.values(TEXT_LIMITS))('the forms and $constraint have the same limit', async ({ max, constraint }) => {
  const rows = await world.database.sql<{ said: string }[]>`
    select pg_get_constraintdef(oid) as said from pg_constraint where conname = ${constraint}`;
  expect(rows[0]?.said).toMatch(new RegExp(`<= ${max}\\)`));
});

const LONG = 'x'.repeat(200_000);

test.each(['bio', 'full_name', 'phone'])(
  'nobody writes 200 KB of %s, neither a driver nor an administrator',
  async (column) => {
    for (const actor of [world.ana, world.admin]) {
      const change = { method: 'PATCH', body: JSON.stringify({ [column]: LONG }) };
      const response = await world.ask(actor, `profiles?user_id=eq.${world.ana.id}`, change);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { message: string }).message).toContain(`profiles_${column}_length`);
    }
  },
);

test.each([
  ['parking_zones', 'name'],
  ['parking_zones', 'description'],
  ['parking_zones', 'location'],
  ['parking_spaces', 'name'],
  ['parking_spaces', 'location'],
  ['parking_spaces', 'kavass_device_id'],
])('an administrator cannot write 200 KB into %s.%s', async (table, column) => {
  const response = await world.ask(world.admin, table, { method: 'POST', body: JSON.stringify({ [column]: LONG }) });
  expect(response.status).toBe(400);
});

test('a zone has no more amenities than fit in 4 KB', async () => {
  const amenities = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`flag-${index}`, true]));
  const response = await world.ask(world.admin, 'parking_zones', {
    method: 'POST',
    body: JSON.stringify({ amenities }),
  });
  expect(response.status).toBe(400);
});

test('a column without a bound would be found', async () => {
  const { sql } = world.database;
  await sql`create table private.without_bounds (note text, prices numeric[], said jsonb, score float8)`;
  expect(await unboundedColumns('length', ['text', 'jsonb'])).toEqual([
    'private.without_bounds.note',
    'private.without_bounds.prices',
    'private.without_bounds.said',
  ]);
  expect(await unboundedColumns('range', ['float8'])).toEqual(['private.without_bounds.score']);
  await sql`drop table private.without_bounds`;
});

import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, expect, test } from 'vitest';
import { ANA, BETO, openWorld } from '../../server/testing/data-api.ts';

// Every method of the public client's builder that writes or calls, through that client.

/** The client lets only those limit a write whose schema says that the server can. */
type Generated = {
  __InternalSupabase: { PostgrestVersion: '14' };
  public: {
    Tables: {
      books: {
        Row: { id: number; price: number | null };
        Insert: { price?: number };
        Update: { price?: number };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
};

const world = await openWorld();
beforeEach(async () => {
  await world.database.sql`delete from public.books where id > 3`;
  await world.database.sql`update public.books set title = 'Waves', price = 10 where id = 1`;
  await world.database.sql`update public.books set title = 'Tides, and more', price = 12.5 where id = 2`;
});

const books = (person = ANA) => world.as(person).from('books');
const stored = () => world.database.sql`select id, title, price::float8 as price from public.books order by id`;

test('an insert returns the requested columns and embedded rows', async () => {
  const one = await books()
    .insert({ owner: ANA, title: 'Foam', shelf_id: 1 })
    .select('called:title, shelves(name)')
    .single();
  expect([one.status, one.data]).toEqual([201, { called: 'Foam', shelves: { name: 'Sea' } }]);
  const blind = await books().insert({ owner: ANA, title: 'Spray' });
  expect([blind.status, blind.data, blind.count]).toEqual([201, null, null]);
});

test('many rows are inserted in their order and counted', async () => {
  const rows = ['C', 'A', 'B'].map((title) => ({ owner: ANA, title }));
  const many = await books().insert(rows, { count: 'exact' }).select('title');
  expect([many.status, many.count, many.data?.map(({ title }) => title)]).toEqual([201, 3, ['C', 'A', 'B']]);
  const sorted = await books().delete().gt('id', 3).select('title').order('title');
  expect(sorted.data?.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  expect(await books().insert([]).select()).toMatchObject({ status: 201, data: [] });
});

test('a column that one of many rows lacks is null, or its default on request', async () => {
  const rows = [
    { owner: ANA, title: 'A', price: 3 },
    { owner: ANA, title: 'B' },
  ];
  expect((await books().insert(rows).select('price')).data).toEqual([{ price: 3 }, { price: null }]);
  await books().delete().gt('id', 3);
  const defaulted = await books().insert(rows, { defaultToNull: false }).select('price, tags');
  expect(defaulted.data).toEqual([
    { price: 3, tags: {} },
    { price: 1.5, tags: {} },
  ]);
});

test('json, arrays, times and null are written unchanged', async () => {
  const row = {
    owner: ANA,
    title: 'Foam',
    tags: { a: [1, null, '"'] },
    labels: ['x', 'y,z'],
    printed: '2026-05-01T08:00:00-04:00',
    price: null,
  };
  const { data } = await books().insert(row).select('tags, labels, printed, price').single();
  expect(data).toEqual({ tags: row.tags, labels: row.labels, printed: '2026-05-01T12:00:00+00:00', price: null });
});

test('an upsert merges or ignores existing rows, and its status tells whether a row is new', async () => {
  const ignored = await books().upsert({ id: 1, owner: ANA, title: 'Other' }, { ignoreDuplicates: true }).select();
  expect([ignored.status, ignored.data]).toEqual([201, []]);
  const merged = await books()
    .upsert({ owner: ANA, title: 'Waves', price: 11 }, { onConflict: 'title' })
    .select('id, price');
  expect([merged.status, merged.data]).toEqual([200, [{ id: 1, price: 11 }]]);
  const mixed = await books().upsert(
    [
      { owner: ANA, title: 'Waves' },
      { owner: ANA, title: 'New' },
    ],
    { onConflict: 'title' },
  );
  expect(mixed.status).toBe(201);
});

test('an update changes only the filtered rows', async () => {
  const updated = await books().update({ title: 'Spray', price: 3 }).eq('title', 'Waves').select('title, price');
  expect([updated.status, updated.data]).toEqual([200, [{ title: 'Spray', price: 3 }]]);
  const counted = await books().update({ price: 4 }, { count: 'exact' }).lt('id', 3);
  expect([counted.status, counted.count, counted.data]).toEqual([204, 2, null]);
  expect(await books().update({}).eq('id', 1).select()).toMatchObject({ status: 200, data: [] });
});

test('a delete removes only the filtered rows', async () => {
  await books().insert({ owner: ANA, title: 'Foam' });
  const deleted = await books().delete().eq('title', 'Foam').select('*, shelves(name)');
  expect([deleted.status, deleted.data]).toMatchObject([200, [{ title: 'Foam', shelves: null }]]);
  expect(await books().delete({ count: 'exact' }).eq('title', 'Foam')).toMatchObject({ status: 204, count: 0 });
  expect(await stored()).toHaveLength(3);
});

test('a write without a filter is rejected and changes nothing', async () => {
  expect((await books().delete()).error).toMatchObject({ code: '21000', message: 'DELETE requires a WHERE clause' });
  expect((await books().update({ price: 0 })).error?.code).toBe('21000');
  expect(await stored()).toMatchObject([{ price: 10 }, { price: 12.5 }, { price: null }]);
});

test('a row hidden by its policy is not changed, and single reports that', async () => {
  expect((await books(BETO).update({ title: 'Mine' }).eq('id', 1)).status).toBe(204);
  const asked = await books(BETO).update({ title: 'Mine' }).eq('id', 1).select('id').single();
  expect([asked.status, asked.error?.code]).toEqual([406, 'PGRST116']);
  expect((await books(BETO).delete().eq('id', 1).select().single()).status).toBe(406);
  expect((await stored())[0]).toMatchObject({ title: 'Waves' });
});

test('a write of two rows with single is rolled back', async () => {
  const update = await books().update({ price: 99 }).gt('id', 0).select('id').single();
  expect([update.status, update.error?.details]).toEqual([406, 'The result contains 2 rows']);
  expect((await books().update({ price: 99 }).gt('id', 0).single()).status).toBe(406);
  const pair = [
    { owner: ANA, title: 'A' },
    { owner: ANA, title: 'B' },
  ];
  expect((await books().insert(pair).select().single()).status).toBe(406);
  expect(await stored()).toMatchObject([{ price: 10 }, { price: 12.5 }, { price: null }]);
});

test('a write that affects more rows than allowed is rolled back', async () => {
  const typed = () => (world.as(ANA) as SupabaseClient<Generated>).from('books');
  const { status, error } = await typed().update({ price: 99 }).gt('id', 0).maxAffected(1);
  expect([status, error?.code, error?.details]).toEqual([400, 'PGRST124', 'The query affects 2 rows']);
  expect((await typed().update({ price: 9 }).eq('id', 1).maxAffected(1)).status).toBe(204);
  const asHeader = books().update({ price: 99 }).gt('id', 0).setHeader('Prefer', 'handling=strict, max-affected=1');
  expect((await asHeader).error?.code).toBe('PGRST124');
  expect((await stored())[0]).toMatchObject({ price: 9 });
});

test('a write with tx=rollback is rejected and changes nothing', async () => {
  const { error } = await books().update({ price: 99 }).eq('id', 1).select('price').rollback();
  expect(error?.code).toBe('PGRST122');
  expect((await stored())[0]).toMatchObject({ price: 10 });
});

test('functions take named arguments and return a value, a row or rows', async () => {
  const { rpc } = { rpc: world.as(ANA).rpc.bind(world.as(ANA)) };
  expect((await rpc('add', { a: 2, b: 3 })).data).toBe(5);
  expect((await rpc('add', { a: 2 }, { get: true })).data).toBe(3);
  expect((await rpc('echo', { given: null })).data).toBeNull();
  expect((await rpc('echo', { given: 'eq.x' }, { get: true })).data).toBe('eq.x');
  expect((await rpc('sum_of', { parts: [1, 2], why: { deep: [1] } })).data).toBe(3);
  expect((await rpc('sum_of', { parts: [1, 2] }, { get: true })).data).toBe(3);
  expect((await rpc('numbers', { upto: 3 })).data).toEqual([1, 2, 3]);
  expect((await rpc('dearest').select('title, shelves(name)')).data).toMatchObject({
    title: 'Tides, and more',
    shelves: { name: 'Sea' },
  });
  expect(await rpc('quiet')).toMatchObject({ status: 204, data: null });
});

test('rows of a function are filtered, counted and embedded in like those of a table', async () => {
  const dear = world.as(ANA).rpc('dear_books', { above: 1 }, { count: 'exact' });
  const found = await dear.select('title, shelves(name)').eq('id', 2).order('title').limit(1).single();
  expect([found.count, found.data]).toEqual([1, { title: 'Tides, and more', shelves: { name: 'Sea' } }]);
  const squares = await world
    .as()
    .rpc('squares', { upto: 9 }, { get: true, count: 'exact' })
    .select('square')
    .gt('n', 2)
    .range(0, 1);
  expect([squares.status, squares.count, squares.data]).toEqual([206, 7, [{ square: 9 }, { square: 16 }]]);
  const head = await world.as().rpc('squares', { upto: 4 }, { head: true, count: 'exact' });
  expect([head.count, head.data]).toEqual([4, null]);
});

test('a call without its function, argument or permission is rejected', async () => {
  const rpc = (name: string, args = {}, get = false) => world.as(ANA).rpc(name, args, { get });
  expect((await rpc('nope', { b: 1, a: 2 })).error).toMatchObject({
    code: 'PGRST202',
    message: 'Could not find the function public.nope(a, b) in the schema cache',
  });
  expect((await rpc('add', { a: 1, c: 1 })).error?.code).toBe('PGRST202');
  expect((await rpc('add', { c: 1 }, true)).error?.code).toBe('PGRST202');
  expect(await rpc('pick', { a: 1 })).toMatchObject({ status: 300, error: { code: 'PGRST203' } });
  expect(await rpc('forbidden')).toMatchObject({ status: 403, error: { code: '42501' } });
  expect(await world.as().rpc('forbidden')).toMatchObject({ status: 401, error: { code: '42501' } });
  expect(await rpc('add_shelf', { id: 9, name: 'x' }, true)).toMatchObject({ status: 405, error: { code: '25006' } });
  expect(await rpc('add', { a: 'x' })).toMatchObject({ status: 400, error: { code: '22P02' } });
});

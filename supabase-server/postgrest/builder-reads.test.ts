import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANA, openWorld } from '../../server/testing/data-api.ts';

// Every method of the public client's builder that reads, through that client.

const world = await openWorld();

const books = () => world.as(ANA).from('books');
const ids = async (query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data?.map(({ id }) => id);
};

test('a read returns the columns, aliases and casts of its select', async () => {
  const select = 'name:title, "a \\"b\\" c":title, price::text, tags, printed, labels';
  const { data } = await books().select(select).eq('id', 1).single();
  expect(data).toEqual({
    name: 'Waves',
    'a "b" c': 'Waves',
    price: '10.00',
    tags: { wet: true },
    printed: '2026-01-01T10:00:00+00:00',
    labels: ['blue', 'a,b'],
  });
});

test('numbers are numbers, null is null, and no select means every column', async () => {
  expect((await books().select('price, printed').eq('id', 2)).data).toEqual([{ price: 12.5, printed: null }]);
  const shelf = { id: 1, name: 'Sea', is_open: true };
  const shelves = () => world.as().from('shelves');
  expect((await shelves().select().eq('id', 1).single()).data).toEqual(shelf);
  expect((await shelves().select('*, called:name').eq('id', 1).single()).data).toEqual({ ...shelf, called: 'Sea' });
});

test('a related row or list of rows is embedded, by table, column or key', async () => {
  const select = 'title, shelf:shelves(name), shelf_id(id), books_shelf_id_fkey(is_open), covers(color)';
  expect((await books().select(select).eq('id', 1).single()).data).toEqual({
    title: 'Waves',
    shelf: { name: 'Sea' },
    shelf_id: { id: 1 },
    books_shelf_id_fkey: { is_open: true },
    covers: { color: 'red' },
  });
  expect((await world.as(ANA).from('shelves').select('name, books(title)').order('id')).data).toEqual([
    { name: 'Sea', books: [{ title: 'Waves' }, { title: 'Tides, and more' }] },
    { name: 'Sky', books: [] },
    { name: 'Empty', books: [] },
  ]);
});

test('embedded rows have their own filters, order and limit, and inner ones filter parents', async () => {
  const shelves = () => world.as(ANA).from('shelves');
  const best = { referencedTable: 'books' };
  const select = 'name, books!inner(title)';
  const inner = await shelves().select(select).gt('books.price', 11).order('title', best).limit(1, best);
  expect(inner.data).toEqual([{ name: 'Sea', books: [{ title: 'Tides, and more' }] }]);
  const either = await shelves().select('id, books(id)').or('id.eq.1,price.gt.100', best).eq('id', 1);
  expect(either.data).toEqual([{ id: 1, books: [{ id: 1 }] }]);
  const paged = await shelves()
    .select('id, b:books(id)')
    .eq('id', 1)
    .order('id', { referencedTable: 'b' })
    .range(1, 1, { referencedTable: 'b' });
  expect(paged.data).toEqual([{ id: 1, b: [{ id: 2 }] }]);
});

test('an inner relation without columns only filters', async () => {
  const { data } = await world.as(ANA).from('shelves').select('name, books!inner()').eq('books.title', 'Waves');
  expect(data).toEqual([{ name: 'Sea' }]);
});

test('related rows are counted', async () => {
  const { data } = await world.as(ANA).from('shelves').select('name, books(count)').gt('books.price', 11).order('id');
  expect(data).toEqual([
    { name: 'Sea', books: [{ count: 1 }] },
    { name: 'Sky', books: [{ count: 0 }] },
    { name: 'Empty', books: [{ count: 0 }] },
  ]);
});

test('eq, neq, gt, gte, lt, lte, match and filter compare', async () => {
  const all = () => books().select('id').order('id');
  expect(await ids(all().eq('id', 1))).toEqual([1]);
  expect(await ids(all().neq('id', 1))).toEqual([2]);
  expect(await ids(all().gt('price', 10))).toEqual([2]);
  expect(await ids(all().gte('price', 10))).toEqual([1, 2]);
  expect(await ids(all().lt('printed', '2026-02-01T00:00:00Z'))).toEqual([1]);
  expect(await ids(all().lte('id', 1))).toEqual([1]);
  expect(await ids(all().match({ id: 2, price: 12.5 }))).toEqual([2]);
  expect(await ids(all().filter('title', 'eq', 'Waves'))).toEqual([1]);
});

test('a value is compared whole, not cut or rounded to the column', async () => {
  const all = () => books().select('id');
  expect(await ids(all().eq('price', 10.004))).toEqual([]);
  expect(await ids(all().eq('code', 'abcdef'))).toEqual([]);
  expect(await ids(all().eq('code', 'abc'))).toEqual([1]);
});

test('like, ilike, is, in, not and or filter rows', async () => {
  const all = () => books().select('id').order('id');
  expect(await ids(all().like('title', 'Wav%'))).toEqual([1]);
  expect(await ids(all().like('title', 'wav%'))).toEqual([]);
  expect(await ids(all().ilike('title', 'WAV*'))).toEqual([1]);
  expect(await ids(all().is('printed', null))).toEqual([2]);
  expect(await ids(all().not('printed', 'is', null))).toEqual([1]);
  expect(await ids(all().not('id', 'in', '(1,9)'))).toEqual([2]);
  expect(await ids(all().notIn('id', [1, 9]))).toEqual([2]);
  expect(await ids(all().in('id', []))).toEqual([]);
  expect(await ids(all().in('title', ['Tides, and more', 'a"b\\c', '(']))).toEqual([2]);
  expect(await ids(all().or('id.eq.1,and(price.gt.12,printed.is.null)'))).toEqual([1, 2]);
  expect(await ids(all().or('title.eq."Tides, and more",not.and(id.gt.0,id.lt.9)'))).toEqual([2]);
  expect(await ids(all().eq('labels', '{blue,"a,b"}'))).toEqual([1]);
  expect(await ids(all().or('labels.eq.{blue,"a,b"}'))).toEqual([1]);
  expect((await world.as().from('shelves').select('id').is('is_open', false)).data).toEqual([{ id: 2 }]);
});

test('contains and containedBy filter rows by a document or a list', async () => {
  const all = () => books().select('id').order('id');
  expect(await ids(all().contains('tags', { wet: true }))).toEqual([1]);
  expect(await ids(all().contains('tags', { wet: false }))).toEqual([]);
  expect(await ids(all().contains('labels', ['blue']))).toEqual([1]);
  expect(await ids(all().contains('labels', ['red']))).toEqual([]);
  expect(await ids(all().containedBy('labels', '{blue,"a,b",red}'))).toEqual([1]);
  expect(await ids(all().not('tags', 'cs', '{"wet":true}'))).toEqual([2]);
  expect((await all().contains('tags', '{')).error).toMatchObject({ code: '22P02' });
});

test('rows come in the requested order, with nulls first or last', async () => {
  const order = (ascending: boolean, nullsFirst: boolean) =>
    ids(books().select('id').order('printed', { ascending, nullsFirst }));
  expect(await order(true, true)).toEqual([2, 1]);
  expect(await order(true, false)).toEqual([1, 2]);
  expect(await order(false, true)).toEqual([2, 1]);
  expect(await ids(books().select('id').order('owner').order('id', { ascending: false }))).toEqual([2, 1]);
});

test('limit and range select a page, and a count has the number of all rows', async () => {
  const shelves = () => world.as().from('shelves');
  expect(await ids(shelves().select('id').order('id').limit(1))).toEqual([1]);
  const page = await shelves().select('id', { count: 'exact' }).order('id', { ascending: false }).range(0, 1);
  expect([page.status, page.count, page.data]).toEqual([206, 3, [{ id: 3 }, { id: 2 }]]);
  const whole = await shelves().select('id', { count: 'exact' });
  expect([whole.status, whole.count]).toEqual([200, 3]);
  const beyond = await shelves().select('id', { count: 'exact' }).range(10, 12);
  expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103']);
  expect(beyond.error?.details).toBe('An offset of 10 was requested, but there are only 3 rows.');
});

test('single rejects no row and many rows, maybeSingle only many', async () => {
  const none = await books().select('id').eq('id', 99).single();
  const message = 'Cannot coerce the result to a single JSON object';
  const details = 'The result contains 0 rows';
  expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116', message, details, hint: null } });
  expect((await books().select('id').single()).error?.details).toBe('The result contains 2 rows');
  expect((await books().select('id').eq('id', 99).maybeSingle()).data).toBeNull();
  expect((await books().select('id').eq('id', 1).maybeSingle()).data).toEqual({ id: 1 });
  expect((await books().select('id').maybeSingle()).error?.code).toBe('PGRST116');
});

test('an error is thrown when the client asks for that', async () => {
  await expect(books().select('nope').throwOnError()).rejects.toMatchObject({ code: '42703' });
});

test('an aborted read fails, and the next one succeeds', async () => {
  const { data, error } = await books().select('id').abortSignal(AbortSignal.abort());
  expect([data, error?.message]).toEqual([null, expect.stringContaining('AbortError')]);
  expect(await ids(books().select('id').eq('id', 1).retry(false))).toEqual([1]);
});

test('types that the client states do not change the response', async () => {
  const named = books().select('title').eq('id', 1);
  expect((await named.overrideTypes<{ title: string }[], { merge: false }>()).data).toEqual([{ title: 'Waves' }]);
  expect((await named.returns<{ title: string }[]>()).data).toEqual([{ title: 'Waves' }]);
});

test('a request for the description of the schema is rejected', async () => {
  expect(await world.as().getOpenApiSpec()).toMatchObject({ status: 404, error: { code: 'PGRST125' } });
});

test('a schema that is not exposed is rejected', async () => {
  const { status, error } = await world.as().schema('auth').from('users').select();
  expect([status, error?.code]).toEqual([406, 'PGRST106']);
});

test.each([
  ['csv', () => books().select().csv(), 406, 'PGRST107'],
  ['geojson', () => books().select().geojson(), 406, 'PGRST107'],
  ['explain', () => books().select().explain(), 406, 'PGRST107'],
  ['stripNulls', () => books().select().stripNulls(), 406, 'PGRST107'],
  ['likeAnyOf', () => books().select().likeAnyOf('title', ['a']), 400, 'PGRST100'],
  ['isDistinct', () => books().select().isDistinct('id', 1), 400, 'PGRST100'],
  ['textSearch', () => books().select().textSearch('title', 'a'), 400, 'PGRST100'],
  ['json paths', () => books().select('tags->wet'), 400, 'PGRST100'],
  ['spreading', () => books().select('...shelves(name)'), 400, 'PGRST100'],
  ['aggregates', () => books().select('price.sum()'), 400, 'PGRST123'],
  ['a count of all', () => books().select('count()'), 400, 'PGRST123'],
  ['regexMatch', () => books().select().regexMatch('title', 'a'), 400, 'PGRST100'],
  ['regexIMatch', () => books().select().regexIMatch('title', 'a'), 400, 'PGRST100'],
  ['ilikeAllOf', () => books().select().ilikeAllOf('title', ['a']), 400, 'PGRST100'],
  ['overlaps', () => books().select().overlaps('labels', ['a']), 400, 'PGRST100'],
  ['rangeGt', () => books().select().rangeGt('price', '[1,2]'), 400, 'PGRST100'],
  ['rangeGte', () => books().select().rangeGte('price', '[1,2]'), 400, 'PGRST100'],
  ['rangeLt', () => books().select().rangeLt('price', '[1,2]'), 400, 'PGRST100'],
  ['rangeLte', () => books().select().rangeLte('price', '[1,2]'), 400, 'PGRST100'],
  ['rangeAdjacent', () => books().select().rangeAdjacent('price', '[1,2]'), 400, 'PGRST100'],
  ['likeAllOf', () => books().select().likeAllOf('title', ['a']), 400, 'PGRST100'],
  ['ilikeAnyOf', () => books().select().ilikeAnyOf('title', ['a']), 400, 'PGRST100'],
])('%s is not supported and says so', async (_, ask, status, code) => {
  const answer = await ask();
  expect([answer.status, answer.error?.code]).toEqual([status, code]);
});

/** Methods of a builder that are no request: they make it and keep its promise. */
const WORKINGS = new Set(['constructor', 'then', 'processResponse', 'cloneRequestState', 'decorateFetch']);

function methodsOf(object: object): string[] {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === null || prototype === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(prototype), ...methodsOf(prototype)];
}

// A newer client may bring a method that nobody has looked at: supported or refused, a test here or of writes calls it.
test('every method of the public client’s builders is called by a contract test', async () => {
  const table = world.as().from('shelves');
  const builders = [table, table.select(), table.select().eq('id', 1), world.as().schema('public')];
  const methods = new Set(builders.flatMap(methodsOf).filter((name) => !WORKINGS.has(name)));
  expect(methods.size).toBeGreaterThan(50);
  const files = ['builder-reads.test.ts', 'builder-writes.test.ts'].map((file) => join(import.meta.dirname, file));
  const calls = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  expect([...methods].filter((name) => !new RegExp(`\\.${name}(<[^;]*>)?[(.]`).test(calls))).toEqual([]);
});

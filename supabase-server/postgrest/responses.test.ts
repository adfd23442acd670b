import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MIGRATIONS, migrate } from '../../server/database/migrate.ts';
import { ANA, BETO, openWorld } from '../../server/testing/data-api.ts';

// Status, headers and error bodies to the letter, for requests as they are on the wire.

const world = await openWorld();

const post = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const patch = (body: unknown): RequestInit => ({ ...post(body), method: 'PATCH' });
const fail = (code: string) => post({ code });
const TWICE = { owner: ANA, title: 'twice' };
const MINIMAL = { prefer: 'count=exact,return=minimal' };
const HEADERS_ONLY = { prefer: 'return=headers-only' };

test.each<[string, RequestInit, number, string]>([
  ['nowhere', {}, 404, 'PGRST205'],
  ['shelves?select=nope', {}, 400, '42703'],
  ['shelves?nope=eq.1', {}, 400, '42703'],
  ['books?on_conflict=nope', post({ title: 'x' }), 400, '42703'],
  ['shelves?id=eq.one', {}, 400, '22P02'],
  ['shelves?name=eq.%00', {}, 400, '22021'],
  ['shelves?id=like.1', {}, 404, '42883'],
  ['shelves?limit=ten', {}, 400, 'PGRST100'],
  ['shelves', { headers: { range: '5-2' } }, 416, 'PGRST103'],
  [`shelves?select=${'books('.repeat(5000)}`, {}, 400, 'PGRST100'],
  [`shelves?name=eq.${'x'.repeat(70_000)}`, {}, 414, 'PGRST100'],
  ['shelves?select=books(id),x:nothing(id)', {}, 400, 'PGRST200'],
  ['swaps?select=books(id)', {}, 300, 'PGRST201'],
  ['shelves?books.id=eq.1', {}, 400, 'PGRST108'],
  ['shelves', { headers: { accept: 'text/csv' } }, 406, 'PGRST107'],
  ['shelves', { headers: { prefer: 'handling=strict, colour=red' } }, 400, 'PGRST122'],
  ['shelves', { method: 'PUT' }, 405, 'PGRST117'],
  ['rpc/add', { method: 'DELETE' }, 405, 'PGRST101'],
  ['', {}, 404, 'PGRST125'],
  ['books', post('{"title":'), 400, 'PGRST102'],
  ['books', post('a,b', { 'content-type': 'text/csv' }), 400, 'PGRST102'],
  ['books', post([{ title: 'a' }, { price: 1 }]), 400, 'PGRST102'],
  ['books?id=eq.1', patch([{ title: 'a' }]), 400, 'PGRST102'],
  ['books?id=eq.1&limit=1', patch({ title: 'a' }), 400, 'PGRST100'],
  ['books', post({ nope: 1 }), 400, 'PGRST204'],
  ['books', post({ owner: ANA, title: 'Waves' }), 409, '23505'],
  ['books', post({ owner: ANA, title: 'x', price: -1 }), 400, '23514'],
  ['books?on_conflict=title', post([TWICE, TWICE], { prefer: 'resolution=merge-duplicates' }), 400, '21000'],
  ['books', post({ owner: ANA, title: null }), 400, '23502'],
  ['books', post({ owner: BETO, title: 'x' }), 403, '42501'],
  ['books', post({ owner: ANA, title: 'x', shelf_id: 77 }), 409, '23503'],
  ['books', post({ owner: ANA, title: 'x', price: 'much' }), 400, '22P02'],
  ['books', post(`{"owner":"${ANA}","title":"x","tags":${'['.repeat(20_000)}${']'.repeat(20_000)}}`), 413, '54001'],
  ['shelved', post({ title: 'x' }), 405, '55000'],
  ['rpc/nope', { method: 'POST' }, 404, 'PGRST202'],
  ['rpc/add?value=eq.3', post({ a: 1 }), 400, 'PGRST100'],
  ['rpc/fail_with', fail('P0001'), 400, 'P0001'],
  ['rpc/fail_with', fail('23P01'), 409, '23P01'],
  ['rpc/fail_with', fail('57014'), 400, '57014'],
  ['rpc/fail_with', fail('40001'), 503, '40001'],
  ['rpc/fail_with', fail('53300'), 503, '53300'],
  ['rpc/fail_with', fail('P0002'), 500, 'P0002'],
  ['rpc/fail_with', fail('28000'), 403, '28000'],
])('%s is rejected (case %#)', async (path, init, status, code) => {
  const answer = await world.ask(path, init, ANA);
  const body = (await answer.json()) as object;
  expect([answer.status, body]).toMatchObject([status, { code }]);
  expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
});

test('a value that is refused tells nothing of its row', async () => {
  const refused = await world.ask('books', post({ owner: ANA, title: 'x', price: -1 }), ANA);
  expect(await refused.json()).toMatchObject({ code: '23514', details: null });
});

test('an internal error hides the database’s message, and a temporary one has retry-after', async () => {
  const full = await world.ask('rpc/fail_with', fail('53100'), ANA);
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await full.json()).toMatchObject({ code: '53100', message: 'The database cannot do this right now.' });
  const broken = await world.ask('rpc/fail_with', fail('XX000'), ANA);
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([500, null]);
  expect(await broken.json()).toMatchObject({ message: 'The database cannot do this right now.' });
});

test('an error has the words of PostgREST', async () => {
  const bodyOf = async (path: string): Promise<unknown> => (await world.ask(path)).json();
  expect(await bodyOf('nowhere')).toEqual({
    code: 'PGRST205',
    message: "Could not find the table 'public.nowhere' in the schema cache",
    details: null,
    hint: null,
  });
  expect(await bodyOf('swaps?select=books(id)')).toMatchObject({
    message: "Could not embed because more than one relationship was found for 'swaps' and 'books'",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'swaps with books',
        relationship: 'swaps_book_id_fkey using swaps(book_id) and books(id)',
      },
      { relationship: 'swaps_other_fkey using swaps(other_id) and books(id)' },
    ],
    hint: "Try changing 'books' to one of the following: 'books!swaps_book_id_fkey', 'books!swaps_other_fkey'. Find the desired relationship in the 'details' key.",
  });
  expect(await bodyOf('shelves?id=noop.1')).toMatchObject({
    message: '"failed to parse filter (noop.1)" (line 1, column 1)',
  });
});

test('a visitor gets 401 where a person gets 403', async () => {
  const visitor = await world.ask('books');
  expect([visitor.status, visitor.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  const person = await world.ask('swaps', post({ id: 9 }), ANA);
  expect([person.status, person.headers.get('www-authenticate')]).toEqual([403, null]);
});

test('columns without permission are rejected by the database, also with an asterisk', async () => {
  const statusOf = async (path: string, init: RequestInit = {}) => (await world.ask(path, init, ANA)).status;
  expect(await statusOf('drawers?select=id,label')).toBe(200);
  expect(await statusOf('drawers')).toBe(403);
  expect(await statusOf('drawers?select=secret')).toBe(403);
  expect(await statusOf('drawers?select=*,x:label')).toBe(403);
  expect(await statusOf('drawers?select=id&secret=eq.gold')).toBe(403);
  expect(await statusOf('drawers?select=id&order=secret')).toBe(403);
  expect(await statusOf('drawers?id=eq.1', patch({ label: 'upper' }))).toBe(204);
  const back = { ...patch({ label: 'upper' }), headers: { prefer: 'return=representation' } };
  expect(await statusOf('drawers?id=eq.1&select=label', back)).toBe(200);
  expect(await statusOf('drawers?id=eq.1', back)).toBe(403);
});

test.each<[string, RequestInit, number, string | null, string | null]>([
  ['shelves?limit=2', {}, 200, '0-1/*', null],
  ['shelves?id=eq.9', {}, 200, '*/*', null],
  ['shelves?offset=1', { headers: { prefer: 'count=exact' } }, 206, '1-2/3', 'count=exact'],
  ['shelves?offset=3', { headers: { prefer: 'count=exact' } }, 206, '*/3', 'count=exact'],
  ['shelves?offset=9', { headers: { prefer: 'count=planned' } }, 416, '*/3', null],
  ['shelves', { headers: { range: '1-1', prefer: 'count=exact' } }, 206, '1-1/3', 'count=exact'],
  ['shelves?limit=2', { headers: { range: '1-' } }, 200, '1-1/*', null],
  ['shelves', { headers: { range: 'bytes=0-1' } }, 200, '0-2/*', null],
  ['shelves', { method: 'HEAD', headers: { prefer: 'count=exact' } }, 200, '0-2/3', 'count=exact'],
  ['books', post({ owner: ANA, title: 'N2' }, MINIMAL), 201, '*/1', 'return=minimal, count=exact'],
  ['books?id=eq.1', { ...patch({ price: 10 }), headers: HEADERS_ONLY }, 204, '0-0/*', 'return=headers-only'],
  ['books?id=eq.99', patch({ price: 10 }), 204, '*/*', null],
  ['books?title=like.N*', { method: 'DELETE', headers: { prefer: 'count=exact' } }, 204, '*/1', 'count=exact'],
  ['rpc/add', post({ a: 1 }), 200, '0-0/*', null],
  ['rpc/quiet', post({}), 204, '0-0/*', null],
])('%s has the status and headers of PostgREST (case %#)', async (path, init, status, range, applied) => {
  const answer = await world.ask(path, init, ANA);
  expect([answer.status, answer.headers.get('content-range'), answer.headers.get('preference-applied')]).toEqual([
    status,
    range,
    applied,
  ]);
});

test('no response has more rows than the limit of the server, embedded ones included', async () => {
  await world.database.sql`insert into public.shelves select n, 'n' from generate_series(100, 199) n`;
  await world.database
    .sql`insert into public.books (shelf_id, owner, title) select 100, ${ANA}, 't' || n from generate_series(1, 60) n`;
  const rows = async (path: string) => (await world.ask(path, {}, ANA)).json() as Promise<{ books: unknown[] }[]>;
  try {
    expect(await rows('shelves?select=id')).toHaveLength(50);
    const range = async (prefer: string) => {
      const answer = await world.ask('shelves?select=id', { headers: { prefer } });
      return [answer.status, answer.headers.get('content-range')];
    };
    expect(await range('')).toEqual([200, '0-49/*']);
    expect(await range('count=exact')).toEqual([206, '0-49/103']);
    expect(await rows('shelves?select=id&limit=80')).toHaveLength(50);
    expect(await rows('rpc/numbers?upto=80')).toHaveLength(50);
    const [shelf] = await rows('shelves?select=books(id)&id=eq.100');
    expect(shelf?.books).toHaveLength(50);
  } finally {
    await world.database.sql`delete from public.books where shelf_id = 100`;
    await world.database.sql`delete from public.shelves where id >= 100`;
  }
});

test('an unchanged response is not sent again, even through a proxy that weakens its tag', async () => {
  const get = (held?: string) => world.ask('shelves?select=id', held ? { headers: { 'if-none-match': held } } : {});
  const etag = (await get()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await get(`"other", W/${etag}`);
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(Object.fromEntries(again.headers)).toEqual({
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
  });
  await world.database.sql`insert into public.shelves values (50, 'new')`;
  expect((await get(etag)).status).toBe(200);
  await world.database.sql`delete from public.shelves where id = 50`;
});

test('a new table is found, and a changed one as soon as a server has migrated', async () => {
  await world.database.sql.unsafe('create table public.lamps (id int); grant select on public.lamps to anon');
  await vi.waitFor(async () => expect((await world.ask('lamps')).status).toBe(200), { timeout: 8000, interval: 100 });
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS[0]?.folder ?? '', folder, { recursive: true });
  // A renamed column is no unknown name to a server that does not hear of it: it would go on asking for the old one.
  await writeFile(join(folder, '20990101000001_lamps.sql'), 'alter table public.lamps rename id to number;');
  await migrate(world.database.sql, [{ folder, table: 'platform_migrations' }]);
  await vi.waitFor(async () => expect((await world.ask('lamps?select=number')).status).toBe(200), { timeout: 2500 });
  expect(await (await world.ask('lamps?select=id')).json()).toMatchObject({ code: '42703' });
});

const AS_OBJECT = 'application/vnd.pgrst.object+json';
const countShelves = async (id: number) =>
  (await world.database.sql`select 1 from public.shelves where id = ${id}`).length;

test('a write whose row an inner relation hides gets 406 and is rolled back', async () => {
  const init = post({ id: 71, name: 'Hidden' }, { accept: AS_OBJECT, prefer: 'return=representation' });
  expect((await world.ask('shelves?select=id,books!inner(id)', init, ANA)).status).toBe(406);
  expect(await countShelves(71)).toBe(0);
  const change = { ...init, method: 'PATCH', body: JSON.stringify({ title: 'Changed' }) };
  expect((await world.ask('books?id=eq.2&select=id,covers!inner(color)', change, ANA)).status).toBe(406);
  const [book] = await world.database.sql`select title from public.books where id = 2`;
  expect(book?.title).toBe('Tides, and more');
});

test('a function called for a page behind its last row gets 416 and is rolled back', async () => {
  const init = post({ id: 72 }, { prefer: 'count=exact' });
  expect((await world.ask('rpc/add_shelves?offset=5', init, ANA)).status).toBe(416);
  expect(await countShelves(72)).toBe(0);
});

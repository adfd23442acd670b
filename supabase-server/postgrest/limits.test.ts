import { expect, onTestFinished, test, vi } from 'vitest';
import { ANA, openWorld } from '../../server/testing/data-api.ts';
import { createDatabaseCheck } from './execute/database-check.ts';

// What one request may ask of the database, tried by somebody who wants it to be too much.

const world = await openWorld();
// More rows than a page holds, each with much text.
await world.database.sql`insert into public.shelves select n, repeat('x', 20000) from generate_series(1000, 1060) n`;

test('nine embedded tables are rejected at any level, and eight or three levels succeed', async () => {
  expect((await world.ask('shelves?select=books(covers(prints(id)))', {}, ANA)).status).toBe(200);
  const embeds = (count: number) => Array.from({ length: count }, (_, nth) => `a${nth}:books(id)`).join(',');
  expect((await world.ask(`shelves?select=id,${embeds(8)}`, {}, ANA)).status).toBe(200);
  expect((await world.ask(`shelves?select=id,${embeds(9)}`, {}, ANA)).status).toBe(400);
  expect((await world.ask(`prints?select=covers(book_id,${embeds(8)})`, {}, ANA)).status).toBe(400);
  const write = {
    method: 'POST',
    body: JSON.stringify({ id: 9, name: 'x' }),
    headers: { prefer: 'return=representation' },
  };
  expect((await world.ask(`shelves?select=id,${embeds(9)}`, write, ANA)).status).toBe(400);
});

const LONG = 'n'.repeat(64);

const TOO_MANY = 'The select parameter embeds too many tables';
const IN_ITSELF = 'The select parameter embeds a table in itself';
const withKey = { method: 'POST', body: JSON.stringify({ [LONG]: 1 }) };

test.each<[string, string, RequestInit?]>([
  ['shelves?select=books(covers(prints(pages(id))))', TOO_MANY],
  ['shelves?select=books(shelves(id))', IN_ITSELF],
  ['books?select=shelves(name),covers(a:books(id))', IN_ITSELF],
  ['rpc/dear_books?above=1&select=shelves(books(id))', IN_ITSELF],
  [`shelves?select=${LONG}:id`, 'failed to parse'],
  [`shelves?select=${LONG}`, 'failed to parse'],
  [`shelves?select=${'ñ'.repeat(32)}:id`, 'failed to parse'],
  [`shelves?select=books!${LONG}(id)`, 'failed to parse'],
  [`shelves?${LONG}=eq.1`, 'failed to parse'],
  [`shelves?order=${LONG}`, 'failed to parse'],
  [`shelves?or=(${LONG}.eq.1,id.eq.1)`, 'failed to parse'],
  ['shelves', '63 bytes', withKey],
  ['rpc/add', '63 bytes', withKey],
])('%s is rejected: %s', async (path, message, init = {}) => {
  const response = await world.ask(path, init, ANA);
  expect([response.status, await response.json()]).toMatchObject([400, { message: expect.stringContaining(message) }]);
});

const HUGE = 'x'.repeat(100_000);
const DIGITS = '1'.repeat(100_000);
const insert = (path: string, body: string) => ({ path, init: { method: 'POST', body } });

test.each([
  { path: `books?id=eq.${HUGE.slice(0, 3000)}`, init: {} },
  { path: `books?labels=cs.${HUGE.slice(0, 3000)}`, init: {} },
  { path: `books?or=(id.in.(1,${HUGE.slice(0, 3000)}),title.eq.x)`, init: {} },
  { path: `rpc/add?a=${HUGE.slice(0, 3000)}`, init: {} },
  insert('rpc/add', JSON.stringify({ a: HUGE })),
  insert('rpc/add', `{"a": ${DIGITS}}`),
  insert('books', JSON.stringify([{ title: 'x' }, { title: 'y' }].map((book) => ({ ...book, shelf_id: HUGE })))),
  insert('books', `{"title": "x", "shelf_id": ${DIGITS}}`),
  insert('books', `{"title": "x", "price": 1.${DIGITS}}`),
])('a value that the database would reject as a whole is rejected before it: $path', async ({ path, init }) => {
  const connect = vi.spyOn(world.database.callers.pool, 'connect');
  onTestFinished(() => connect.mockRestore());
  const response = await world.ask(path, init, ANA);
  expect(response.status).toBe(400);
  expect((await response.text()).length).toBeLessThan(500);
  expect(connect).not.toHaveBeenCalled();
});

test.each([
  { path: `books?title=eq.${HUGE.slice(0, 3000)}`, init: {} },
  { path: `books?title=ilike.*${HUGE.slice(0, 3000)}*`, init: {} },
  insert('rpc/echo', JSON.stringify({ given: HUGE })),
  insert('rpc/echo', JSON.stringify({ given: Array(30_000).fill('x') })),
  insert('rpc/echo', JSON.stringify({ given: { [HUGE]: 1 } })),
])('a text that is too long to search for or to work on is rejected: $path', async ({ path, init }) => {
  const response = await world.ask(path, init, ANA);
  expect([response.status, await response.json()]).toMatchObject([400, { code: '22P02' }]);
});

test('long texts, long lists and digits in a text are stored', async () => {
  const book = { title: DIGITS.slice(0, 3000), owner: ANA, labels: Array.from({ length: 1000 }, (_, nth) => `${nth}`) };
  const response = await world.ask('books', insert('books', JSON.stringify(book)).init, ANA);
  expect(response.status).toBe(201);
  await world.database.sql`delete from public.books where title = ${book.title}`;
});

const wide = (count: number) => Array.from({ length: count }, (_, nth) => `c${nth}:name`).join(',');

test.each([
  ['of a table', `shelves?select=${wide(20)}`],
  ['with embedded rows', `covers?select=books(shelves(${wide(7)}))`],
])('a response of more than 16 MB %s is cut off by the database', async (_, path) => {
  await world.database.sql`update public.shelves set name = repeat('x', 3000000) where id = 1`;
  const response = await world.ask(path, {}, ANA);
  const message = 'The response is larger than 16 MB';
  expect([response.status, await response.json()]).toMatchObject([413, { code: '54000', message }]);
  await world.database.sql`update public.shelves set name = 'Sea' where id = 1`;
});

test('a visitor’s statement has two seconds, a driver’s read three and a driver’s call ten', async () => {
  const call = async (person?: string) => (await world.as(person).rpc('time_limit')).data;
  const read = async (person?: string) => (await world.as(person).rpc('time_limit', {}, { get: true })).data;
  expect([await call(), await read(), await call(ANA), await read(ANA)]).toEqual(['2s', '2s', '10s', '3100ms']);
  expect(await call()).toBe('2s');
  const { status, error } = await world.as().rpc('nap', { seconds: 5 });
  expect([status, error?.code]).toEqual([400, '57014']);
});

test('a stable function that is called by POST writes nothing', async () => {
  const { error } = await world.as(ANA).rpc('sneaky');
  expect(error?.code).toBe('25006');
});

/** Sends as many requests at once until the test ends. */
function keepSending(connections: number, send: (connection: number) => Promise<unknown>): void {
  let isOn = true;
  const repeat = async (_: unknown, connection: number) => {
    while (isOn) await send(connection);
  };
  const all = Promise.all(Array.from({ length: connections }, repeat));
  onTestFinished(async () => {
    isOn = false;
    await all;
  });
}

/** Less than a long read takes. */
const SOON_MS = 1200;

/** Sends requests one after the other, and fails when one waits for a long read. */
async function expectSoon(send: () => Promise<unknown>): Promise<void> {
  for (let nth = 0; nth < 4; nth += 1) {
    const startedAt = performance.now();
    await send();
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  }
}

const readShelf = async (person?: string, address = '198.51.100.1') => {
  const headers = { 'x-address': address };
  expect((await world.ask('shelves?select=id&limit=1', { headers }, person)).status).toBe(200);
};

const nap = async (seconds: number, person?: string) =>
  world.ask('rpc/nap', { method: 'POST', body: JSON.stringify({ seconds }) }, person);
const SLOW = 'rpc/slow_shelves?seconds=1.6';
const readSlowlyFrom = (address: string) => world.ask(SLOW, { headers: { 'x-address': address } });

const toStranger = (nth: number) => `33333333-3333-4333-8333-00000000000${nth % 3}`;

test.each<[string, number, (nth: number) => Promise<unknown>]>([
  ['long reads of three drivers', 6, (nth) => world.ask(SLOW, {}, toStranger(nth))],
  ['long writes of three drivers', 6, (nth) => nap(1.6, toStranger(nth))],
  ['twelve connections of one visitor', 12, () => readSlowlyFrom('203.0.113.7')],
  ['visitors of many networks of one site', 40, (nth) => readSlowlyFrom(`2001:db8:9:${nth.toString(16)}::1`)],
])('%s stop neither other visitors, nor drivers, nor the readiness check', async (_, connections, send) => {
  keepSending(connections, send);
  await Promise.all([
    expectSoon(() => readShelf(undefined, '203.0.113.8')),
    expectSoon(() => readShelf(ANA)),
    expectSoon(async () => expect((await nap(0, ANA)).status).toBe(204)),
    expectSoon(createDatabaseCheck(world.database.callers.pool)),
  ]);
});

test('what a driver sends beyond five hundred waiting requests is rejected at once', async () => {
  const naps = Array.from({ length: 503 }, () => world.ask('rpc/nap?seconds=0.001', {}, ANA));
  const responses = await Promise.all(naps);
  const rejected = responses.filter(({ status }) => status === 503);
  expect(rejected.map(({ headers }) => headers.get('retry-after'))).toEqual([expect.any(String)]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANA, BETO, openWorld, type World } from '../testing/data-api.ts';
import { createDatabaseCheck } from './execute/database-check.ts';

// What one request may ask of the database, tried by somebody who wants it to be too much.

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // More rows than a page holds, each with much text.
  await world.database.sql`insert into public.shelves select n, repeat('x', 20000) from generate_series(1000, 1060) n`;
});
afterAll(() => world.close());

/** `shelves(books(shelves(…)))` with so many levels below the first. */
const nest = (levels: number): string =>
  levels === 0 ? 'id' : levels % 2 === 0 ? `shelves(${nest(levels - 1)})` : `books(${nest(levels - 1)})`;

test('embedding four levels deep succeeds', async () => {
  expect((await world.ask(`books?select=${nest(4)}`, {}, ANA)).status).toBe(200);
});

test.each([5, 7, 18])('embedding %d levels deep is rejected', async (levels) => {
  const path = `${levels % 2 === 0 ? 'books' : 'shelves'}?select=${nest(levels)}`;
  const response = await world.ask(path, {}, ANA);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST100' }]);
});

test('nine embedded tables are rejected at any level, and eight succeed', async () => {
  const embeds = (count: number) => Array.from({ length: count }, (_, nth) => `a${nth}:books(id)`).join(',');
  expect((await world.ask(`shelves?select=id,${embeds(8)}`, {}, ANA)).status).toBe(200);
  expect((await world.ask(`shelves?select=id,${embeds(9)}`, {}, ANA)).status).toBe(400);
  expect((await world.ask(`books?select=shelves(id,${embeds(8)})`, {}, ANA)).status).toBe(400);
  const write = {
    method: 'POST',
    body: JSON.stringify({ id: 9, name: 'x' }),
    headers: { prefer: 'return=representation' },
  };
  expect((await world.ask(`shelves?select=id,${embeds(9)}`, write, ANA)).status).toBe(400);
});

const LONG = 'n'.repeat(64);

test.each([
  `shelves?select=${LONG}:id`,
  `shelves?select=${LONG}`,
  `shelves?select="${LONG}":id`,
  `shelves?select=${'ñ'.repeat(32)}:id`,
  `shelves?select=${LONG}:books(id)`,
  `shelves?select=books!${LONG}(id)`,
  `shelves?${LONG}=eq.1`,
  `shelves?order=${LONG}`,
  `shelves?or=(${LONG}.eq.1,id.eq.1)`,
  `shelves?columns=${LONG}`,
])('a name of more than 63 bytes is rejected: %s', async (path) => {
  const response = await world.ask(path);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST100' }]);
});

test.each(['shelves', 'rpc/add'])('a key of more than 63 bytes in the body of %s is rejected', async (path) => {
  const response = await world.ask(path, { method: 'POST', body: JSON.stringify({ [LONG]: 1 }) }, ANA);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }]);
});

test('a name of 63 bytes succeeds', async () => {
  const name = 'n'.repeat(63);
  const response = await world.ask(`shelves?select=${name}:id&id=eq.1`);
  expect(await response.json()).toEqual([{ [name]: 1 }]);
});

const wide = (count: number) => Array.from({ length: count }, (_, nth) => `c${nth}:name`).join(',');

test.each([
  ['of a table', `shelves?select=${wide(20)}`],
  ['with embedded rows', `covers?select=books(shelves(${wide(20)},books(id)))`],
])('a response of more than 16 MB %s is cut off by the database', async (_, path) => {
  await world.database.sql`update public.shelves set name = repeat('x', 3000000) where id = 1`;
  const response = await world.ask(path, {}, ANA);
  expect([response.status, await response.json()]).toEqual([
    413,
    {
      code: '54000',
      message: 'The response is larger than 16 MB',
      details: null,
      hint: 'Ask for fewer rows or columns.',
    },
  ]);
  await world.database.sql`update public.shelves set name = 'Sea' where id = 1`;
});

test('a function whose value is larger than 16 MB is cut off by the database', async () => {
  expect((await world.ask('rpc/repeat_text?times=17000000')).status).toBe(413);
});

test('a visitor’s statement has two seconds, a driver’s ten', async () => {
  expect((await world.as().rpc('time_limit')).data).toBe('2s');
  expect((await world.as(ANA).rpc('time_limit')).data).toBe('10s');
  expect((await world.as().rpc('time_limit')).data).toBe('2s');
  const { status, error } = await world.as().rpc('nap', { seconds: 5 });
  expect([status, error?.code]).toEqual([400, '57014']);
});

test('twenty-five slow reads of visitors delay neither a driver nor the readiness check', async () => {
  let ended = 0;
  const naps = Array.from({ length: 25 }, async () => {
    const { error } = await world.as().rpc('nap', { seconds: 0.5 });
    ended += 1;
    return error;
  });
  // The first of them are under way by now.
  expect((await world.as(ANA).rpc('whoami')).data).toBe(`authenticated ${ANA}`);
  await createDatabaseCheck(world.database.callers.pool)();
  expect(ended).toBe(0);
  expect((await Promise.all(naps)).every((error) => error === null)).toBe(true);
});

test('slow statements of one driver delay no other driver', async () => {
  let ended = 0;
  const naps = Array.from({ length: 10 }, async () => {
    await world.as(ANA).rpc('nap', { seconds: 0.5 });
    ended += 1;
  });
  expect((await world.as(BETO).rpc('whoami')).data).toBe(`authenticated ${BETO}`);
  expect(ended).toBe(0);
  await Promise.all(naps);
});

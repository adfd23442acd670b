import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANA, openWorld, type World } from './testing.ts';

// Hostile and nonsensical requests: each is answered or refused, none does anything else.

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ATTACKS = [
  `'; drop table public.books; --`,
  `"; drop table public.books; --`,
  `1 or 1=1`,
  `x') or true --`,
  `$1`,
  `\\'; select pg_sleep(9); --`,
  `%27%20or%20%271%27=%271`,
  `"a" from public.drawers --`,
];
const PLACES: ((attack: string) => [string, RequestInit?])[] = [
  (attack) => [`shelves?name=eq.${attack}`],
  (attack) => [`shelves?name=like.${attack}`],
  (attack) => [`shelves?name=in.(${attack},"${attack.replaceAll('"', '\\"')}")`],
  (attack) => [`shelves?or=(name.eq."${attack.replaceAll('"', '\\"')}",id.eq.0)`],
  (attack) => [`shelves?name=is.${attack}`],
  (attack) => [`shelves?${attack}=eq.1`],
  (attack) => [`shelves?select="${attack.replaceAll('"', '\\"')}":name`],
  (attack) => [`shelves?select=id::${attack}`],
  (attack) => [`shelves?select=books!${attack}(id)`],
  (attack) => [`shelves?select="${attack.replaceAll('"', '\\"')}":books(id)`],
  (attack) => [`shelves?order=id.${attack}`],
  (attack) => [`shelves?order="${attack.replaceAll('"', '\\"')}"`],
  (attack) => [`shelves?limit=${attack}`],
  (attack) => [`shelves?offset=${attack}`],
  (attack) => [`${encodeURIComponent(attack)}?select=id`],
  (attack) => [`rpc/${encodeURIComponent(attack)}`],
  (attack) => [`rpc/echo?given=${attack}`],
  (attack) => [`rpc/add?${attack}=1`],
  (attack) => [`books?columns=${attack}`, { method: 'POST', body: '{}' }],
  (attack) => [`books?on_conflict=${attack}`, { method: 'POST', body: '{"title":"x"}' }],
  (attack) => ['books', { method: 'POST', body: JSON.stringify({ [attack]: 1 }) }],
  (attack) => ['books', { method: 'POST', body: JSON.stringify({ owner: ANA, title: attack }) }],
  (attack) => ['rpc/echo', { method: 'POST', body: JSON.stringify({ given: attack }) }],
  (attack) => ['rpc/add', { method: 'POST', body: JSON.stringify({ [attack]: 1 }) }],
  (attack) => ['shelves', { headers: { prefer: `return=${attack}` } }],
  (attack) => ['shelves', { headers: { 'accept-profile': attack } }],
  (attack) => ['shelves', { headers: { range: attack } }],
];

test.each(ATTACKS)('%s does nothing in any place of a request', async (attack) => {
  for (const place of PLACES) {
    const [path, init] = place(attack);
    const { status } = await world.ask(path.replaceAll('%', '%25').replaceAll('#', '%23'), init, ANA);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const rows = await world.database.sql`select id from public.books where id <= 3`;
  expect(rows).toHaveLength(3);
  await world.database.sql`delete from public.books where id > 3`;
});

test('a hostile text is stored and found as the text it is', async () => {
  for (const title of ATTACKS) {
    await world.as(ANA).from('books').insert({ owner: ANA, title }).throwOnError();
    const { data } = await world.as(ANA).from('books').select('title').eq('title', title).single();
    expect(data).toEqual({ title });
    expect((await world.as(ANA).from('books').delete().eq('title', title).select('title')).data).toEqual([{ title }]);
  }
});

/** Words of the protocol and of the schema, and what breaks them, glued together at random. */
const glued = fc
  .array(
    fc.constantFrom(
      ...['id', 'name', 'title', 'price', 'tags', 'labels', 'shelves', 'books', 'shelf_id', 'count', 'nope', '*'],
      ...['eq', 'neq', 'in', 'is', 'like', 'not', 'and', 'or', 'asc', 'desc', 'nullsfirst', 'inner', 'null', 'int'],
      ...[
        '.',
        ',',
        '(',
        ')',
        ':',
        '::',
        '!',
        '"',
        '\\',
        '{',
        '}',
        '->',
        ' ',
        '1',
        '-1',
        '99999999999',
        '\u0000',
        '😀',
        "'",
        ';',
      ],
    ),
    { maxLength: 12 },
  )
  .map((words) => words.join(''));
const text = fc.oneof({ weight: 3, arbitrary: glued }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) });
const filter = fc.tuple(fc.constantFrom('eq.', 'in.(', 'is.', 'like.', 'not.gt.'), text).map((parts) => parts.join(''));
const key = fc.oneof(
  fc.constantFrom(
    'select',
    'order',
    'limit',
    'offset',
    'or',
    'not.and',
    'id',
    'title',
    'books.id',
    'on_conflict',
    'columns',
  ),
  text,
);
const search = fc.array(fc.tuple(key, fc.oneof(text, filter)), { maxLength: 4 });
const body = fc.oneof(
  text,
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.dictionary(glued, fc.jsonValue()).map((value) => JSON.stringify(value)),
);
const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('shelves', 'books', 'open_shelves', 'rpc/add', 'rpc/squares', 'rpc/dearest'),
  },
  { weight: 1, arbitrary: text.map(encodeURIComponent) },
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT');

test('whatever is asked is answered or refused, and is never a failure of the server', async () => {
  const request = fc.record({
    path,
    search,
    method,
    body,
    prefer: fc.constantFrom(
      '',
      'return=representation',
      'count=exact,resolution=merge-duplicates',
      'missing=default,tx=rollback',
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, search, method, body, prefer }) => {
      const init = { method, headers: { prefer, 'content-type': 'application/json' } };
      const answer = await world.ask(
        `${path}?${new URLSearchParams(search)}`,
        method === 'GET' || method === 'HEAD' ? init : { ...init, body },
        ANA,
      );
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 600, interruptAfterTimeLimit: 8000, markInterruptAsFailure: false },
  );
});

import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../../../server/testing/small-schema.ts';
import { DataError } from '../data-error.ts';
import { parseRequest } from '../parse/parse-request.ts';
import { parseBodyArguments, parseSearchArguments, planCall } from './plan-call.ts';
import { findTable, planRead } from './plan-read.ts';
import { isSingleRowWrite, planWrite } from './plan-write.ts';

const MAX_ROWS = 100;
const createRequest = (search: string, prefer = '') =>
  parseRequest({
    method: 'GET',
    search: new URLSearchParams(search),
    header: (name) => (name === 'prefer' ? prefer : undefined),
  });
const read = (table: string, search: string) =>
  planRead(SMALL_SCHEMA, findTable(SMALL_SCHEMA, table), createRequest(search), MAX_ROWS);
const write = (method: string, search: string, body: string, prefer = '') =>
  planWrite(SMALL_SCHEMA, 'spaces', { method, body, request: createRequest(search, prefer), maxRows: MAX_ROWS });

function getErrorCode(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DataError) return error.body.code;
    throw error;
  }
  return 'none';
}

test('a relation is found from both sides, by table, key and column', () => {
  const toOne = { isToOne: true, pairs: [{ parent: 'zone_id', child: 'id' }] };
  expect(read('spaces', 'select=zones(id)').embeds).toMatchObject([{ name: 'zones', alias: null, ...toOne }]);
  expect(read('spaces', 'select=z:zone_id(id)').embeds).toMatchObject([{ name: 'zone_id', alias: 'z', ...toOne }]);
  expect(read('spaces', 'select=spaces_zone(id)').embeds).toMatchObject([toOne]);
  expect(read('zones', 'select=spaces(id)').embeds).toMatchObject([
    { isToOne: false, pairs: [{ parent: 'id', child: 'zone_id' }], read: { maxRows: MAX_ROWS } },
  ]);
});

test('a unique foreign key makes a relation to one', () => {
  expect(read('spaces', 'select=locks(id)').embeds).toMatchObject([{ isToOne: true, read: { maxRows: null } }]);
});

test('two foreign keys between tables need a hint', () => {
  expect(getErrorCode(() => read('reservations', 'select=spaces(id)'))).toBe('PGRST201');
  expect(read('reservations', 'select=spaces!reservations_to(id)').embeds).toMatchObject([
    { pairs: [{ parent: 'to_id' }] },
  ]);
  expect(read('reservations', 'select=spaces!from_id(id)').embeds).toMatchObject([{ pairs: [{ parent: 'from_id' }] }]);
  expect(read('reservations', 'select=to_id(id)').embeds).toMatchObject([{ pairs: [{ parent: 'to_id' }] }]);
});

test('filters of an embedded table are found by its alias, at every level', () => {
  const plan = read('zones', 'select=s:spaces(id,l:locks(id))&s.l.id=eq.1&s.name=eq.x&s.limit=3');
  expect(plan.embeds[0]?.read).toMatchObject({ filters: [{ column: 'name' }], limit: 3 });
  expect(plan.embeds[0]?.read.embeds[0]?.read.filters).toMatchObject([{ column: 'id', value: '1' }]);
});

test.each([
  ['zones', 'select=nope', '42703'],
  ['zones', 'select=spaces(nope)', '42703'],
  ['zones', 'nope=eq.1', '42703'],
  ['zones', 'or=(id.eq.1,and(nope.eq.1,id.eq.2))', '42703'],
  ['zones', 'order=nope', '42703'],
  ['zones', 'select=reservations(id)', 'PGRST200'],
  ['zones', 'select=spaces!nope(id)', 'PGRST200'],
  ['zones', 'spaces.id=eq.1', 'PGRST108'],
  ['zones', 'select=s:spaces(id)&spaces.id=eq.1', 'PGRST108'],
  ['nope', '', 'PGRST205'],
  ['zones', `select=${Array.from({ length: 60 }, (_, n) => `ä${n}:id`).join()}`, 'PGRST100'],
])('a read of %s with %s is rejected with %s', (table, search, code) => {
  expect(getErrorCode(() => read(table, search))).toBe(code);
});

test('the columns of a write are the keys of its body, unless the address names them', () => {
  expect(write('POST', '', '[{"id":1,"name":"a"},{"name":"b","id":2}]')).toMatchObject({
    kind: 'insert',
    body: { columns: ['id', 'name'], isArray: true },
    upsert: null,
    returning: null,
  });
  expect(write('POST', 'columns=name', '[{"id":1},{"name":"b"}]')).toMatchObject({ body: { columns: ['name'] } });
});

test('an upsert conflicts on the primary key, or on the named columns', () => {
  const merge = 'resolution=merge-duplicates';
  expect(write('POST', '', '{"id":1}', merge)).toMatchObject({ upsert: { isMerged: true, columns: ['id'] } });
  expect(write('POST', 'on_conflict=name', '{"id":1}', 'resolution=ignore-duplicates')).toMatchObject({
    upsert: { isMerged: false, columns: ['name'] },
  });
});

test('filters apply to the written rows, not to the returned ones', () => {
  const plan = write('PATCH', 'id=eq.1&select=name', '{"name":"x"}', 'return=representation');
  expect(plan).toMatchObject({
    kind: 'update',
    rows: { filters: [{}] },
    returning: { filters: [], columns: [{ name: 'name' }] },
  });
});

test.each([
  ['POST', '', '{"nope":1}', 'PGRST204'],
  ['POST', '', '[{"id":1},{"name":"a"}]', 'PGRST102'],
  ['POST', '', '[1]', 'PGRST102'],
  ['POST', '', 'null', 'PGRST102'],
  ['POST', '', '', 'PGRST102'],
  ['POST', 'on_conflict=nope', '{"id":1}', '42703'],
  ['PATCH', 'id=eq.1', '[{"id":1}]', 'PGRST102'],
  ['PATCH', '', '{"id":1}', '21000'],
  ['DELETE', '', '', '21000'],
  ['DELETE', 'id=eq.1&limit=1', '', 'PGRST100'],
])('a %s with %s and the body %s is rejected with %s', (method, search, body, code) => {
  expect(getErrorCode(() => write(method, search, body))).toBe(code);
});

test.each<[boolean, string, string, string]>([
  [true, 'POST', '', '{"name":"x"}'],
  [false, 'POST', '', '[{"name":"x"}]'],
  [true, 'PATCH', 'id=eq.1', '{"name":"x"}'],
  [true, 'DELETE', 'id=eq.1&name=like.a*', ''],
  [false, 'PATCH', 'id=not.eq.1', '{"name":"x"}'],
  [false, 'PATCH', 'id=in.(1,2)', '{"name":"x"}'],
  [false, 'PATCH', 'name=eq.x', '{"name":"y"}'],
  [false, 'DELETE', 'or=(id.eq.1,id.eq.2)', ''],
])('whether a write affects one row at most is %s: %s %s %s', (isOne, method, search, body) => {
  expect(isSingleRowWrite(write(method, search, body))).toBe(isOne);
});

const call = (name: string, body: string, search = '') =>
  planCall(SMALL_SCHEMA, name, { args: parseBodyArguments(body), request: createRequest(search), maxRows: MAX_ROWS });

test('a function is found by the names of its arguments, except for defaults', () => {
  expect(call('free', '{"zone":1}').passed.map(({ name }) => name)).toEqual(['zone']);
  expect(call('free', '{"hours":2,"zone":1}').passed.map(({ name }) => name)).toEqual(['zone', 'hours']);
  expect(getErrorCode(() => call('free', '{"hours":2}'))).toBe('PGRST202');
  expect(getErrorCode(() => call('free', '{"zone":1,"x":1}'))).toBe('PGRST202');
  expect(getErrorCode(() => call('nope', ''))).toBe('PGRST202');
  expect(getErrorCode(() => call('rate', '{}', 'select=id'))).toBe('PGRST100');
});

test('arguments in an address are told from filters by the function’s parameters', () => {
  const from = parseSearchArguments(
    SMALL_SCHEMA,
    'free',
    new URLSearchParams('zone=eq.5&id=eq.1&limit=2&x=7&not.or=(a)'),
  );
  expect(from).toEqual({
    names: ['zone', 'x'],
    texts: new Map([
      ['zone', 'eq.5'],
      ['x', '7'],
    ]),
  });
});

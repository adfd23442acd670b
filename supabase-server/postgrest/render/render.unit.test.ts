import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../../../server/testing/small-schema.ts';
import { DataError } from '../data-error.ts';
import { parseRequest } from '../parse/parse-request.ts';
import { parseBodyArguments, parseSearchArguments, planCall } from '../plan/plan-call.ts';
import { findTable, planRead } from '../plan/plan-read.ts';
import { planWrite } from '../plan/plan-write.ts';
import { renderCall, renderRead } from './render-read.ts';
import { JSON_LIST } from './render-result.ts';
import { renderWrite } from './render-write.ts';
import type { Statement } from './statement.ts';

const MAX_ROWS = 100;
const createRequest = (search: URLSearchParams, prefer = '') =>
  parseRequest({ method: 'GET', search, header: (name) => (name === 'prefer' ? prefer : undefined) });
const SHAPE = { isCounted: false, hasBody: true };

function read(table: string, search: string | [string, string][], shape = SHAPE): Statement {
  const plan = planRead(
    SMALL_SCHEMA,
    findTable(SMALL_SCHEMA, table),
    createRequest(new URLSearchParams(search)),
    MAX_ROWS,
  );
  return renderRead('public', plan, shape);
}
function write(method: string, search: string | [string, string][], body: string, prefer = ''): Statement {
  const request = createRequest(new URLSearchParams(search), prefer);
  return renderWrite('public', planWrite(SMALL_SCHEMA, 'spaces', { method, body, request, maxRows: MAX_ROWS }));
}

/** What stands around the rows of every answer is left away, and each list is shown as a call. */
const extractRows = ({ text }: Statement) => {
  const plain = text.replaceAll(JSON_LIST, 'list(l)').replaceAll(/\(select i\.item, sum\(.*?\) as bytes from /g, '(');
  return plain.match(/ as total from (?:\(\(select .*? as item from )?\((.*)\) r(?: offset 0\) i\) l)?$/s)?.[1];
};

test('a read is one select with its values beside it', () => {
  const { text, values } = read(
    'spaces',
    'select=id,rate::text&zone_id=eq.7&name=not.in.(a,"b\\"c")&order=id.desc.nullslast&limit=5&offset=10',
  );
  expect(text).toBe(
    `select (coalesce(json_agg(case when l.bytes > 16777216 then data_api.fail_response_too_large() else l.item end), ` +
      `'[]'::json))::text as body, count(*)::int as rows, (null)::bigint as total from (` +
      `select i.item, sum(pg_column_size(i.item)) over (rows unbounded preceding) as bytes from (` +
      `select row_to_json(r.*) as item from (` +
      `select t1."id" as "id", t1."rate"::text as "rate" from "public"."spaces" t1 ` +
      `where t1."zone_id" = $1::integer and not (t1."name" = any ($2::text[])) ` +
      `order by t1."id" desc nulls last limit 5 offset $3::bigint) r offset 0) i) l`,
  );
  expect(values).toEqual(['7', '{"a","b\\"c"}', '10']);
});

test('the limit of a client never exceeds the server’s', () => {
  expect(extractRows(read('zones', 'limit=500'))).toBe('select t1.* from "public"."zones" t1 limit 100');
  expect(extractRows(read('zones', ''))).toBe('select t1.* from "public"."zones" t1 limit 100');
});

test('embedded rows are one value of each row', () => {
  expect(extractRows(read('zones', 'select=id,spaces(name,locks(*))&spaces.name=like.a*'))).toBe(
    `select t1."id" as "id", (select list(l) from ((select row_to_json(r.*) as item from (` +
      `select t2."name" as "name", (select row_to_json(r.*) from (` +
      `select t3.* from "public"."locks" t3 where t3."space_id" = t2."id") r) as "locks" ` +
      `from "public"."spaces" t2 where t2."zone_id" = t1."id" and t2."name" like $1::text limit 100) r offset 0) i) l) as "spaces" ` +
      `from "public"."zones" t1 limit 100`,
  );
});

test('embedded rows that name a column twice count towards the size limit', () => {
  expect(extractRows(read('zones', 'select=id,spaces(a:name,b:name)'))).toBe(
    `select t1."id" as "id", (select list(l) from ((select row_to_json(r.*) as item from (` +
      `select t2."name" as "a", t2."name" as "b" from "public"."spaces" t2 where t2."zone_id" = t1."id" limit 100` +
      `) r offset 0) i) l) as "spaces" from "public"."zones" t1 limit 100`,
  );
});

test('an inner relation is a condition of its parent', () => {
  expect(extractRows(read('zones', 'select=id,spaces!inner()&spaces.id=gt.3'))).toBe(
    `select t1."id" as "id" from "public"."zones" t1 where exists (` +
      `select from "public"."spaces" t2 where t2."zone_id" = t1."id" and t2."id" > $1::integer) limit 100`,
  );
});

test('a plain alias is quoted in the statement, also when the rows have the same alias', () => {
  const statement = read('zones', 'select=r:id,of:spaces(r:id)');
  expect(extractRows(statement)).toContain(
    `select t1."id" as "r", (select coalesce(json_agg(r.*), '[]'::json) from (select t2."id" as "r" from`,
  );
  expect(statement.values).toEqual([]);
});

test('any other alias is a value', () => {
  const statement = read('zones', 'select=*,"mine is":name,"ó":spaces(n$:id)');
  expect(extractRows(statement)).toContain(
    `json_build_object('id', t1."id", 'name', t1."name", 'odd "name"', t1."odd ""name""", $2::text, t1."name", $3::text, (select coalesce(json_agg(r."row"), '[]'::json) from (select json_build_object(`,
  );
  expect(statement.values).toEqual(['n$', 'mine is', 'ó']);
});

test('a count ignores the page, and a HEAD request builds no rows', () => {
  const { text } = read('zones', 'id=eq.1&limit=1', { isCounted: true, hasBody: false });
  expect(text).toMatch(/^select \(''\)::text as body/);
  expect(text).toContain('(select count(*) from "public"."zones" t1 where t1."id" = $2::integer)::bigint as total');
});

test('an insert parses its body by the types of the columns', () => {
  const { text, values } = write('POST', 'select=id', '[{"id":1,"rate":2}]', 'return=representation');
  expect(text).toContain(
    `with written as (insert into "public"."spaces" as t1 ("id", "rate") select b."id", b."rate" ` +
      `from json_to_recordset($1::json) as b ("id" integer, "rate" numeric) returning t1."id") `,
  );
  expect(values).toEqual(['[{"id":1,"rate":2}]']);
});

test('an upsert updates existing rows or ignores them', () => {
  const merged = write('POST', '', '{"id":1,"name":"a"}', 'resolution=merge-duplicates').text;
  expect(merged).toContain(
    `on conflict ("id") do update set "id" = excluded."id", "name" = excluded."name" where set_config(`,
  );
  expect(write('POST', 'on_conflict=name', '{"id":1}', 'resolution=ignore-duplicates').text).toContain(
    `on conflict ("name") do nothing returning 1`,
  );
});

test('an update and a delete affect the filtered rows only', () => {
  expect(write('PATCH', 'id=eq.1', '{"name":"x"}').text).toContain(
    `update "public"."spaces" as t1 set "name" = b."name" from json_to_record($1::json) as b ("name" text) where t1."id" = $2::integer returning 1`,
  );
  expect(write('DELETE', 'id=eq.1&select=*,zones(name)', '', 'return=representation').text).toContain(
    `delete from "public"."spaces" as t1 where t1."id" = $1::integer returning t1.*`,
  );
});

test('a call names its arguments', () => {
  const args = parseBodyArguments('{"zone":1}');
  const plan = planCall(SMALL_SCHEMA, 'free', {
    args,
    request: createRequest(new URLSearchParams('id=eq.2')),
    maxRows: MAX_ROWS,
  });
  const { text, values } = renderCall('public', plan, SHAPE);
  expect(text).toContain(
    `with called as (select f.* from json_to_record($1::json) as b ("zone" integer), lateral "public"."free"("zone" => b."zone") as f) `,
  );
  expect(values).toEqual(['{"zone":1}', '2']);
});

/** A plain name that the client chose, where a column gets its name. */
const CHOSEN_NAME = / as "\w+"/g;

/** Nothing of the schema or of SQL looks like this, so it can only come from the request. */
const MARK = 'Zq9x';
const marked = fc.constantFrom(
  MARK,
  `${MARK}'`,
  `"${MARK}"`,
  `${MARK})`,
  `'${MARK}--`,
  `${MARK}\\`,
  '77771',
  `${MARK}.${MARK}`,
);
const word = fc.constantFrom(
  'id',
  'name',
  'spaces',
  'zones',
  'locks',
  'zone_id',
  'eq.',
  'in.(',
  'like.',
  'is.null',
  'not.',
  ',',
  '(',
  ')',
  ':',
  '!inner',
  '::',
  '*',
  '.desc',
  'or',
  '"',
);
const piece = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: marked }), { maxLength: 10 })
  .map((parts) => parts.join(''));
const wellFormed = marked.map((mark) => `${mark.replace(/[^\w]/g, '')}:name,x${MARK}:spaces(${MARK}:id)`);
const pair = fc.oneof(
  fc.tuple(
    fc.constantFrom('select', 'order', 'limit', 'offset', 'or', 'id', 'name', 'spaces.name', 'columns', 'on_conflict'),
    piece,
  ),
  fc.tuple(fc.constant('select'), wellFormed),
  fc.tuple(
    fc.constantFrom('name', 'odd "name"'),
    marked.map((mark) => `eq.${mark}`),
  ),
  fc.tuple(
    fc.constant('name'),
    marked.map((mark) => `in.(${JSON.stringify(mark)})`),
  ),
  fc.tuple(
    fc.constant('or'),
    marked.map((mark) => `(name.eq.${JSON.stringify(mark)},id.gt.77771)`),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset'), fc.constant('77771')),
);
const objects = fc.dictionary(fc.constantFrom('id', 'name', 'rate', MARK), fc.oneof(marked, fc.integer()));

test('no statement has a text of the request outside its values, except for plain aliases', () => {
  let made = 0;
  const look = (render: () => Statement) => {
    try {
      expect(render().text.replaceAll(CHOSEN_NAME, '')).not.toMatch(/Zq9x|77771/);
      made += 1;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
    }
  };
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 4 }), objects, (search, row) => {
      const body = JSON.stringify(row);
      look(() => read('zones', search));
      look(() => write('POST', search, body, 'return=representation,resolution=merge-duplicates,missing=default'));
      look(() => write('PATCH', [...search, ['id', 'eq.77771']], body, 'return=representation'));
      look(() => {
        const args = parseSearchArguments(SMALL_SCHEMA, 'free', new URLSearchParams([['zone', MARK], ...search]));
        const request = parseRequest({
          method: 'GET',
          search: new URLSearchParams([['zone', MARK], ...search]),
          header: () => undefined,
          isArgument: (name) => args.names.includes(name),
        });
        return renderCall('public', planCall(SMALL_SCHEMA, 'free', { args, request, maxRows: MAX_ROWS }), SHAPE);
      });
    }),
    { seed: 20261121, numRuns: 1500 },
  );
  // The property says nothing if every request was refused.
  expect(made).toBeGreaterThan(500);
});

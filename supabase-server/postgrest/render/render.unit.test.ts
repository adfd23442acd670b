import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../../../server/testing/small-schema.ts';
import { DataError } from '../data-error.ts';
import { parseRequest } from '../parse/parse-request.ts';
import { parseSearchArguments, planCall } from '../plan/plan-call.ts';
import { findTable, planRead } from '../plan/plan-read.ts';
import { planWrite } from '../plan/plan-write.ts';
import { renderCall, renderRead } from './render-read.ts';
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
  return renderRead(plan, shape);
}
function write(method: string, search: string | [string, string][], body: string, prefer = ''): Statement {
  const request = createRequest(new URLSearchParams(search), prefer);
  return renderWrite(planWrite(SMALL_SCHEMA, 'spaces', { method, body, request, maxRows: MAX_ROWS }), request);
}

/** A name that the client chose, in quotes that it cannot leave. */
const CHOSEN_NAME = / as "(?:[^"]|"")+"/g;

/** Nothing of the schema or of SQL looks like this, so it can only come from the request. */
const MARK = 'Zq9x';
const marked = fc.constantFrom(
  ...`${MARK} ${MARK}' "${MARK}" ${MARK}) '${MARK}-- ${MARK}\\ 77771 ${MARK}.${MARK}`.split(' '),
);
const word = fc.constantFrom(
  ...'id name spaces zones locks zone_id eq. in.( like. is.null not. , ( ) : !inner :: * .desc or "'.split(' '),
);
const piece = fc
  .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: marked }), { maxLength: 10 })
  .map((parts) => parts.join(''));
const wellFormed = marked.map((mark) => `${JSON.stringify(mark)}:name,x${MARK}:spaces(${MARK}:id)`);
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

test('no statement has a text of the request outside its values, except for aliases in quotes', () => {
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
        return renderCall(planCall(SMALL_SCHEMA, 'free', { args, request, maxRows: MAX_ROWS }), request, true);
      });
    }),
    { seed: 20261121, numRuns: 1500 },
  );
  // The property says nothing if every request was refused.
  expect(made).toBeGreaterThan(500);
});

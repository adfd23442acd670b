import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../../server/testing/small-schema.ts';
import { createQueryPlanCache, type QueryPlan } from './data-api.ts';
import { parseRequest } from './parse/parse-request.ts';

const request = parseRequest({ method: 'GET', search: new URLSearchParams(), header: () => undefined });
const createPlan = (text: string): QueryPlan => ({ request, statement: { text, values: [] }, mayBeStale: false });

/** A cache, and the keys of the plans that it had to compile. */
function openCache() {
  const findOrCompile = createQueryPlanCache();
  const compiled: string[] = [];
  const find = (key: string, schema = SMALL_SCHEMA): QueryPlan =>
    findOrCompile(schema, key, () => {
      compiled.push(key);
      return createPlan(key);
    });
  return { find, compiled };
}

test('a read is compiled once, and another one by itself', () => {
  const { find, compiled } = openCache();
  expect(['a', 'b', 'a', 'a'].map((key) => find(key).statement.text)).toEqual(['a', 'b', 'a', 'a']);
  expect(compiled).toEqual(['a', 'b']);
});

test('the latest five hundred plans are kept, and none with a long key', () => {
  const { find, compiled } = openCache();
  find('often');
  for (let n = 0; n < 600; n += 1) {
    find(`${n}`);
    find('often');
  }
  compiled.length = 0;
  for (const key of ['often', '599', '0', 'x'.repeat(3000), 'x'.repeat(3000)]) find(key);
  expect(compiled).toEqual(['0', 'x'.repeat(3000), 'x'.repeat(3000)]);
});

import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../../../server/testing/small-schema.ts';
import { parseRequest } from '../parse/parse-request.ts';
import { isSingleRowWrite, planWrite } from './plan-write.ts';

function write(method: string, search: string, body: string) {
  const request = parseRequest({ method: 'GET', search: new URLSearchParams(search), header: () => undefined });
  return planWrite(SMALL_SCHEMA, 'spaces', { method, body, request, maxRows: 100 });
}

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

import { expect, test } from 'vitest';
import { SMALL_SCHEMA } from '../testing/small-schema.ts';
import { parseRequest } from './parse/parse-request.ts';
import { createKnownReads, type KnownRead } from './query-plan-cache.ts';

const request = parseRequest({ method: 'GET', search: new URLSearchParams(), header: () => undefined });

function counting() {
  const knownRead = createKnownReads();
  const made: string[] = [];
  const ask = (key: string, schema = SMALL_SCHEMA): KnownRead =>
    knownRead(schema, key, () => {
      made.push(key);
      return { request, statement: { text: key, values: [] } };
    });
  return { ask, made };
}

test('a read is understood once, and another one by itself', () => {
  const { ask, made } = counting();
  expect(['a', 'b', 'a', 'a'].map((key) => ask(key).statement.text)).toEqual(['a', 'b', 'a', 'a']);
  expect(made).toEqual(['a', 'b']);
});

test('a schema that was read anew forgets what was understood of the old one', () => {
  const { ask, made } = counting();
  ask('a');
  ask('a', { ...SMALL_SCHEMA });
  expect(made).toEqual(['a', 'a']);
});

test('the five hundred that were asked last are remembered, and no long ones', () => {
  const { ask, made } = counting();
  ask('often');
  for (let n = 0; n < 600; n += 1) {
    ask(`${n}`);
    ask('often');
  }
  made.length = 0;
  for (const key of ['often', '599', '0', 'x'.repeat(3000), 'x'.repeat(3000)]) ask(key);
  expect(made).toEqual(['0', 'x'.repeat(3000), 'x'.repeat(3000)]);
});

test('a read that cannot be understood is not remembered', () => {
  const knownRead = createKnownReads();
  const fail = () => {
    throw new Error('not understood');
  };
  expect(() => knownRead(SMALL_SCHEMA, 'a', fail)).toThrow('not understood');
  expect(knownRead(SMALL_SCHEMA, 'a', () => ({ request, statement: { text: 'b', values: [] } })).statement.text).toBe(
    'b',
  );
});

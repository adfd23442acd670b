import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from '../../server/testing/data-api.ts';

// A newer client may bring a method that nobody has looked at: supported or refused, one of the contract tests calls it.

const world = await openWorld();

/** What of a builder is no request of its own: how it is made, and how its promise is kept. */
const WORKINGS = new Set(['constructor', 'then', 'processResponse', 'cloneRequestState', 'decorateFetch']);

function methodsOf(object: object): string[] {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === null || prototype === Object.prototype) return [];
  return [...Object.getOwnPropertyNames(prototype), ...methodsOf(prototype)];
}

test('every method of the public client’s builders is called by a contract test', async () => {
  const table = world.as().from('shelves');
  const builders = [table, table.select(), table.select().eq('id', 1), world.as().schema('public')];
  const methods = new Set(builders.flatMap(methodsOf).filter((name) => !WORKINGS.has(name)));
  expect(methods.size).toBeGreaterThan(50);
  const files = ['builder-reads.test.ts', 'builder-writes.test.ts'].map((file) => join(import.meta.dirname, file));
  const calls = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  expect([...methods].filter((name) => !new RegExp(`\\.${name}(<[^;]*>)?[(.]`).test(calls))).toEqual([]);
});

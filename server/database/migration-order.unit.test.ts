import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, readMigrations } from './migrate.ts';

const ROOT = join(import.meta.dirname, '../..');
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Digests by file name of the migrations that a release brought to installations: none of them changes, and new ones come
 * after them. Version 1.0.0 lists the first ones; until then the first one is written anew.
 */
const RELEASED: Readonly<Record<string, string>> = {};

type File = { name: string; text: string };

/** Names released files that changed or are gone, and new ones that would come before the newest released one. */
function findBrokenPromises(released: typeof RELEASED, files: readonly File[]): string[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const changed = Object.keys(released).filter((name) => digest(texts.get(name) ?? '') !== released[name]);
  const newest = Object.keys(released).toSorted().at(-1) ?? '';
  const late = files.map(({ name }) => name).filter((name) => name < newest && !(name in released));
  return [...changed, ...late];
}

test('released migrations are as they were released, and version 1.0.0 has some', async () => {
  const files = (await Promise.all(MIGRATIONS.map(({ folder }) => readMigrations(folder)))).flat();
  const named = files.map(({ version, name, text }) => ({ name: `${version}_${name}.sql`, text }));
  expect(findBrokenPromises(RELEASED, named)).toEqual([]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(Object.keys(RELEASED).length > 0).toBe(Number.parseInt(version, 10) >= 1);
});

test.each(MIGRATIONS)('each migration of $folder has a version of its own', async ({ folder }) => {
  const versions = (await readMigrations(folder)).map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
});

/** Servers of the version before use it, unless the head says which ones do not. */
const TAKES_AWAY = /^(?!--).*(drop (table|view|function|procedure|type|schema|column)|rename (to|column))/im;
const OLDEST = /^-- Oldest server: \d+\.\d+\.\d+$/m;
const isSilent = (text: string) => TAKES_AWAY.test(text) && !OLDEST.test(text);

test('a migration that takes something away says which is the oldest server that works without', async () => {
  expect(isSilent('-- Locks: none\n\nalter table public.things\n  drop column old;')).toBe(true);
  expect(isSilent('-- Locks: none\n-- Oldest server: 1.1.0\n\ndrop table public.things;')).toBe(false);
  expect(isSilent('-- We drop column old later.\nalter table public.things add column new text;')).toBe(false);
  const later = await Promise.all(MIGRATIONS.map(async ({ folder }) => (await readMigrations(folder)).slice(1)));
  expect(
    later.flatMap((migrations) => migrations.filter(({ text }) => isSilent(text))).map(({ file }) => file),
  ).toEqual([]);
});

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, readMigrations } from './migrate.ts';
import { RELEASED } from './released-migrations.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

test.each(MIGRATIONS)('released migrations of $table are as they were, and new ones come after', async (set) => {
  const released = RELEASED[set.table];
  const files = (await readMigrations(set.folder)).map(({ file, text }) => [basename(file), digest(text)] as const);
  // Names in the order in which they run: what was released comes first, unchanged.
  expect(Object.fromEntries(files.slice(0, Object.keys(released).length))).toEqual(released);
});

test.each(MIGRATIONS)('each migration of $folder has a version of its own', async ({ folder }) => {
  const versions = (await readMigrations(folder)).map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
});

test.each(MIGRATIONS)('no migration of $folder ends the transaction that it runs in', async ({ folder }) => {
  const ends = (await readMigrations(folder)).filter(({ text }) => /^\s*(begin|commit|rollback)\s*;/im.test(text));
  expect(ends.map(({ file }) => file)).toEqual([]);
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

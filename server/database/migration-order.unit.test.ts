import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, type MigrationSet, readMigrations } from './migrate.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Digests by table and file name of the migrations that a release brought to installations: none of them changes, and new
 * ones of their folder come after them.
 */
const RELEASED: Readonly<Record<MigrationSet['table'], Readonly<Record<string, string>>>> = {
  platform_migrations: {
    '20261201000010_roles.sql': '8f67becb4645ea9f7c4bd19a1d3b8a8826e0d7272e28a81afccca0690a99b790',
    '20261201000020_schemas.sql': 'f9c4b614209e73c3de5f0d3b1493918f8fbadfb1735d1272537b7ed8ea19dfb2',
    '20261201000030_accounts.sql': 'ac3cf5715723f022b1aaba513f32fe00ab6c152c6c37d136fa46efdebb95471c',
    '20261201000040_server.sql': 'e32feba85476c680371ebdb728d0afc945cb88471351566506b295ccb28007ca',
    '20261201000050_data_api.sql': '8d78ef9f3293964b2cb1d7acbc726131d99ff755ef561d6d0b6df1763a5da750',
  },
  schema_migrations: {
    '20261201000000_release_1_0.sql': '9133241193cda435a6b743cb51b37a0523fc776669a2883776ef64e52be2fa85',
  },
  simulator_migrations: {
    '20261201000010_simulators.sql': '0d68199dae9ddad345b678c31222886f0ec1017faaaaa549d8b2fe372223b777',
  },
};

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

import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, readMigrations } from './migrate.ts';

/** The newest migration of each folder that installations have run, and how many there are up to it. A release raises both. */
const RELEASED = {
  'auth-schema': { newest: '20261122300000', count: 19 },
  migrations: { newest: '20261122068000', count: 155 },
} as const;

test.each(MIGRATIONS)(
  'a new migration of $folder comes after those that installations have run',
  async ({ folder }) => {
    const { newest, count } = RELEASED[basename(folder) as keyof typeof RELEASED];
    const versions = (await readMigrations(folder)).map(({ version }) => version);
    expect(versions).toContain(newest);
    expect(versions.filter((version) => version <= newest)).toHaveLength(count);
    expect(versions.filter((version, index) => version === versions[index + 1])).toEqual([]);
  },
);

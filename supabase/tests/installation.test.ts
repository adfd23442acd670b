import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, refusalOf, SERVICE } from './as.ts';

let database: TestDatabase;
let cast: Cast;
beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
});
afterAll(() => database.close());

const hasSamples = async () => {
  const [row] = await database.sql<{ samples: boolean }[]>`select private.has_samples() as samples`;
  return row?.samples;
};

test('sample data is on until a server or an operator says otherwise', async () => {
  expect(await hasSamples()).toBe(true);
  await database.sql`delete from private.installation`;
  expect(await hasSamples()).toBe(true);
});

test('a server writes its choice into the one row, also where another one stands', async () => {
  await writeInstallation(database.sql, { samples: false });
  expect(await hasSamples()).toBe(false);
  await writeInstallation(database.sql, { samples: true });
  expect(await hasSamples()).toBe(true);
  expect(await database.sql`select samples from private.installation`).toEqual([{ samples: true }]);
});

test('nobody who comes over an API reads or writes the choice, administrators included', async () => {
  for (const actor of [ANONYMOUS, cast.ana, cast.admin, SERVICE]) {
    expect(await refusalOf(as(database.sql, actor, (tx) => tx`select samples from private.installation`))).toBe(
      '42501',
    );
    expect(await refusalOf(as(database.sql, actor, (tx) => tx`update private.installation set samples = false`))).toBe(
      '42501',
    );
  }
  expect(await hasSamples()).toBe(true);
});

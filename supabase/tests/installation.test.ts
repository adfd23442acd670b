import { expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();

const hasSamples = async () => {
  const [row] = await sql<{ samples: boolean }[]>`select private.has_samples() as samples`;
  return row?.samples;
};

test('sample data is on until a server or an operator says otherwise', async () => {
  expect(await hasSamples()).toBe(true);
  await sql`delete from private.installation`;
  expect(await hasSamples()).toBe(true);
});

test('a server writes its choice into the one row, also where another one stands', async () => {
  await writeInstallation(sql, { samples: false });
  expect(await hasSamples()).toBe(false);
  await writeInstallation(sql, { samples: true });
  expect(await hasSamples()).toBe(true);
  expect(await sql`select samples from private.installation`).toEqual([{ samples: true }]);
});

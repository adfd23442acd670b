import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SettingsNotReadError } from '../../supabase-server/host.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSettingsReader } from './read-settings.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`update public.installation_settings set allow_signups = true, password_min_length = 8`;
});
afterAll(() => database.close());

const open = (samples: boolean, maxAgeMs?: number) =>
  createSettingsReader({ sql: database.sql, config: { samples }, ...(maxAgeMs === undefined ? {} : { maxAgeMs }) });

test('with sample data the settings of the row do not count', async () => {
  const readSettings = open(true, 0);
  await database.sql`update public.installation_settings set allow_signups = false, password_min_length = 20`;
  expect(await readSettings()).toMatchObject({ allowSignups: true, passwordMinLength: 8, sessionTimeoutHours: null });
});

test('the settings that hold from the start are those that sample data shows', async () => {
  expect(await open(false)()).toEqual(await open(true)());
});

test('the settings are kept for a while, and read anew once they are old', async () => {
  const keeping = open(false);
  const forgetting = open(false, 0);
  for (const readSettings of [keeping, forgetting]) await readSettings();
  await database.sql`update public.installation_settings set allow_signups = false`;
  expect((await keeping()).allowSignups).toBe(true);
  expect((await forgetting()).allowSignups).toBe(false);
});

test('settings that cannot be read are an error for all who wait, and read again at the next request', async () => {
  const readSettings = open(false);
  await database.sql`alter table public.installation_settings rename to hidden`;
  try {
    const both = await Promise.allSettled([readSettings(), readSettings()]);
    expect(both).toMatchObject([1, 2].map(() => ({ reason: expect.any(SettingsNotReadError) })));
  } finally {
    await database.sql`alter table public.hidden rename to installation_settings`;
  }
  expect((await readSettings()).allowSignups).toBe(true);
});

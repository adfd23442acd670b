import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createDataDir, findFreePort, startAndFail } from '../server.ts';
import { expectStored, startReplicas, type Target } from './targets.ts';
import { startTraffic } from './traffic.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROKEN = '29990101000000_half_way.sql';

let next: string;
test.beforeEach(async () => {
  next = await createDataDir();
});
test.afterEach(() => rm(next, { recursive: true, force: true }));

/** The next version of the product: this one, with a migration more that fails half way. */
async function makeNextVersion(): Promise<void> {
  for (const part of ['server', 'supabase-server', 'simulators', 'domain', 'supabase', 'package.json']) {
    await cp(join(ROOT, part), join(next, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(next, 'node_modules'));
  await mkdir(join(next, 'dist'));
  await writeFile(
    join(next, 'supabase/migrations', BROKEN),
    'alter table public.reservations add column half int;\n\nalter table public.no_such_table add column other int;\n',
  );
}

/** All columns there are, and all migrations that ran. */
async function readSchema({ connect }: Target): Promise<unknown> {
  const sql = connect();
  try {
    return [
      await sql`select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`,
      await sql`select version from supabase_migrations.schema_migrations order by 1`,
    ];
  } finally {
    await sql.end();
  }
}

test('a new version whose migration fails stops with its name, and the old one serves on', async () => {
  await makeNextVersion();
  const target = await startReplicas({ servers: 1, drivers: 4 });
  const [server] = target.servers;
  if (!server) throw new Error('There is no server');
  const traffic = startTraffic(server, target.drivers, target.spaces);
  try {
    const before = await readSchema(target);

    const env = { ...target.env, PORT: `${await findFreePort()}`, DATA_DIR: next };
    const { code, lines } = await startAndFail(env, { folder: next });

    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(`${BROKEN} line 3: relation "public.no_such_table" does not exist`);
    expect(await readSchema(target)).toEqual(before);
    const booked = traffic.booked.length;
    await expect.poll(() => traffic.booked.length).toBeGreaterThan(booked + 10);
    await traffic.stop();
    expect(traffic.booked.length).toBe(traffic.outcomes.length);
    await expectStored(target, traffic.booked);
  } finally {
    await traffic.stop();
    await target.stop();
  }
});

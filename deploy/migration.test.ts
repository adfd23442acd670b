import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { createCrowd, createSharedKeys } from '../server/testing/crowd.ts';
import { startOutsidePostgres } from '../server/testing/outside-postgres.ts';
import { openOwnerPool } from '../supabase-server/connections/owner-pool.ts';
import { findOutage, startBookings } from './testing/bookings.ts';
import { createImageFolder, ROOT } from './testing/create-image-folder.ts';
import { startReplica } from './testing/replica.ts';

const PATIENT = { timeout: 60_000 };
/** Requests wait 3 seconds for a lock and fail then; a booking that waited is the only gap. */
const OUTAGE_LIMIT_S = 4;
const MIGRATION = `alter table public.reservations add column of_the_next_version int;
alter table public.parking_spaces add column of_the_next_version int;`;

/** Starts a PostgreSQL, a server on it and the folder of the next version, which has one more migration. */
async function prepareUpgrade() {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const image = join(folder, 'image');
  const [postgres, keys] = await Promise.all([startOutsidePostgres(), createSharedKeys(), createImageFolder(image)]);
  onTestFinished(() => postgres.stop());
  await writeFile(join(image, 'supabase/migrations/20990101000000_next_version.sql'), MIGRATION);
  const env = { ...keys.env, DATABASE_URL: postgres.url, SEED: 'demo', SAMPLES: 'on', RATE_LIMIT: 'off' };
  const server = await startReplica(ROOT, await findFreePort(), env);
  onTestFinished(async () => void (await server.kill()));
  const sql = openOwnerPool(postgres.url, pino({ level: 'silent' }), { isForMaintenance: true, max: 4 });
  onTestFinished(() => sql.end());
  const startNext = async () => startReplica(image, await findFreePort(), env);
  return { keys, server, sql, startNext };
}

test('drivers book while the next version waits for a long read, and it starts after that', async () => {
  const { keys, server, sql, startNext } = await prepareUpgrade();
  const drivers = await createCrowd(sql, keys, 4);
  const rows = await sql<{ id: string }[]>`select id from public.parking_spaces where status = 'available'`;
  const address = { url: server.url, publishableKey: keys.publishableKey };
  const bookings = startBookings(
    [address],
    drivers,
    rows.map(({ id }) => id),
    50,
  );
  onTestFinished(() => bookings.stop());
  const { writes, failures } = bookings;
  const bookMore = async () => {
    const before = writes.length;
    await expect.poll(() => writes.length, PATIENT).toBeGreaterThan(before + 20);
  };
  await bookMore();
  const since = performance.now();

  const reader = await sql.reserve();
  await reader`begin`;
  await reader`select count(*) from public.reservations`;
  let startedAt = 0;
  const starting = startNext().then((next) => {
    startedAt = performance.now();
    return next;
  });
  const waits = () => sql`
    select from pg_locks where relation = 'public.reservations'::regclass and mode = 'AccessExclusiveLock' and not granted`;
  await expect.poll(waits, PATIENT).toHaveLength(1);
  // It gave up for a while, and tries again.
  await expect.poll(waits, PATIENT).toHaveLength(0);
  await bookMore();
  await expect.poll(waits, PATIENT).toHaveLength(1);
  expect(startedAt).toBe(0);
  const readUntil = performance.now();
  await reader`commit`;
  reader.release();
  const next = await starting;
  onTestFinished(async () => void (await next.kill()));
  await bookMore();
  await bookings.stop();

  expect(startedAt).toBeGreaterThan(readUntil);
  expect([...failures]).toEqual([]);
  expect(findOutage(writes, since)).toBeLessThan(OUTAGE_LIMIT_S);
  expect(await sql`select of_the_next_version from public.reservations limit 1`).toHaveLength(1);
});

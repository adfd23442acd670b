import { spawnSync } from 'node:child_process';
import { chmod, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createDataDir } from '../server.ts';
import { expectStored, onlyServer, startEmbeddedServer, type Target } from './targets.ts';
import { expectPassing, NO_RESPONSE, send, startTraffic } from './traffic.ts';

// The disk under DATA_DIR runs full while drivers book.

const DRIVERS = 4;
const DISK_SIZE = '192m';
const OFTEN = { intervals: [50], timeout: 20_000 };

let disk: string;
test.beforeEach(async () => {
  disk = await createDataDir();
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', disk]);
  test.skip(status !== 0, `no disk of a test's own can be mounted here: ${stderr ?? 'there is no mount'}`);
  await chmod(disk, 0o755);
});
test.afterEach(async () => {
  spawnSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
});

const filler = () => join(disk, 'filler');

async function fillDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await expect(writeFile(filler(), Buffer.alloc((bavail + 1) * bsize))).rejects.toThrow('ENOSPC');
}

const canRead = async (target: Target) =>
  (await send(onlyServer(target), null, '/rest/v1/parking_zones?select=id')).status === 200;

const LOG_FILES = 20;

/** Makes PostgreSQL begin new files of its log until there is no room for one, so that it ends. */
async function endLogFile({ connect }: Target): Promise<void> {
  const sql = connect();
  const fillUp = async () => {
    for (let file = 0; file < LOG_FILES; file += 1) {
      await sql`select pg_switch_wal(), pg_logical_emit_message(true, 'test', 'more')`;
    }
  };
  await expect(fillUp()).rejects.toThrow();
  await sql.end({ timeout: 1 });
}

test('drivers read on while the disk is full, book again when it has space, lose nothing', async () => {
  const target = await startEmbeddedServer(join(disk, 'data'), { drivers: DRIVERS });
  const traffic = startTraffic(onlyServer(target), target.drivers, target.spaces);
  const { outcomes, booked } = traffic;
  const isRefused = () => outcomes.slice(-DRIVERS).every(({ status }) => status === 503 || status === 504);
  const untilBooked = async () => {
    const before = booked.length;
    await expect.poll(() => booked.length, OFTEN).toBeGreaterThan(before + 2 * DRIVERS);
  };
  try {
    await untilBooked();

    await fillDisk();
    await expect.poll(isRefused, OFTEN).toBe(true);
    expect(await canRead(target)).toBe(true);
    await rm(filler());
    await untilBooked();

    // With its log at an end the database itself is gone until there is room.
    await fillDisk();
    await endLogFile(target);
    await expect.poll(() => canRead(target), OFTEN).toBe(false);
    await rm(filler());
    await untilBooked();
    await traffic.stop();

    expect(outcomes.filter(({ status }) => status === NO_RESPONSE)).toEqual([]);
    for (const outcome of outcomes.filter(({ status }) => status !== 201)) expectPassing(outcome);
    await expectStored(target, booked);
  } finally {
    await traffic.stop();
    await target.stop();
  }
});

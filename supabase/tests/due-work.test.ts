import type { Sql } from 'postgres';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createSpace } from './as.ts';
import { openDatabase } from './world.ts';

// Several servers on one database: the pool gives each statement, and each transaction, a session of its own.

const sql = await openDatabase();
let spaceId: string;

beforeAll(async () => {
  ({ spaceId } = await createSpace(sql));
});
beforeEach(() => sql`truncate private.due_work`);

const runInTurn = async (sql: Pick<Sql, 'unsafe'>) => {
  const [row] = await sql.unsafe<{ ran: boolean }[]>('select private.run_scheduled_jobs_once() as ran');
  return row?.ran;
};
const lastRun = async () => {
  const [row] = await sql<{ started_at: Date }[]>`
    select started_at from private.due_work where name = 'run_due_work'`;
  return row;
};
const spaceStatus = async () => {
  const [row] = await sql<{ status: string }[]>`select status from public.parking_spaces where id = ${spaceId}`;
  return row?.status;
};

test('of ten servers whose clocks strike together one does the due work, and when is on record', async () => {
  await sql`update public.parking_spaces set status = 'reserved' where id = ${spaceId}`;
  const ran = await Promise.all(Array.from({ length: 10 }, () => runInTurn(sql)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(await spaceStatus()).toBe('available');
  const run = await lastRun();
  expect(Math.abs(Date.now() - Number(run?.started_at))).toBeLessThan(60_000);
});

test('a server that comes while another is at it leaves it alone instead of waiting', async () => {
  await sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    expect(await runInTurn(sql)).toBe(false);
  });
});

test('when the server that was at it fails, the next one does the work', async () => {
  const failing = sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    throw new Error('the server is gone');
  });
  await expect(failing).rejects.toThrow('the server is gone');
  expect(await lastRun()).toBeUndefined();
  expect(await runInTurn(sql)).toBe(true);
});

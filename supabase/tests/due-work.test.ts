import type { Sql } from 'postgres';
import { beforeEach, expect, test } from 'vitest';
import { createSpace } from './as.ts';
import { openDatabase } from './world.ts';

// Several servers on one database: the pool gives each statement, and each transaction, a session of its own.

const sql = await openDatabase();
const { spaceId } = await createSpace(sql);
beforeEach(() => sql`truncate private.due_work`);

const runInTurn = async (sql: Pick<Sql, 'unsafe'>) => {
  const [row] = await sql.unsafe<{ ran: boolean }[]>('select private.run_scheduled_jobs_once() as ran');
  return row?.ran;
};

test('of ten servers whose clocks strike together one does the due work, and when is on record', async () => {
  await sql`update public.parking_spaces set status = 'reserved' where id = ${spaceId}`;
  const ran = await Promise.all(Array.from({ length: 10 }, () => runInTurn(sql)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(await sql`select status from public.parking_spaces where id = ${spaceId}`).toEqual([{ status: 'available' }]);
  const runs = await sql`select started_at > now() - interval '1 minute' as is_recent from private.due_work`;
  expect(runs).toEqual([{ is_recent: true }]);
});

test('a server that comes while another is at it leaves it alone instead of waiting', async () => {
  await sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    expect(await runInTurn(sql)).toBe(false);
  });
});

test('half a minute later the work is due again', async () => {
  expect(await runInTurn(sql)).toBe(true);
  await sql`update private.due_work set started_at = started_at - interval '29 seconds'`;
  expect(await runInTurn(sql)).toBe(true);
});

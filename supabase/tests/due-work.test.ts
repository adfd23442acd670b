import type { Sql } from 'postgres';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from './world.ts';

// Several servers on one database: the pool gives each statement, and each transaction, a session of its own.

const sql = await openDatabase();
beforeEach(() => sql`truncate private.due_work`);

const runInTurn = async (sql: Pick<Sql, 'unsafe'>) => {
  const [row] = await sql.unsafe<{ ran: boolean }[]>('select private.run_scheduled_jobs_once() as ran');
  return row?.ran;
};

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

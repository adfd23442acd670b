import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { ANONYMOUS, as, type Cast, createCast, createSpace, refusalOf, SERVICE } from './as.ts';

// Several servers on one database: the pool gives each statement, and each transaction, a session of its own.

let database: TestDatabase;
let cast: Cast;
let spaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  cast = await createCast(database.sql);
  ({ spaceId } = await createSpace(database.sql));
});
beforeEach(() => database.sql`truncate private.due_work`);
afterAll(() => database.close());

const runInTurn = async (sql: Pick<Sql, 'unsafe'>) => {
  const [row] = await sql.unsafe<{ ran: boolean }[]>('select private.run_scheduled_jobs_once() as ran');
  return row?.ran;
};
const lastRun = async () => {
  const [row] = await database.sql<{ started_at: Date }[]>`
    select started_at from private.due_work where name = 'run_due_work'`;
  return row;
};
const spaceStatus = async () => {
  const [row] = await database.sql<
    { status: string }[]
  >`select status from public.parking_spaces where id = ${spaceId}`;
  return row?.status;
};

test('of ten servers whose clocks strike together one does the due work, and when is on record', async () => {
  await database.sql`update public.parking_spaces set status = 'reserved' where id = ${spaceId}`;
  const ran = await Promise.all(Array.from({ length: 10 }, () => runInTurn(database.sql)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(await spaceStatus()).toBe('available');
  const run = await lastRun();
  expect(Math.abs(Date.now() - Number(run?.started_at))).toBeLessThan(60_000);
});

test('a server that comes while another is at it leaves it alone instead of waiting', async () => {
  await database.sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    expect(await runInTurn(database.sql)).toBe(false);
  });
});

test('when the server that was at it fails, the next one does the work', async () => {
  const failing = database.sql.begin(async (first) => {
    expect(await runInTurn(first)).toBe(true);
    throw new Error('the server is gone');
  });
  await expect(failing).rejects.toThrow('the server is gone');
  expect(await lastRun()).toBeUndefined();
  expect(await runInTurn(database.sql)).toBe(true);
});

test('half a minute later the work is due again', async () => {
  expect(await runInTurn(database.sql)).toBe(true);
  await database.sql`update private.due_work set started_at = started_at - interval '29 seconds'`;
  expect(await runInTurn(database.sql)).toBe(true);
});

test('neither visitors nor people who are signed in run the work or see when it was done; the service sees it', async () => {
  for (const actor of [ANONYMOUS, cast.ana, cast.admin]) {
    expect(await refusalOf(as(database.sql, actor, runInTurn))).toBe('42501');
    expect(await refusalOf(as(database.sql, actor, (tx) => tx`select * from private.due_work`))).toBe('42501');
  }
  await runInTurn(database.sql);
  expect(await as(database.sql, SERVICE, (tx) => tx`select name from private.due_work`)).toHaveLength(1);
});

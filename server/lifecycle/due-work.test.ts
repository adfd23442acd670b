import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabaseClock } from '../../supabase-server/connections/database-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startBooksWatch, startDailyTotals, startDueWork } from './jobs.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
});

test('two servers on one database do the due work once for each half minute', async () => {
  // Every run is counted by the database itself.
  await database.sql.unsafe(`
    create table public.runs (at timestamptz default clock_timestamp());
    create or replace function public.run_due_work() returns void language sql
      as 'insert into public.runs default values';
  `);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:00:01Z') });
  const clock = createDatabaseClock(database.sql);
  const log = pino({ level: 'silent' });
  const stops = [startDueWork({ sql: database.sql, clock, log }), startDueWork({ sql: database.sql, clock, log })];
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(stops.map((stop) => stop()));
  vi.useRealTimers();
  const [row] = await database.sql`select count(*)::int as runs from public.runs`;
  expect(row?.runs).toBe(1);
});

test('past days are added up, and the clock is read, while the due work fails', async () => {
  await database.sql.unsafe(`
    create or replace function public.run_due_work() returns void language plpgsql
      as 'begin raise exception using errcode = ''XX000''; end';
    truncate private.due_work, private.job_runs;
  `);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:00:01Z') });
  const clock = createDatabaseClock(database.sql);
  const sync = vi.spyOn(clock, 'sync');
  const jobs = { sql: database.sql, log: pino({ level: 'silent' }) };
  const stops = [startDueWork({ ...jobs, clock }), startDailyTotals(jobs)];
  await vi.advanceTimersByTimeAsync(30_000);
  await Promise.all(stops.map((stop) => stop()));
  vi.useRealTimers();
  expect(sync).toHaveBeenCalled();
  expect(await database.sql`select job, error from private.job_runs order by job`).toEqual([
    { job: 'add_up_days', error: null },
    { job: 'due_work', error: 'XX000' },
  ]);
});

test('a broken rule of the books is an error in the log and a number of the metrics, on each server', async () => {
  const { sql } = database;
  await sql.unsafe(`
    create or replace function private.check_books() returns table (rule text, faults bigint) language sql
      as 'select ''accounts-sum-to-zero'', 3::bigint union all select ''booked-reservations-are-charged'', 0';
  `);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:40:59Z') });
  const log = pino({ level: 'silent' });
  const error = vi.spyOn(log, 'error');
  const servers = [1, 2].map(() => ({ recordJobRun: vi.fn(), setBrokenRules: vi.fn() }));
  const stops = servers.map((metrics) => startBooksWatch({ sql, log, metrics }));
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(stops.map((stop) => stop()));
  vi.useRealTimers();
  expect(error).toHaveBeenCalledTimes(2);
  expect(error).toHaveBeenCalledWith({ broken: [{ rule: 'accounts-sum-to-zero', faults: '3' }] }, expect.any(String));
  for (const { setBrokenRules } of servers) expect(setBrokenRules).toHaveBeenCalledWith(1);
});

import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../http/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDatabaseClock } from './database-clock.ts';
import { scheduleJob, startBooksWatch, startDailyTotals, startDueWork, startQueueWatch } from './jobs.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
});

describe('a run', () => {
  beforeEach(async () => {
    await database.sql`truncate private.job_runs`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:00:01Z') });
  });
  afterEach(() => void vi.useRealTimers());
  const schedule = (work: () => Promise<void>, warn = vi.fn()) =>
    scheduleJob({
      job: 'mail',
      pattern: '*/30 * * * * *',
      work,
      sql: database.sql,
      log: Object.assign(pino({ level: 'silent' }), { warn }),
    });
  /** Runs a job once, at the next half minute. */
  async function runOnce(work: () => Promise<void>, warn = vi.fn()): Promise<void> {
    const stop = schedule(work, warn);
    await vi.advanceTimersByTimeAsync(30_000);
    await stop();
  }
  const readRun = async () =>
    (
      await database.sql`
        select job, every::text, started_at as "startedAt", next_run_at as "nextRunAt", error,
          succeeded_at is not null as "hasSucceeded"
        from private.job_runs`
    )[0];

  test('a run is recorded with its job, its interval and its next run', async () => {
    await runOnce(() => Promise.resolve());
    expect(await readRun()).toEqual({
      job: 'mail',
      every: '00:00:30',
      startedAt: new Date('2026-11-21T12:00:30Z'),
      nextRunAt: new Date('2026-11-21T12:01:00Z'),
      error: null,
      hasSucceeded: true,
    });
  });

  test.each([
    [Object.assign(new Error('smtp://me:secret@mail.test'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [Object.assign(new Error('no'), { code: 'secret@mail.test' }), 'unknown'],
    [new Error('smtp://me:secret@mail.test'), 'unknown'],
  ])('a failed run is recorded by its code, without the text of the error: %s', async (error, code) => {
    await runOnce(() => Promise.reject(error));
    expect(await readRun()).toMatchObject({ error: code, hasSucceeded: false });
  });

  test('a run that cannot be recorded is logged, and fails nothing', async () => {
    const warn = vi.fn();
    const work = vi.fn(() => Promise.resolve());
    await database.sql`alter table private.job_runs rename to elsewhere`;
    await runOnce(work, warn);
    await database.sql`alter table private.elsewhere rename to job_runs`;
    expect(work).toHaveBeenCalledOnce();
    expect(warn.mock.calls).toEqual([[expect.anything(), 'the run of a job could not be recorded']]);
  });
});

test('two servers on one database do the due work once for each half minute', async () => {
  // Every run is counted by the database itself.
  await database.sql.unsafe(`
    create table public.runs (at timestamptz default clock_timestamp());
    create or replace function private.run_due_work() returns void language sql
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
    create or replace function private.run_due_work() returns void language plpgsql
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

test('the metrics have each job before its first run, its failures from zero on and what waits in queues', async () => {
  const { sql, callers } = database;
  await sql`insert into parqueo_server.mail_outbox (sealed_mail, next_attempt_at) values ('x', now() - interval '1 hour')`;
  const metrics = createMetrics(callers.pool, { withProcess: false });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:00:01Z') });
  const read = (name: string) => metrics.registry.getSingleMetricAsString(`parqueo_${name}`);
  const stop = startQueueWatch({ sql, log: pino({ level: 'silent' }), metrics });
  expect(await read('scheduled_work_interval_seconds')).toContain('{work="queues"} 30');
  expect(await read('scheduled_work_failures_total')).toContain('{work="queues"} 0');
  expect(await read('scheduled_work_last_success_timestamp_seconds')).not.toContain('queues');
  await vi.advanceTimersByTimeAsync(30_000);
  await stop();
  expect(await read('scheduled_work_last_success_timestamp_seconds')).toContain('{work="queues"}');
  expect(await read('queue_age_seconds')).toMatch(/\{queue="mail"\} 36\d\d\b/);
  expect(await read('queue_age_seconds')).toContain('{queue="fiscal"} 0');
});

test('a broken rule of the books is an error in the log and a number of the metrics, on each server', async () => {
  const { sql } = database;
  await sql.unsafe(`
    create or replace function private.check_books() returns table (rule text, faults bigint) language sql
      as 'select ''accounts-sum-to-zero'', 3::bigint union all select ''booked-reservations-are-charged'', 0';
  `);
  const log = pino({ level: 'silent' });
  const error = vi.spyOn(log, 'error');
  const servers = [1, 2].map(() => ({ addJob: vi.fn(), recordJobRun: vi.fn(), setBrokenRules: vi.fn() }));
  // One after the other: one that finds the other checking reads what was known before.
  for (const metrics of servers) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:40:59Z') });
    const stop = startBooksWatch({ sql, log, metrics });
    await vi.advanceTimersByTimeAsync(1000);
    await stop();
    vi.useRealTimers();
  }
  expect(error).toHaveBeenCalledTimes(2);
  expect(error).toHaveBeenCalledWith({ broken: [{ rule: 'accounts-sum-to-zero', faults: '3' }] }, expect.any(String));
  for (const { setBrokenRules } of servers) expect(setBrokenRules).toHaveBeenCalledWith(1);
});

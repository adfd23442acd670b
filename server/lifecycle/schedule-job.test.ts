import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { scheduleJob } from './jobs.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`truncate private.job_runs`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T12:00:01Z') });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.close());

/** Runs a job once, at the next half minute. */
async function runOnce(work: () => Promise<void>, warn = vi.fn()): Promise<void> {
  const stop = scheduleJob({
    job: 'mail',
    pattern: '*/30 * * * * *',
    work,
    failureMessage: 'it failed',
    sql: database.sql,
    log: Object.assign(pino({ level: 'silent' }), { warn }),
  });
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

test('a run that the stop waited for is recorded', async () => {
  const work = vi.fn(() => new Promise<void>((resolve) => setImmediate(resolve)));
  const stop = scheduleJob({
    job: 'mail',
    pattern: '*/30 * * * * *',
    work,
    failureMessage: 'it failed',
    sql: database.sql,
    log: pino({ level: 'silent' }),
  });
  vi.advanceTimersByTime(30_000);
  await stop();
  expect(work).toHaveBeenCalledOnce();
  expect(await readRun()).toMatchObject({ every: '00:00:30', hasSucceeded: true });
});

import { pino } from 'pino';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { createTestDatabase } from '../../server/testing/database.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { openOwnerPool } from './owner-pool.ts';

const database = await createTestDatabase({ template: 'empty' });
const other = openOwnerPool({ ...inject('postgres'), database: 'postgres' }, pino({ level: 'silent' }), { max: 1 });
afterAll(async () => {
  await other.end();
  await database.close();
});

// What is thrown outside of every handler fails a run of these tests.
const CONNECTIONS = 3;

/** Begins a transaction, ends its session from outside, and goes on with `work` in it. */
async function loseConnection(isSavepoint: boolean, rest: 'waits' | 'goes on' | 'returns'): Promise<unknown> {
  const { sql } = database;
  const lost = Promise.withResolvers<void>();
  const outcome = sql
    .begin(async (tx) => {
      const work = async (session: typeof tx) => {
        const [row] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const end = other`select pg_terminate_backend(${row?.pid ?? 0})`.execute();
        if (rest === 'waits') await Promise.all([end, session`select pg_sleep(30)`]);
        await lost.promise;
        if (rest === 'goes on') await session`select 1`;
      };
      await (isSavepoint ? tx.savepoint(work) : work(tx));
    })
    .catch((error: unknown) => error);
  const error = await outcome;
  lost.resolve();
  return error;
}

test.each([
  [false, 'waits'],
  [true, 'waits'],
  [false, 'goes on'],
  [true, 'goes on'],
  [false, 'returns'],
] as const)(
  'a transaction whose session is ended fails, and the pool works on (in a savepoint: %s, its work %s)',
  async (isSavepoint, rest) => {
    for (let times = 0; times < CONNECTIONS; times += 1) {
      expect(isDatabaseUnavailable(await loseConnection(isSavepoint, rest))).toBe(true);
    }
    // The driver keeps the last words of a session and fails the next statement with them, once for each connection.
    await vi.waitFor(async () => {
      const all = Array.from({ length: 20 }, (_, nth) => database.sql`select ${nth}::int as nth, pg_sleep(0.01)`);
      const rows = await Promise.all(all);
      expect(rows.map(([row]) => row?.nth)).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
    });
  },
);

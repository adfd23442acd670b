import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Caller } from '../../caller.ts';
import type { LastRows } from '../../connections/session.ts';
import { readErrorCode } from '../../error-code.ts';
import { createFairTurns, createShares, takeTurn } from '../../turns.ts';
import type { Statement } from '../render/statement.ts';
import { CALL_TIMES, createCallerCommands, createConnectTimeoutError, READ_TIMES, withSession } from './transaction.ts';

/** The one row that each statement of the data API returns: a body as JSON text, its number of rows, and a total. */
export type Result = { body: string; rows: number; total: string | null };

type Execution = {
  caller: Caller;
  /** The share of a visitor, which is that of everybody in these networks. */
  networks?: readonly [string, ...string[]];
  isReadOnly: boolean;
  /** Whether it has the time of a call although it only reads. */
  isCall?: boolean;
};

export type Run = (statement: Statement, execution: Execution) => Promise<Result>;

/** What one person, or the visitors of one network, run at once and let wait. */
const AT_ONCE = 2;
const MAX_WAITING = 500;
/** A request that waits longer has been responded to by the server's own time limit. */
const MAX_WAIT_MS = 10_000;
/** A statement that takes longer is stopped and repeated on a connection for long ones. A write may wait for others. */
const SHORT_READ_MS = 300;
const SHORT_WRITE_MS = 400;
const STATEMENT_TIMEOUT = '57014';

/**
 * Divides the connections of a pool. Reads leave one to writes, to the readiness check and to programs with the secret key,
 * which wait in no lane; visitors leave one more to people who are signed in. A quarter at most run long statements. The next
 * write is that of whoever has had the least time.
 */
function createLanes(max: number) {
  const limit = (most: number) => pLimit(Math.max(1, most));
  const waiting = { maxWaiting: MAX_WAITING, createError: createConnectTimeoutError };
  return {
    all: limit(max),
    reads: limit(max - 1),
    visitors: limit(max - 2),
    long: limit(Math.floor(max / 4)),
    findWriteTurn: createFairTurns({ atOnce: max, ...waiting }),
    findShares: createShares(waiting),
  };
}

/** All statements of a pool share its lanes. */
const LANES = new WeakMap<Pool, ReturnType<typeof createLanes>>();

/** @throws Error when the statement returned no row */
function toResult(rows: LastRows): Result {
  const [body, count, total = null] = rows.at(-1) ?? [];
  if (body == null) throw new Error('A statement of the data API returned no row');
  return { body, rows: Number(count), total };
}

/**
 * Creates a function that runs statements with their caller's role and claims, each in one trip.
 * @param maxTimeMs the most that any statement may take
 */
export function createRunner(pool: Pool, maxTimeMs = Number.POSITIVE_INFINITY): Run {
  const lanes = LANES.get(pool) ?? createLanes(pool.options.max);
  LANES.set(pool, lanes);

  return async function runAsCaller(statement, { caller, networks = [''], isReadOnly, isCall = !isReadOnly }) {
    const { role, claims } = caller;
    const timeMs = Math.min((isCall ? CALL_TIMES : READ_TIMES)[role], maxTimeMs);
    const patience = { until: performance.now() + MAX_WAIT_MS, createError: createConnectTimeoutError };

    const execute = (limitMs: number) =>
      withSession(pool, async (session) =>
        toResult(await session.run(createCallerCommands(statement, caller, isReadOnly, limitMs))),
      );
    const connections = isReadOnly ? [lanes.reads, lanes.all] : [lanes.all];
    const executeLong = () => takeTurn([lanes.long, ...connections], patience, () => execute(timeMs));

    /** @returns null when the time was too short; nothing is left of a stopped statement, so that it can be repeated */
    async function executeShort(): Promise<Result | null> {
      const shortMs = isReadOnly ? SHORT_READ_MS : SHORT_WRITE_MS;
      const startedAt = performance.now();
      try {
        return await execute(shortMs);
      } catch (error) {
        const isOver = performance.now() - startedAt >= shortMs;
        if (isOver && readErrorCode(error) === STATEMENT_TIMEOUT) return null;
        throw error;
      }
    }

    const sharers: readonly [string, ...string[]] = role === 'anon' ? networks : [String(claims.sub)];
    async function runInShare(): Promise<Result> {
      if (isReadOnly && lanes.long.activeCount < lanes.long.concurrency) return executeLong();
      const turns = isReadOnly
        ? connections
        : [lanes.findWriteTurn({ networks: sharers, kind: 'write' }), ...connections];
      const limits = role === 'anon' ? [lanes.visitors, ...turns] : turns;
      return (await takeTurn(limits, patience, executeShort)) ?? executeLong();
    }

    if (role === 'service_role') return execute(timeMs);
    const shares = sharers.map((caller) => ({ caller, atOnce: AT_ONCE }));
    return takeTurn(lanes.findShares(...shares), patience, runInShare);
  };
}

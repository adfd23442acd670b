import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pool } from 'pg';
import type { Caller } from '../../caller.ts';
import type { Command, LastRows, Session } from '../../database/connections/session.ts';
import type { Statement } from '../render/statement.ts';
import { BEGIN, COMMIT, createCallerCommands, ROLLBACK, STATEMENT_TIMEOUTS } from './transaction.ts';
import { createConnectTimeoutError, withSession } from './with-session.ts';

/** The one row that each statement of the data API returns: a body as JSON text, its number of rows, and a total. */
export type Result = { body: string; rows: number; total: string | null };

type Execution = {
  caller: Caller;
  isReadOnly: boolean;
  /** Checks the result before a write is committed; what it throws rolls the write back. */
  check?: ((result: Result) => void) | undefined;
};

export type Run = (statement: Statement, execution: Execution) => Promise<Result>;

/** Anonymous requests cannot be limited per person, so they leave connections to signed-in people and the readiness check. */
const CONNECTIONS_RESERVED_FROM_ANON = 3;
const MAX_CONCURRENT_PER_PERSON = 2;
/** People whose statements are counted: those who made requests last. */
const MAX_PEOPLE = 1000;
/** A request that waits longer has been responded to by the server's own time limit. */
const MAX_WAIT_MS = 10_000;

/** Bounds what runs at once: visitors share a limit, each person has one, and the pool limits all of them. */
function createLimits(pool: Pool): (caller: Caller) => LimitFunction | null {
  const visitors = pLimit(Math.max(1, pool.options.max - CONNECTIONS_RESERVED_FROM_ANON));
  const people = new LRUCache<string, LimitFunction>({ max: MAX_PEOPLE });
  return function findLimit({ role, claims }) {
    if (role === 'anon') return visitors;
    if (role === 'service_role') return null;
    const id = String(claims.sub);
    const limit = people.get(id) ?? pLimit(MAX_CONCURRENT_PER_PERSON);
    people.set(id, limit);
    return limit;
  };
}

/** @throws Error when the statement returned no row */
function toResult(rows: LastRows): Result {
  const [body, count, total = null] = rows.at(-1) ?? [];
  if (body == null) throw new Error('A statement of the data API returned no row');
  return { body, rows: Number(count), total };
}

async function commitOrRollback(
  session: Session,
  transaction: readonly Command[],
  check: NonNullable<Execution['check']>,
): Promise<Result> {
  try {
    const result = toResult(await session.run([BEGIN, ...transaction]));
    check(result);
    await session.run([COMMIT]);
    return result;
  } catch (error) {
    if (session.isInTransaction) await session.run([ROLLBACK]);
    throw error;
  }
}

/** Creates a function that runs statements with their caller's role and claims, in one trip unless a write is checked. */
export function createRunner(pool: Pool, timeouts = STATEMENT_TIMEOUTS): Run {
  const findLimit = createLimits(pool);

  return async function runAsCaller(statement, { caller, isReadOnly, check }) {
    const transaction = createCallerCommands(statement, caller, isReadOnly, timeouts);
    const execute = () =>
      withSession(pool, async (session) => {
        if (check !== undefined && !isReadOnly) return commitOrRollback(session, transaction, check);
        const result = toResult(await session.run(transaction));
        check?.(result);
        return result;
      });
    const limit = findLimit(caller);
    if (limit === null) return execute();
    const requestedAt = performance.now();
    return limit(() => {
      if (performance.now() - requestedAt > MAX_WAIT_MS) throw createConnectTimeoutError();
      return execute();
    });
  };
}

import pRetry from 'p-retry';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import { OperatorError } from '../config/operator-error.ts';

export type LockLimits = {
  /** How long one attempt waits for all its locks together. Meanwhile other requests for these tables wait too. */
  waitMs: number;
  giveUpAfterMs: number;
};

/** Less than the 3 seconds that requests wait for a lock, so that none fails because of a migration that waits. */
export const LOCK_LIMITS: LockLimits = { waitMs: 2000, giveUpAfterMs: 5 * 60_000 };

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Short enough to find the blocking sessions even during the shortest wait. */
const POLLS_PER_WAIT = 4;
/** A lock that was not available in time, a deadlock, and an attempt that was cancelled because it waited for several. */
const LOCK_CODES = new Set<unknown>(['55P03', '40P01', '57014']);

export const isLockFailure = (error: unknown): boolean => LOCK_CODES.has(readErrorCode(error));

type Blocker = { pid: number; name: string | null; user: string | null; state: string | null; seconds: number | null };

function describeBlocker({ pid, name, user, state, seconds }: Blocker): string {
  if (pid === 0) return 'a prepared transaction';
  const who = [name || 'unnamed', ...(user === null ? [] : [`of ${user}`])].join(' ');
  // Roles without the right to see other people's sessions are told no state.
  return `session ${pid} (${who}${state === null ? '' : `, ${state} for ${seconds ?? 0} s`})`;
}

/**
 * Looks again and again for who blocks a session, from another connection, and cancels an attempt that was blocked for too
 * long: PostgreSQL limits the wait for each lock only, while the attempt keeps those that it has.
 */
function watchBlockers(sql: Sql, pid: number, waitMs: number) {
  let blockers: readonly string[] = [];
  let blockedMs = 0;
  let lookedAt = performance.now();
  const look = async () => {
    const rows = await sql<Blocker[]>`
      select blocking.pid, application_name as name, usename as user, state,
        round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
      from unnest(pg_blocking_pids(${pid})) as blocking (pid) left join pg_stat_activity using (pid)`;
    const passedMs = performance.now() - lookedAt;
    lookedAt += passedMs;
    if (rows.length === 0) return;
    blockers = rows.map(describeBlocker);
    blockedMs += passedMs;
    if (blockedMs > waitMs) await sql`select pg_cancel_backend(${pid}) from unnest(pg_blocking_pids(${pid})) limit 1`;
  };
  // When the database is gone, the watched session says so.
  const timer = setInterval(() => look().catch(() => undefined), waitMs / POLLS_PER_WAIT);
  return {
    read: () => blockers,
    beginAttempt() {
      blockedMs = 0;
    },
    stop: () => clearInterval(timer),
  };
}

type Options = {
  sql: Sql;
  /** The process id of the session that `attempt` uses. */
  pid: number;
  /** What waits, for the operator. */
  name: string;
  limits: LockLimits;
  onBlocked?: ((name: string, blockers: readonly string[]) => void) | undefined;
};

/** Repeats a transaction that does not get its locks in time, with growing pauses in which others use the tables. */
export async function retryWhileLocked(attempt: () => Promise<void>, options: Options): Promise<void> {
  const { sql, pid, name, limits, onBlocked } = options;
  const blockers = watchBlockers(sql, pid, limits.waitMs);
  try {
    const begin = () => {
      blockers.beginAttempt();
      return attempt();
    };
    await pRetry(begin, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: FIRST_PAUSE_MS,
      maxTimeout: MAX_PAUSE_MS,
      maxRetryTime: limits.giveUpAfterMs,
      shouldRetry: ({ error }) => isLockFailure(error),
      onFailedAttempt: ({ error }) => {
        if (isLockFailure(error)) onBlocked?.(name, blockers.read());
      },
    });
  } catch (cause) {
    if (!isLockFailure(cause)) throw cause;
    const who = blockers.read().join(', ') || 'sessions that have ended since';
    throw new OperatorError(
      `${name} did not get its locks in ${Math.round(limits.giveUpAfterMs / 1000)} seconds, blocked by ${who}; nothing of it was changed`,
      { cause },
    );
  } finally {
    blockers.stop();
  }
}

import pTimeout, { TimeoutError } from 'p-timeout';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import type { PreferReplica } from '../../../supabase-server/postgrest/execute/run-stale.ts';
import type { ReadReplica } from './read-replica.ts';

/** Longer than a visitor's statement may take, and soon enough to read from the primary before the request's own limit. */
const REPLICA_TIMEOUT_MS = 2500;
/** How long nobody waits for a replica that hung. */
const PAUSE_MS = 5000;
/** SQLSTATE of a statement that took too long; the primary would take as long. */
const STATEMENT_TIMEOUT = '57014';

/** @param count is called with the database that a read came from */
export function createReplicaPreference(
  replica: ReadReplica,
  count: (database: 'replica' | 'primary') => void = () => undefined,
): PreferReplica {
  let respondedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  /** One slow read is no reason to pause, as long as others get their rows. */
  function pauseUnlessOthersAreServed(askedAt: number) {
    if (respondedAt < askedAt) pausedUntil = performance.now() + PAUSE_MS;
  }

  return async function preferReplica(fromReplica, fromPrimary) {
    const askedAt = performance.now();
    const pools = askedAt < pausedUntil ? null : replica.current();
    if (pools !== null) {
      try {
        const rows = await pTimeout(fromReplica(pools), { milliseconds: REPLICA_TIMEOUT_MS });
        respondedAt = performance.now();
        count('replica');
        return rows;
      } catch (error) {
        if (readErrorCode(error) === STATEMENT_TIMEOUT) throw error;
        if (error instanceof TimeoutError) pauseUnlessOthersAreServed(askedAt);
      }
    }
    count('primary');
    return fromPrimary();
  };
}

import pTimeout, { TimeoutError } from 'p-timeout';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import type { PreferReplica } from '../../../supabase-server/postgrest/execute/run-stale.ts';
import type { PlannedCall } from '../../../supabase-server/postgrest/plan/plan-call.ts';
import type { PlannedRead } from '../../../supabase-server/postgrest/plan/plan-read.ts';
import type { ReadReplica } from './read-replica.ts';

/** What the map, drivers' lists of zones and the overview show; a booking depends on none of it. */
const ZONES = 'parking_zones';

const IN_ZONES = new Set([ZONES, 'parking_spaces']);

const FUNCTIONS = new Set([
  'find_map_zones',
  'find_zones',
  'overview_spaces',
  'overview_hours',
  'overview_months',
  'overview_zones',
  'overview_late_ends',
  'overview_services',
  'overview_jobs',
  'overview_failed_payments',
  'overview_failed_notices',
]);

const hasOnlyZones = ({ embeds }: PlannedRead): boolean =>
  embeds.every(({ read }) => IN_ZONES.has(read.table.name) && hasOnlyZones(read));

/** Whether the rows of a read may be a few seconds old, so that a read replica may have them. */
export const mayReadBeStale = (read: PlannedRead): boolean => read.table.name === ZONES && hasOnlyZones(read);

/** As above, for the rows of a call. */
export const mayCallBeStale = ({ fn, read }: PlannedCall): boolean =>
  FUNCTIONS.has(fn.name) && (read === null || hasOnlyZones(read));

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

import { REPLICA_STATEMENT_TIMEOUT_MS } from '../../connections/connection-limits.ts';
import type { CallerPool } from '../../connections/pool.ts';
import type { Sql } from '../../connections/sql.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { PlannedRead } from '../plan/plan-read.ts';
import { createRunner, type Run } from './run.ts';

export type ReplicaPools = { sql: Sql; callers: CallerPool };

/** Reads from a replica while it is current, and from the primary when it is not or when that fails. */
export type PreferReplica = <Rows>(
  fromReplica: (pools: ReplicaPools) => Promise<Rows>,
  fromPrimary: () => Promise<Rows>,
) => Promise<Rows>;

/** A read replica, and which rows may be a few seconds old so that it may have them. */
export type StaleReads = {
  preferReplica: PreferReplica;
  mayReadBeStale: (read: PlannedRead) => boolean;
  mayCallBeStale: (call: PlannedCall) => boolean;
};

/** Creates a function that runs reads on the replica while it is current. Programs with the secret key read from the primary. */
export function createStaleRunner(run: Run, preferReplica: PreferReplica): Run {
  return async function runStale(statement, execution) {
    const fromPrimary = () => run(statement, execution);
    if (execution.caller.role === 'service_role') return fromPrimary();
    return preferReplica(
      ({ callers }) =>
        createRunner(callers.pool, REPLICA_STATEMENT_TIMEOUT_MS)(statement, { ...execution, isReadOnly: true }),
      fromPrimary,
    );
  };
}

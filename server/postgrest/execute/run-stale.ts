import type { Pool } from 'pg';
import { REPLICA_STATEMENT_TIMEOUT_MS } from '../../database/connections/connection-limits.ts';
import type { PreferReplica } from '../../database/replica/prefer-replica.ts';
import { createRunner, type Run } from './run.ts';

/** Creates a function that runs reads on the replica while it is current. Programs with the secret key read from the primary. */
export function createStaleRunner(run: Run, preferReplica: PreferReplica): Run {
  /** Another host may become the replica. */
  const runners = new WeakMap<Pool, Run>();
  return async function runStale(statement, execution) {
    const fromPrimary = () => run(statement, execution);
    if (execution.caller.role === 'service_role') return fromPrimary();
    return preferReplica(({ callers }) => {
      const runOnReplica = runners.get(callers.pool) ?? createRunner(callers.pool, REPLICA_STATEMENT_TIMEOUT_MS);
      runners.set(callers.pool, runOnReplica);
      return runOnReplica(statement, { ...execution, isReadOnly: true });
    }, fromPrimary);
  };
}

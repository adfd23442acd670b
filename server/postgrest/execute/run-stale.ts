import type { PreferReplica } from '../../database/replica/prefer-replica.ts';
import { createRunner, type Run } from './run.ts';

/** Creates a function that runs reads on the replica while it is current. Programs with the secret key read from the primary. */
export function createStaleRunner(run: Run, preferReplica: PreferReplica): Run {
  let runOnReplica: Run | undefined;
  return async function runStale(statement, execution) {
    const fromPrimary = () => run(statement, execution);
    if (execution.caller.role === 'service_role') return fromPrimary();
    return preferReplica(({ callers }) => {
      runOnReplica ??= createRunner(callers.pool);
      return runOnReplica(statement, { ...execution, isReadOnly: true });
    }, fromPrimary);
  };
}

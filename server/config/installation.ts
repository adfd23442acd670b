import { OperatorError } from './operator-error.ts';

/** What decides whether outside services are simulated. */
export type Installation = {
  /** Sample data: nothing is charged, and nothing is told to DGII. */
  samples: boolean;
  hasOwnDatabase: boolean;
  /** Only people on this machine reach the server. */
  isOnThisMachine: boolean;
};

/**
 * Whether a simulator takes the place of a service: where the operator says so, and by default on this machine until the real
 * service is set up. Never where others reach the server.
 * @param real the variable that sets up the real service, where it is set
 */
export function isSimulated(
  { name, value }: { name: string; value: 'on' | 'off' | undefined },
  real: string | undefined,
  { samples, hasOwnDatabase, isOnThisMachine }: Installation,
): boolean {
  if (value === 'on' && !isOnThisMachine) {
    throw new OperatorError(`${name} takes on only when HOST and PUBLIC_URL are of this machine`);
  }
  if (value === 'on' && real !== undefined) throw new OperatorError(`${name} takes on only without ${real}`);
  const isDefault = value === undefined && real === undefined && !hasOwnDatabase && isOnThisMachine;
  return !samples && (value === 'on' || isDefault);
}

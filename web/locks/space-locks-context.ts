import { createContext, useContext } from 'react';
import type { LockAction, LockDevice } from '../../domain/locks/lock.ts';
import type { LockCommand, LockedSpace } from './use-lock-commands.ts';

export type SpaceLocks = {
  /** Undefined until they arrive. */
  locks: readonly LockDevice[] | undefined;
  hasFailed: boolean;
  /** The last command of each space, by the space's id. */
  commands: ReadonlyMap<string, LockCommand>;
  /** Lowers at once; asks before it raises. */
  command: (space: LockedSpace, action: LockAction) => void;
  refresh: () => void;
};

export const SpaceLocksContext = createContext<SpaceLocks | null>(null);

/** @throws outside of SpaceLocksProvider */
export function useSpaceLocksContext(): SpaceLocks {
  const locks = useContext(SpaceLocksContext);
  if (locks === null) throw new Error('Locks of spaces are shown inside SpaceLocksProvider only');
  return locks;
}

import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getLockPosition, getLockPositionAfter, type LockAction, type LockDevice } from '../../../domain/locks/lock.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { VendorFailure } from './data.ts';
import { COMMAND_TEXTS } from './lock-texts.ts';
import { toCommandProblem, type VendorSession } from './vendor-session.ts';

/** Long enough for a lock to move. */
const RECHECK_MS = 5000;

/** A space with the vendor's id of its lock, null for none. */
export type LockedSpace = { id: string; name: string; zoneName: string | null; did: string | null };

/** `sent` when the vendor has accepted it, `confirmed` when the lock reports the new position. */
export type CommandPhase = 'sending' | 'sent' | 'confirmed' | 'not-confirmed';

export type LockCommand = { action: LockAction; phase: CommandPhase };

type LockCommandsOptions = {
  session: VendorSession;
  /** Resolves to null when loading failed. */
  reloadLocks: () => Promise<readonly LockDevice[] | null>;
};

/** Whether the command may have arrived although its response is missing. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof VendorFailure && error.step === 'call' && error.code === null;
}

/** Sends commands and checks later whether the locks moved. The commands are stored by the id of the space. */
export function useLockCommands({ session, reloadLocks }: LockCommandsOptions) {
  const [commands, setCommands] = useState<ReadonlyMap<string, LockCommand>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const isUnmounted = useRef(false);
  useEffect(() => {
    const running = timers.current;
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);

  const setCommand = (spaceId: string, command: LockCommand | null) =>
    setCommands((now) => {
      const next = new Map(now);
      if (command === null) next.delete(spaceId);
      else next.set(spaceId, command);
      return next;
    });

  const recheck = async (space: LockedSpace, action: LockAction) => {
    const { id, did } = space;
    timers.current.delete(id);
    const lock = (await reloadLocks())?.find((candidate) => candidate.did === did);
    // Somebody sent another command while the locks were loading.
    if (timers.current.has(id)) return;
    const hasMoved = lock !== undefined && getLockPosition(lock) === getLockPositionAfter(action);
    setCommand(id, { action, phase: hasMoved ? 'confirmed' : 'not-confirmed' });
    if (!hasMoved) toast.warning(COMMAND_TEXTS[action].notConfirmed({ space: formatSpaceInZone(space) }));
  };

  const send = async (space: LockedSpace, action: LockAction) => {
    const { id, did } = space;
    if (did === null) {
      toast.error(m.problem_space_without_lock());
      return;
    }
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setCommand(id, { action, phase: 'sending' });
    try {
      await session.move(did, action);
      toast.success(COMMAND_TEXTS[action].done);
    } catch (error) {
      toast.error(toErrorMessage(toCommandProblem(error, action)));
      if (!mayHaveArrived(error)) {
        setCommand(id, null);
        return;
      }
    }
    setCommand(id, { action, phase: 'sent' });
    if (isUnmounted.current) return;
    timers.current.set(
      id,
      setTimeout(() => void recheck(space, action), RECHECK_MS),
    );
  };

  return { commands, send: (space: LockedSpace, action: LockAction) => void send(space, action) };
}

import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { getLockPosition, getLockPositionAfter, type LockAction, type LockDevice } from '../../domain/locks/lock.ts';
import { PROBLEMS, toErrorMessage } from '../../domain/problems.ts';
import { commandProblem } from './lock-problem.ts';
import { COMMAND_SENTENCES, notConfirmedText } from './lock-texts.ts';
import { VendorFailure, type VendorSession } from './vendor-session.ts';

/** Long enough for a bar to move. */
const RECHECK_MS = 5000;

/** A space as its lock is commanded; `did` is null where it has none. */
export type LockedSpace = { id: string; name: string; did: string | null };

/** On its way to the vendor; taken by it; and whether the lock was seen where it was sent. */
export type CommandPhase = 'sending' | 'sent' | 'confirmed' | 'not-confirmed';

export type LockCommand = { action: LockAction; phase: CommandPhase };

type LockCommandParts = {
  session: VendorSession;
  /** Reads the locks again; null when that failed. */
  readLocks: () => Promise<readonly LockDevice[] | null>;
};

/** Whether a command may have arrived although nobody knows its answer. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof VendorFailure && error.step === 'call' && error.code === null;
}

/** Commands the locks of spaces and looks five seconds later whether they moved. By the space's id. */
export function useLockCommands({ session, readLocks }: LockCommandParts) {
  const [commands, setCommands] = useState<ReadonlyMap<string, LockCommand>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const isLeft = useRef(false);
  useEffect(() => {
    const running = timers.current;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);

  const say = (spaceId: string, command: LockCommand | null) =>
    setCommands((now) => {
      const next = new Map(now);
      if (command === null) next.delete(spaceId);
      else next.set(spaceId, command);
      return next;
    });

  const recheck = async ({ id, name, did }: LockedSpace, action: LockAction) => {
    timers.current.delete(id);
    const lock = (await readLocks())?.find((one) => one.did === did);
    // Another command was given while the locks were read.
    if (timers.current.has(id)) return;
    const isThere = lock !== undefined && getLockPosition(lock) === getLockPositionAfter(action);
    say(id, { action, phase: isThere ? 'confirmed' : 'not-confirmed' });
    if (!isThere) toast.warning(notConfirmedText(name, action));
  };

  const send = async (space: LockedSpace, action: LockAction) => {
    const { id, did } = space;
    if (did === null) {
      toast.error(PROBLEMS['space-without-lock']);
      return;
    }
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    say(id, { action, phase: 'sending' });
    try {
      await session.move(did, action);
      toast.success(COMMAND_SENTENCES[action].done);
    } catch (error) {
      toast.error(toErrorMessage(commandProblem(error, action)));
      if (!mayHaveArrived(error)) {
        say(id, null);
        return;
      }
    }
    say(id, { action, phase: 'sent' });
    // Nobody looks any more.
    if (isLeft.current) return;
    timers.current.set(
      id,
      setTimeout(() => void recheck(space, action), RECHECK_MS),
    );
  };

  return { commands, send: (space: LockedSpace, action: LockAction) => void send(space, action) };
}

import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { getLockPosition, getLockPositionAfter, type LockAction, type LockDevice } from '../../../domain/locks/lock.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { COMMAND_TEXTS } from './lock-texts.ts';
import { toLockProblem, VendorFailure, type VendorSession } from './vendor-session.ts';

/** Long enough for a lock to move. */
const RECHECK_MS = 5000;

/** A space with the vendor's id of its lock, null for none. */
export type LockedSpace = { id: string; name: string; zoneName: string | null; deviceId: string | null };

/** `sent` when the vendor has accepted it, `confirmed` when the lock reports the new position. */
export type CommandPhase = 'sending' | 'sent' | 'confirmed' | 'not-confirmed';

export type LockCommand = { action: LockAction; phase: CommandPhase };

type LockCommandsOptions = {
  session: VendorSession;
  /** Resolves to null when loading failed. */
  reloadLocks: () => Promise<readonly LockDevice[] | null>;
};

/** Sends commands and checks later whether the locks moved. The commands are stored by the id of the space. */
export function useLockCommands({ session, reloadLocks }: LockCommandsOptions) {
  const [commands, setCommands] = useState<ReadonlyMap<string, LockCommand>>(new Map());
  /** The last command of each space; none once the screen is left. */
  const latest = useRef(new Map<string, symbol>());
  useEffect(() => {
    const sent = latest.current;
    return () => sent.clear();
  }, []);

  const send = async (space: LockedSpace, action: LockAction) => {
    const { id, deviceId } = space;
    if (deviceId === null) {
      toast.error(m.problem_space_without_lock());
      return;
    }
    const command = Symbol(action);
    latest.current.set(id, command);
    const isOver = () => latest.current.get(id) !== command;
    const setPhase = (phase: CommandPhase) => setCommands((now) => new Map(now).set(id, { action, phase }));
    setPhase('sending');
    try {
      await session.move(deviceId, action);
      toast.success(COMMAND_TEXTS[action].done);
    } catch (error) {
      toast.error(toErrorMessage(toLockProblem(action, error)));
      // Without a response it may have arrived all the same.
      if (!(error instanceof VendorFailure && error.step === 'call' && error.code === null)) {
        setCommands((now) => new Map([...now].filter(([spaceId]) => spaceId !== id)));
        return;
      }
    }
    setPhase('sent');
    await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
    if (isOver()) return;
    const lock = (await reloadLocks())?.find(({ did }) => did === deviceId);
    // Somebody sent another command while the locks were loading.
    if (isOver()) return;
    const hasMoved = lock !== undefined && getLockPosition(lock) === getLockPositionAfter(action);
    setPhase(hasMoved ? 'confirmed' : 'not-confirmed');
    if (!hasMoved) toast.warning(COMMAND_TEXTS[action].notConfirmed({ space: formatSpaceInZone(space) }));
  };

  return { commands, send: (space: LockedSpace, action: LockAction) => void send(space, action) };
}

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { formatTableClock, getClock } from '../../../domain/language/format.ts';
import { getLockPosition, getLockPositionAfter, type LockAction, type LockDevice } from '../../../domain/locks/lock.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { dataClient } from '../../data/connection.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { lockKeys, officeKeys } from '../keys.ts';
import { COMMAND_TEXTS } from './lock-texts.ts';
import { openVendorSession, toLockProblem, VendorFailure, type VendorSession } from './vendor-session.ts';

const PAGE_SIZE = 50;

/** A space with the vendor's id of its lock, null for none. */
export type LockedSpace = { id: string; name: string; zoneName: string | null; deviceId: string | null };

/** `sent` when the vendor has accepted it, `confirmed` when the lock reports the new position. */
export type CommandPhase = 'sending' | 'sent' | 'confirmed' | 'not-confirmed';

type LockCommand = { action: LockAction; phase: CommandPhase };

type SpaceLocks = {
  /** Undefined until they arrive. */
  locks: readonly LockDevice[] | undefined;
  isLoading: boolean;
  /** The last command of each space, by the space's id. */
  commands: ReadonlyMap<string, LockCommand>;
  /** Lowers at once; asks before it raises. */
  command: (space: LockedSpace, action: LockAction) => void;
  refresh: () => void;
};

const SpaceLocksContext = createContext<SpaceLocks | null>(null);

/** @throws outside of SpaceLocksProvider */
export function useSpaceLocksContext(): SpaceLocks {
  const locks = useContext(SpaceLocksContext);
  if (locks === null) throw new Error('Locks of spaces are shown inside SpaceLocksProvider only');
  return locks;
}

/** Provides the locks of spaces and their commands, with a confirmation before one is raised. */
export function SpaceLocksProvider({ children }: { children: ReactNode }) {
  // The access token is lost with the screen.
  const [session] = useState(() => openVendorSession());
  const list = useQuery({
    queryKey: lockKeys.ofSpaces(),
    queryFn: () => session.listAll('spaces', PAGE_SIZE),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useProblemToast(list.error);
  const { commands, send } = useLockCommands({
    session,
    reloadLocks: async () => {
      const result = await list.refetch();
      return result.isSuccess ? result.data : null;
    },
  });
  const [raising, setRaising] = useState<LockedSpace | null>(null);

  return (
    <SpaceLocksContext
      value={{
        locks: list.data,
        isLoading: list.isPending,
        commands,
        command: (space, action) => {
          if (action === 'raise' && space.deviceId !== null) setRaising(space);
          else send(space, action);
        },
        refresh: () => void list.refetch(),
      }}
    >
      {children}
      {raising === null ? null : (
        <RaiseDialog
          space={raising}
          onRaise={() => {
            setRaising(null);
            send(raising, 'raise');
          }}
          onClose={() => setRaising(null)}
        />
      )}
    </SpaceLocksContext>
  );
}

/** Long enough for a lock to move. */
const RECHECK_MS = 5000;

type LockCommandsOptions = {
  session: VendorSession;
  /** Resolves to null when loading failed. */
  reloadLocks: () => Promise<readonly LockDevice[] | null>;
};

/** Sends commands and checks later whether the locks moved. The commands are stored by the id of the space. */
function useLockCommands({ session, reloadLocks }: LockCommandsOptions) {
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

const begunReservationsSchema = z.array(
  z.object({
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    end_time: z.iso.datetime({ offset: true }),
  }),
);

/**
 * Says who may have a car on a space right now: the driver of an active reservation that has begun, also when its end is
 * past. Null without one.
 */
async function loadReservationWarning(spaceId: string): Promise<string | null> {
  const now = getNow();
  const response = await dataClient()
    .from('admin_reservations')
    .select('user_name, user_email, end_time')
    .eq('parking_space_id', spaceId)
    .eq('status', 'active')
    .lte('start_time', now.toISOString())
    .order('end_time', { ascending: false })
    .limit(1);
  const [begun] = readRow(response, begunReservationsSchema, 'reservation-of-space-unknown');
  if (begun === undefined) return null;
  const driver = begun.user_name || begun.user_email || m.space_reservation_unnamed_driver();
  return formatReservationWarning({ driver, end: new Date(begun.end_time) }, now);
}

export function formatReservationWarning({ driver, end }: { driver: string; end: Date }, now: Date): string {
  const values = { driver, hour: getClock(end).hour, time: formatTableClock(end) };
  return end > now ? m.space_reservation_goes_on(values) : m.space_reservation_was_over(values);
}

/** Asks before a lock is raised, which could damage a car above it, and warns when a car may be there. */
function RaiseDialog({ space, onRaise, onClose }: { space: LockedSpace; onRaise: () => void; onClose: () => void }) {
  const check = useQuery({
    queryKey: officeKeys.raiseWarning(space.id),
    queryFn: () => loadReservationWarning(space.id),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const warning = check.isError ? toErrorMessage(check.error) : check.data;
  return (
    <QuestionDialog
      title={m.raise_dialog_title({ space: formatSpaceInZone(space) })}
      text={m.raise_dialog_description()}
      label={warning ? m.raise_dialog_raise_anyway() : m.raise_dialog_raise()}
      cancelLabel={m.raise_dialog_keep()}
      variant={warning ? 'danger' : 'primary'}
      isDisabled={check.isPending}
      onConfirm={onRaise}
      onClose={onClose}
    >
      {check.isPending ? (
        <p role="status" className="text-muted text-sm">
          {m.reservations_checking()}
        </p>
      ) : null}
      {warning ? <ErrorNote>{warning}</ErrorNote> : null}
    </QuestionDialog>
  );
}

import { FunctionsHttpError } from '@supabase/supabase-js';
import { millisecondsInMinute } from 'date-fns/constants';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { CircleCheck, Clock, LoaderCircle, LockOpen, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { findProblemKey, isProblem, Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getBarrierOpening, hasBarrier, isBarrierTime } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { readErrorBody } from '../../data/database-problem.ts';
import { useIsOnline } from '../../ui/feedback/data-age.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button, type ButtonVariant } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { isOnline } from '../../ui/platform/connection-state.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { sayMoment } from '../parking-time.ts';

type BarrierAction = 'open' | 'close';

/** `key` is an idempotency key: a repeat with the same key is the same command. */
type BarrierCommand = { reservation: string; action: BarrierAction; key: string; reason?: string };

/** Longer than the server may take. */
const TIMEOUT_MS = 15_000;
const SERVER_ERROR = 500;

const responseSchema = z.object({
  outcome: z.enum(['opened', 'closed', 'no-response', 'rejected']),
  problem: z.string().optional(),
});

/**
 * Lowers or raises the barrier of a reservation's space and waits until it has moved.
 * @throws Problem with the reason; `barrier-outcome-unknown` when no response came, so that the barrier may have moved
 */
async function moveBarrier(command: BarrierCommand): Promise<void> {
  const { data, error } = await dataClient().functions.invoke('open-space', { body: command, timeout: TIMEOUT_MS });
  const response = responseSchema.safeParse(error ? await readErrorBody(error) : data).data;
  const problem = findProblemKey(response?.problem);
  if (problem !== null) throw new Problem(problem, { cause: error });
  if (response?.outcome === 'opened' || response?.outcome === 'closed') return;
  const isRejected = error instanceof FunctionsHttpError && error.context.status < SERVER_ERROR;
  throw new Problem(isRejected ? 'unexpected' : 'barrier-outcome-unknown', { cause: error });
}

type BarrierButtonProps = {
  command: ReturnType<typeof useBarrierCommand>;
  isDisabled?: boolean;
  icon: LucideIcon;
  label: string;
  movingText: string;
  /** Null when the barrier moved too long ago to say so. */
  movedText: string | null;
  variant: ButtonVariant;
};

/** A tap within this time repeats the same command; later its stored outcome would no longer be true. */
const SAME_COMMAND_MS = 30_000;

const isOutcomeUnknown = (error: unknown) => isProblem(error, 'barrier-outcome-unknown');

/** The button that moves a barrier, and what becomes of it. */
export function BarrierButton({ command, isDisabled = false, icon: Icon, ...props }: BarrierButtonProps) {
  const { label, movingText, movedText, variant } = props;
  const { send, isPending, error, startedAt } = command;
  const now = useNow();
  const seconds = startedAt === null ? 0 : Math.max(0, differenceInSeconds(now, startedAt));
  const isOnline = useIsOnline();
  const hasMoved = movedText !== null && !isPending && error === null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant={hasMoved || !isOnline ? 'secondary' : variant}
        className="min-h-14! text-lg! tabular-nums"
        disabled={isDisabled}
        // A disabled button would lose the focus.
        aria-disabled={isPending || isDisabled}
        aria-busy={isPending}
        onClick={isPending ? undefined : send}
      >
        {isPending ? (
          <>
            <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
            {movingText}
            <span aria-hidden="true">{m.barrier_seconds({ count: seconds })}</span>
          </>
        ) : (
          <>
            <Icon aria-hidden="true" className="size-6 shrink-0" />
            {label}
          </>
        )}
      </Button>
      <p role="status" className={hasMoved ? 'flex items-center gap-2 font-semibold text-positive' : 'sr-only'}>
        {hasMoved ? <CircleCheck aria-hidden="true" className="size-5 shrink-0" /> : null}
        {hasMoved ? movedText : null}
        {isPending ? movingText : null}
      </p>
      {error === null || isPending ? null : <ErrorNote error={error} />}
    </div>
  );
}

/** A command to the barrier of a reservation. After a lost response the next try is the same command, so that it is sent once. */
export function useBarrierCommand(reservation: string, action: BarrierAction, reason?: string) {
  const last = useRef<{ key: string; at: number } | null>(null);
  const [startedAt, setStartedAt] = useState<Date | null>(null);
  const [movedAt, setMovedAt] = useState<Date | null>(null);
  const { mutate, isPending, error } = useAction(
    () => {
      const now = getNow().getTime();
      if (last.current === null || now - last.current.at > SAME_COMMAND_MS) {
        last.current = { key: crypto.randomUUID(), at: now };
      }
      return moveBarrier({ reservation, action, key: last.current.key, ...(reason ? { reason } : {}) });
    },
    {
      retry: (failures, failure) => failures === 0 && isOutcomeUnknown(failure) && isOnline(),
      onMutate: () => {
        setStartedAt(getNow());
        setMovedAt(null);
      },
      onSuccess: () => setMovedAt(getNow()),
      // The screen shows it.
      onError: () => undefined,
      onSettled: (_data, failure) => {
        if (!isOutcomeUnknown(failure)) last.current = null;
      },
    },
  );
  return { send: () => mutate(), isPending, error, startedAt, movedAt };
}

/** Nobody knows for how long the barrier stays down. */
const MOVED_NOTE_MS = millisecondsInMinute;

/** Opens the barrier of a reservation's space, or says from when on that is possible; nothing without a barrier. */
export function OpenBarrier({ reservation, className }: { reservation: Reservation; className?: string }) {
  const now = useNow();
  const command = useBarrierCommand(reservation.id, 'open');
  const opensAt = getBarrierOpening(reservation);
  const isEarly = now < opensAt;
  if (!hasBarrier(reservation) || (!isEarly && !isBarrierTime(reservation, now))) return null;
  const { movedAt } = command;
  const isSaid = movedAt !== null && now.getTime() - movedAt.getTime() < MOVED_NOTE_MS;
  return (
    <div className={className}>
      {isEarly ? (
        <p className="flex items-center gap-2 text-muted tabular-nums">
          <Clock aria-hidden="true" className="size-5 shrink-0" />
          {sayMoment(opensAt, now, m.barrier_opens_today, m.barrier_opens_on_day)}
        </p>
      ) : (
        <BarrierButton
          command={command}
          icon={LockOpen}
          label={isSaid ? m.barrier_open_again() : m.barrier_open()}
          movingText={m.barrier_opening()}
          movedText={isSaid ? m.barrier_opened() : null}
          // A driver who has opened it seldom needs it again.
          variant={reservation.arrivedAt === undefined ? 'primary' : 'secondary'}
        />
      )}
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { differenceInSeconds } from 'date-fns';
import { CircleCheck, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { type BarrierAction, moveBarrier } from './data.ts';

type BarrierButtonProps = {
  command: ReturnType<typeof useBarrierCommand>;
  isDisabled?: boolean;
  icon: LucideIcon;
  label: string;
  movingText: string;
  /** Null once it is too long ago to be said. */
  movedText: string | null;
  variant: ButtonVariant;
};

/** Later a tap is about the barrier as it is then, and an old outcome would be wrong. */
const SAME_COMMAND_MS = 30_000;

const isOutcomeUnknown = (error: unknown) => error instanceof Problem && error.key === 'barrier-outcome-unknown';

/** The button that moves a barrier, and what becomes of it. */
export function BarrierButton({ command, isDisabled = false, icon: Icon, ...props }: BarrierButtonProps) {
  const { label, movingText, movedText, variant } = props;
  const { send, isPending, error, startedAt } = command;
  const now = useNow();
  const seconds = startedAt === null ? 0 : Math.max(0, differenceInSeconds(now, startedAt));
  const hasMoved = movedText !== null && !isPending && error === null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant={hasMoved ? 'secondary' : variant}
        className="min-h-14! text-lg! tabular-nums"
        disabled={isPending || isDisabled}
        aria-busy={isPending}
        onClick={send}
      >
        {isPending ? (
          <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
        ) : (
          <Icon aria-hidden="true" className="size-6 shrink-0" />
        )}
        {isPending ? (
          <>
            {movingText}
            <span aria-hidden="true">{m.barrier_seconds({ count: seconds })}</span>
          </>
        ) : (
          label
        )}
      </Button>
      <p role="status" className={hasMoved ? 'flex items-center gap-2 font-semibold text-positive' : 'sr-only'}>
        {hasMoved ? <CircleCheck aria-hidden="true" className="size-5 shrink-0" /> : null}
        {hasMoved ? movedText : null}
        {isPending ? movingText : null}
      </p>
      {error === null || isPending ? null : <ErrorNote>{toErrorMessage(error)}</ErrorNote>}
    </div>
  );
}

/** A command to the barrier of a reservation. After a lost response the next try is the same command, so that it is sent once. */
export function useBarrierCommand(reservation: string, action: BarrierAction) {
  const last = useRef<{ key: string; at: number } | null>(null);
  const [startedAt, setStartedAt] = useState<Date | null>(null);
  const [movedAt, setMovedAt] = useState<Date | null>(null);
  const { mutate, isPending, error } = useMutation({
    // Offline it fails at once instead of waiting for the network.
    networkMode: 'always',
    retry: (failures, failure) => failures === 0 && isOutcomeUnknown(failure) && navigator.onLine,
    mutationFn: () => {
      if (!navigator.onLine) throw new Problem('offline');
      const now = Date.now();
      if (last.current === null || now - last.current.at > SAME_COMMAND_MS) {
        last.current = { key: crypto.randomUUID(), at: now };
      }
      return moveBarrier({ reservation, action, key: last.current.key });
    },
    onMutate: () => {
      setStartedAt(new Date());
      setMovedAt(null);
    },
    onSuccess: () => setMovedAt(new Date()),
    onSettled: (_data, failure) => {
      if (!isOutcomeUnknown(failure)) last.current = null;
    },
  });
  return { send: () => mutate(), isPending, error, startedAt, movedAt };
}

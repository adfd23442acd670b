import { differenceInSeconds } from 'date-fns';
import { CircleCheck, LoaderCircle, type LucideIcon } from 'lucide-react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import type { useBarrierCommand } from './use-barrier-command.ts';

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

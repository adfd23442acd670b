import { ArrowUpFromLine, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { Card } from '../../ui/card.tsx';
import { BarrierButton } from './barrier-button.tsx';
import { useBarrierCommand } from './use-barrier-command.ts';

type RaiseBarrierProps = {
  reservationId: string;
  /** Whether the server may not have the end of the stay yet: until then it rejects the command. */
  isEnding: boolean;
};

/** Asks who has just ended a stay whether the space is empty: only then the barrier may go up. */
export function RaiseBarrier({ reservationId, isEnding }: RaiseBarrierProps) {
  const titleId = useId();
  const command = useBarrierCommand(reservationId, 'close');
  if (command.movedAt !== null) {
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-positive">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        {m.barrier_closed()}
      </p>
    );
  }
  return (
    <Card>
      <section aria-labelledby={titleId} className="flex flex-col gap-3">
        <div>
          <h2 id={titleId} className="text-lg font-bold">
            {m.barrier_close_question()}
          </h2>
          <p className="text-muted">{m.barrier_close_text()}</p>
        </div>
        <BarrierButton
          command={command}
          isDisabled={isEnding}
          icon={ArrowUpFromLine}
          label={m.barrier_close()}
          movingText={m.barrier_closing()}
          movedText={null}
          variant="secondary"
        />
      </section>
    </Card>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';
import { toErrorMessage } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Modal } from '../ui/modal.tsx';
import { useOnlineMutation } from '../ui/use-online-mutation.ts';
import { finishManualRefund } from './finish-manual-refund.ts';
import type { Refund } from './refund-row.ts';

/** What an operator did in the provider's portal, where no program could. */
export function ManualRefund({ refund }: { refund: Refund }) {
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  return (
    <>
      <p className="text-sm">{m.money_manual_text({ reference: refund.captureReference })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setOutcome('done')}>
          {m.money_manual_done()}
        </Button>
        <Button size="small" variant="secondary" onClick={() => setOutcome('failed')}>
          {m.money_manual_failed()}
        </Button>
      </div>
      {outcome === null ? null : (
        <ConfirmOutcome refund={refund} isDone={outcome === 'done'} onClose={() => setOutcome(null)} />
      )}
    </>
  );
}

type ConfirmOutcomeProps = { refund: Refund; isDone: boolean; onClose: () => void };

function ConfirmOutcome({ refund, isDone, onClose }: ConfirmOutcomeProps) {
  const queryClient = useQueryClient();
  const saving = useOnlineMutation({
    mutationFn: () => finishManualRefund(refund.id, isDone),
    onSuccess: () => {
      toast.success(m.money_manual_saved());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const amount = formatMoneyOf(refund.amount);
  return (
    <Modal
      open
      isClosable={!saving.isPending}
      onClose={onClose}
      title={isDone ? m.money_manual_done_question({ amount }) : m.money_manual_failed_question({ amount })}
      description={isDone ? m.money_manual_done_text() : m.money_manual_failed_text()}
    >
      {saving.error ? <ErrorNote>{toErrorMessage(saving.error)}</ErrorNote> : null}
      <div className="flex flex-col gap-2">
        <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
          {saving.isPending ? m.action_saving() : isDone ? m.money_manual_done() : m.money_manual_failed()}
        </Button>
        <Button variant="secondary" disabled={saving.isPending} onClick={onClose}>
          {m.action_cancel()}
        </Button>
      </div>
    </Modal>
  );
}

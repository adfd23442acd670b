import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { isReason, ReasonField } from '../reason-field.tsx';
import { SaveButtons } from '../save-buttons.tsx';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { resolveDifference, winDispute } from './data.ts';
import { DIFFERENCE_TEXTS, type Difference } from './difference.ts';

/** What an operator does about an open difference. */
export function DifferenceActions({ difference }: { difference: Difference }) {
  const [open, setOpen] = useState<'resolve' | 'win' | 'confirm' | null>(null);
  const { kind, paymentId } = difference;
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'not-confirmed' && paymentId !== null ? (
        <Button size="small" onClick={() => setOpen('confirm')}>
          {m.money_confirm_payment()}
        </Button>
      ) : null}
      {kind === 'dispute' ? (
        <Button size="small" onClick={() => setOpen('win')}>
          {m.money_dispute_won()}
        </Button>
      ) : null}
      <Button variant="secondary" size="small" onClick={() => setOpen('resolve')}>
        {m.money_resolve()}
      </Button>
      {open === 'resolve' || open === 'win' ? (
        <ResolveDialog difference={difference} isWon={open === 'win'} onClose={close} />
      ) : null}
      {open === 'confirm' && paymentId !== null ? <ConfirmPaymentDialog payment={paymentId} onClose={close} /> : null}
    </div>
  );
}

type ResolveDialogProps = { difference: Difference; isWon: boolean; onClose: () => void };

/** Closes a difference once the operator says what it was; the money of a dispute that was won comes back. */
function ResolveDialog({ difference, isWon, onClose }: ResolveDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const resolving = useOnlineMutation({
    mutationFn: (resolution: string) => (isWon ? winDispute : resolveDifference)(difference.id, resolution),
    onSuccess: () => {
      toast.success(m.money_resolved());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isReason(reason) && !resolving.isPending) resolving.mutate(reason.trim());
  };
  return (
    <Modal
      open
      isClosable={!resolving.isPending}
      onClose={onClose}
      title={isWon ? m.money_dispute_won_question() : m.money_resolve_question()}
      description={DIFFERENCE_TEXTS[difference.kind].found}
    >
      <form noValidate onSubmit={submit} aria-busy={resolving.isPending} className="flex flex-col gap-4">
        {resolving.error && !resolving.isPending ? <ErrorNote>{toErrorMessage(resolving.error)}</ErrorNote> : null}
        <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
        <SaveButtons
          label={isWon ? m.money_dispute_won() : m.money_resolve()}
          isSaving={resolving.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

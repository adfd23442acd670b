import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { isReason, ReasonField, SaveButtons, useRequestKey } from '../correction-fields.tsx';
import { proposeConfirmation } from '../corrections/data.ts';
import { ProposeInstead } from '../corrections/proposed-corrections.tsx';
import { confirmPayment, resolveDifference, winDispute } from './data.ts';
import { DIFFERENCE_TEXTS, type Difference } from './difference.ts';

const REFERENCE = /^[0-9A-Za-z-]{4,64}$/;

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

type ConfirmPaymentDialogProps = { payment: string; onClose: () => void };

/** Counts a payment that the operator has found in the provider's portal. */
function ConfirmPaymentDialog({ payment, onClose }: ConfirmPaymentDialogProps) {
  const queryClient = useQueryClient();
  const getKey = useRequestKey();
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const confirming = useOnlineMutation({
    mutationFn: (found: { reference: string; reason: string }) =>
      confirmPayment(payment, found.reference, found.reason),
    onSuccess: () => {
      toast.success(m.money_confirm_done());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const hasReference = REFERENCE.test(reference.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (hasReference && isReason(reason) && !confirming.isPending)
      confirming.mutate({ reference: reference.trim(), reason: reason.trim() });
  };
  return (
    <Modal
      open
      isClosable={!confirming.isPending}
      onClose={onClose}
      title={m.money_confirm_payment_question()}
      description={m.money_confirm_payment_text()}
    >
      <form noValidate onSubmit={submit} aria-busy={confirming.isPending} className="flex flex-col gap-4">
        {confirming.error && !confirming.isPending ? (
          <ProposeInstead
            error={confirming.error}
            propose={() =>
              proposeConfirmation(payment, confirming.variables, getKey({ payment, ...confirming.variables }))
            }
            onClose={onClose}
          />
        ) : null}
        <TextField
          label={m.money_confirm_reference()}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          error={isChecked && !hasReference ? m.money_confirm_reference_invalid() : undefined}
        />
        <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
        <SaveButtons label={m.money_confirm_payment()} isSaving={confirming.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { MAX_REASON } from '../typed-amount.ts';
import { confirmPayment, resolveDifference } from './data.ts';

const REFERENCE = /^[0-9A-Za-z-]{4,64}$/;

type ConfirmPaymentDialogProps = { difference: string; payment: string; onClose: () => void };

/** Counts a payment that the operator has found in the provider's portal. */
export function ConfirmPaymentDialog({ difference, payment, onClose }: ConfirmPaymentDialogProps) {
  const queryClient = useQueryClient();
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const confirming = useOnlineMutation({
    mutationFn: async () => {
      await confirmPayment(payment, reference.trim(), reason.trim());
      await resolveDifference(difference, reason.trim());
    },
    onSuccess: () => {
      toast.success(m.money_confirm_done());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const length = reason.trim().length;
  const hasReference = REFERENCE.test(reference.trim());
  const hasReason = length > 0 && length <= MAX_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (hasReference && hasReason && !confirming.isPending) confirming.mutate(undefined);
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
        {confirming.error && !confirming.isPending ? <ErrorNote>{toErrorMessage(confirming.error)}</ErrorNote> : null}
        <TextField
          label={m.money_confirm_reference()}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          error={isChecked && !hasReference ? m.money_confirm_reference_invalid() : undefined}
        />
        <TextAreaField
          label={m.money_resolution()}
          rows={3}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isChecked && !hasReason ? m.money_reason_missing() : undefined}
          length={{ used: length, max: MAX_REASON }}
        />
        <div className="flex flex-col gap-2">
          <Button type="submit" disabled={confirming.isPending}>
            {confirming.isPending ? m.action_saving() : m.money_confirm_payment()}
          </Button>
          <Button variant="secondary" disabled={confirming.isPending} onClick={onClose}>
            {m.action_cancel()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

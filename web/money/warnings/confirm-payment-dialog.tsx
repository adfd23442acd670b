import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { isReason, ReasonField } from '../reason-field.tsx';
import { SaveButtons } from '../save-buttons.tsx';
import { confirmPayment } from './data.ts';

const REFERENCE = /^[0-9A-Za-z-]{4,64}$/;

type ConfirmPaymentDialogProps = { payment: string; onClose: () => void };

/** Counts a payment that the operator has found in the provider's portal. */
export function ConfirmPaymentDialog({ payment, onClose }: ConfirmPaymentDialogProps) {
  const queryClient = useQueryClient();
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const confirming = useOnlineMutation({
    mutationFn: () => confirmPayment(payment, reference.trim(), reason.trim()),
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
    if (hasReference && isReason(reason) && !confirming.isPending) confirming.mutate(undefined);
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
        <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
        <SaveButtons label={m.money_confirm_payment()} isSaving={confirming.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

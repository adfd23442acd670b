import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { proposeConfirmation } from '../corrections/data.ts';
import { ProposeInstead } from '../corrections/propose-instead.tsx';
import { isReason, ReasonField } from '../reason-field.tsx';
import { SaveButtons } from '../save-buttons.tsx';
import { useRequestKey } from '../use-request-key.ts';
import { confirmPayment } from './data.ts';

const REFERENCE = /^[0-9A-Za-z-]{4,64}$/;

type ConfirmPaymentDialogProps = { payment: string; onClose: () => void };

/** Counts a payment that the operator has found in the provider's portal. */
export function ConfirmPaymentDialog({ payment, onClose }: ConfirmPaymentDialogProps) {
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

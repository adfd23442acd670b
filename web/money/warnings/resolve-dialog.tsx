import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { MAX_REASON } from '../typed-amount.ts';
import { type Difference, resolveDifference } from './data.ts';

type ResolveDialogProps = { difference: Difference; found: string; onClose: () => void };

/** Closes a difference once the operator says what it was. */
export function ResolveDialog({ difference, found, onClose }: ResolveDialogProps) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const resolving = useOnlineMutation({
    mutationFn: (resolution: string) => resolveDifference(difference.id, resolution),
    onSuccess: () => {
      toast.success(m.money_resolved());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const length = reason.trim().length;
  const isValid = length > 0 && length <= MAX_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isValid && !resolving.isPending) resolving.mutate(reason.trim());
  };
  return (
    <Modal
      open
      isClosable={!resolving.isPending}
      onClose={onClose}
      title={m.money_resolve_question()}
      description={found}
    >
      <form noValidate onSubmit={submit} aria-busy={resolving.isPending} className="flex flex-col gap-4">
        {resolving.error && !resolving.isPending ? <ErrorNote>{toErrorMessage(resolving.error)}</ErrorNote> : null}
        <TextAreaField
          label={m.money_resolution()}
          rows={3}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isChecked && !isValid ? m.money_reason_missing() : undefined}
          length={{ used: length, max: MAX_REASON }}
        />
        <div className="flex flex-col gap-2">
          <Button type="submit" disabled={resolving.isPending}>
            {resolving.isPending ? m.action_saving() : m.money_resolve()}
          </Button>
          <Button variant="secondary" disabled={resolving.isPending} onClick={onClose}>
            {m.action_cancel()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

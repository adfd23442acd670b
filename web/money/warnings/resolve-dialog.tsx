import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { isReason, ReasonField } from '../reason-field.tsx';
import { SaveButtons } from '../save-buttons.tsx';
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
      title={m.money_resolve_question()}
      description={found}
    >
      <form noValidate onSubmit={submit} aria-busy={resolving.isPending} className="flex flex-col gap-4">
        {resolving.error && !resolving.isPending ? <ErrorNote>{toErrorMessage(resolving.error)}</ErrorNote> : null}
        <ReasonField label={m.money_resolution()} rows={3} value={reason} onChange={setReason} isChecked={isChecked} />
        <SaveButtons label={m.money_resolve()} isSaving={resolving.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';

type ProposeInsteadProps = { error: Error; propose: () => Promise<void>; onClose: () => void };

/** Says what went wrong in a dialog, and offers to propose what one administrator may not decide alone. */
export function ProposeInstead({ error, propose, onClose }: ProposeInsteadProps) {
  const queryClient = useQueryClient();
  const proposing = useOnlineMutation({
    mutationFn: propose,
    onSuccess: () => {
      toast.success(m.correction_proposed());
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
  const isForTwo = error instanceof Problem && error.key === 'second-admin-required';
  return (
    <>
      <ErrorNote>{toErrorMessage(proposing.error ?? error)}</ErrorNote>
      {isForTwo ? (
        <Button disabled={proposing.isPending} onClick={() => proposing.mutate(undefined)}>
          {proposing.isPending ? m.action_saving() : m.correction_propose()}
        </Button>
      ) : null}
    </>
  );
}

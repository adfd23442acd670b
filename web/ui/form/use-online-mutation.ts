import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { toastError } from '../feedback/use-problem-toast.ts';

type OnlineMutationOptions<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables) => Promise<Data>;
};

/**
 * A mutation that fails at once when the device is offline; the library would run it later, when nobody expects it.
 * Errors show in a toast unless `onError` handles them.
 */
export function useOnlineMutation<Data, Variables = void>(options: OnlineMutationOptions<Data, Variables>) {
  return useMutation({
    onError: (error) => toastError(toErrorMessage(error)),
    ...options,
    networkMode: 'always',
    mutationFn: async (variables: Variables) => {
      if (!navigator.onLine) throw new Problem('offline');
      return options.mutationFn(variables);
    },
  });
}

type DialogWork = {
  /** What a toast says once it is done. */
  done?: string;
  onClose: () => void;
};

/**
 * What a dialog does: the dialog closes when it is done, and shows its error. Everything is read again, also after a failure:
 * its response may be what was lost.
 */
export function useDialogMutation<Variables = void>(
  mutationFn: (variables: Variables) => Promise<unknown>,
  { done, onClose }: DialogWork,
) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn,
    onSuccess: () => {
      if (done !== undefined) toast.success(done);
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(),
  });
}

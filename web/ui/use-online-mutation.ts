import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { Problem, toErrorMessage } from '../../domain/problems.ts';
import { toastError } from './use-problem-toast.ts';

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

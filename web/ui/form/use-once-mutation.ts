import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type OnceMutationOptions<Data, Variables> = Pick<
  UseMutationOptions<Data, Error, Variables>,
  'mutationKey' | 'mutationFn' | 'onMutate' | 'onSuccess' | 'onError' | 'onSettled'
> & {
  /** What calls are about: one about something else may run as well. By default all calls are about the same. */
  getKey?: (variables: Variables) => unknown;
};

/**
 * A mutation that runs once: while it is pending, and after it succeeded, further calls do nothing, because a second click can be faster
 * than the render that disables the button. After a failure it can run again. Offline it fails at once instead of waiting for
 * the network.
 */
export function useOnceMutation<Data, Variables = void>({
  getKey = () => null,
  ...options
}: OnceMutationOptions<Data, Variables>) {
  const startedKeys = useRef(new Set<unknown>());
  const mutation = useMutation({
    ...options,
    networkMode: 'always',
    onError: (error, variables, ...rest) => {
      startedKeys.current.delete(getKey(variables));
      return options.onError?.(error, variables, ...rest);
    },
  });
  return {
    ...mutation,
    isBusy: mutation.isPending || mutation.isSuccess,
    mutate: (variables: Variables) => {
      const key = getKey(variables);
      if (startedKeys.current.has(key)) return;
      startedKeys.current.add(key);
      mutation.mutate(variables);
    },
  };
}

import {
  hashKey,
  type MutateOptions,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { toastError } from '../feedback/use-problem-toast.ts';
import { checkConnection } from '../platform/connection-state.ts';
import { readAgain } from '../platform/query-keys.ts';

type ActionOptions<Data, Variables> = Omit<UseMutationOptions<Data, Error, Variables>, 'mutationFn' | 'networkMode'> & {
  /** What a toast says once it is done. */
  done?: string;
  /** The keys of what it changes. They are read again after a failure too: only the response may be lost. */
  invalidates?: readonly QueryKey[] | ((error: Error | null) => readonly QueryKey[]);
  /** Closes the dialog in which it stands once it is done. The dialog shows the problem. */
  onClose?: () => void;
  /** Whether nothing is sent any more once it has succeeded, because the screen is left then. */
  isOnce?: boolean;
  /** False for what is also possible without a connection. */
  needsNetwork?: boolean;
  /** Names what a call is about, as a second call about the same waits for the first. */
  getKey?: (variables: Variables) => unknown;
};

/**
 * What a button does, sent once however often it is pressed: a second click can be faster than the render that disables the button.
 * Without a connection it fails at once, where the library would send it later. A toast shows a problem unless `onError` or a dialog does.
 */
export function useAction<Data, Variables = void>(
  send: (variables: Variables) => Promise<Data>,
  options: ActionOptions<Data, Variables> = {},
) {
  const { done, invalidates = [], onClose, isOnce = false, needsNetwork = true, ...callbacks } = options;
  const { getKey = isOnce || onClose ? () => null : (variables: Variables) => hashKey([variables]), ...rest } =
    callbacks;
  const queryClient = useQueryClient();
  const sent = useRef(new Set<unknown>());
  const mutation = useMutation({
    onError: onClose ? () => undefined : (error) => toastError(toErrorMessage(error)),
    ...rest,
    networkMode: 'always',
    mutationFn: async (variables: Variables) => {
      if (needsNetwork && !(await checkConnection())) throw new Problem('offline');
      return send(variables);
    },
    onSuccess: async (...result) => {
      if (done !== undefined) toast.success(done);
      await rest.onSuccess?.(...result);
      onClose?.();
    },
    onSettled: async (data, error, variables, ...context) => {
      if (error !== null || !isOnce) sent.current.delete(getKey(variables));
      const changed = typeof invalidates === 'function' ? invalidates(error) : invalidates;
      const reading = readAgain(queryClient, changed);
      await rest.onSettled?.(data, error, variables, ...context);
      // A problem shows at once.
      if (error === null) await reading;
    },
  });
  const isBusy = mutation.isPending || (isOnce && mutation.isSuccess);
  return {
    ...mutation,
    isBusy,
    /** What a `QuestionDialog` takes of it. */
    dialog: { isPending: isBusy, error: mutation.error, onClose: onClose ?? (() => undefined) },
    mutate: (variables: Variables, handlers: MutateOptions<Data, Error, Variables> = {}) => {
      const key = getKey(variables);
      if (sent.current.has(key)) return;
      sent.current.add(key);
      mutation.mutate(variables, handlers);
    },
  };
}
export type { ActionOptions };

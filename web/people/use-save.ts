import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../domain/problems.ts';

type SaveOptions<Changes, Kept> = {
  save: (changes: Changes) => Promise<Kept>;
  /** What holds the thing that is saved; it becomes what the server kept. */
  queryKey: QueryKey;
  successSentence: string;
};

/** Saves what a form holds and says in a toast how it went; a failure leaves the form as it is. */
export function useSave<Changes, Kept>({ save, queryKey, successSentence }: SaveOptions<Changes, Kept>) {
  const queryClient = useQueryClient();
  return useMutation({
    // Offline, the answer is an error at once; nothing is saved behind the person's back later.
    networkMode: 'always',
    mutationFn: (changes: Changes) => {
      if (!navigator.onLine) throw new Problem('offline');
      return save(changes);
    },
    onSuccess: async (kept) => {
      // An answer to an older question must not overwrite what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, kept);
      toast.success(successSentence);
    },
    onError: (error) => {
      const message = toErrorMessage(error);
      toast.error(message, { id: message });
    },
  });
}

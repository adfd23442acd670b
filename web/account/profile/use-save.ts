import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';

type SaveOptions<Changes, Saved> = {
  save: (changes: Changes) => Promise<Saved>;
  /** The query that holds what is saved; it takes over what the server stored. */
  queryKey: QueryKey;
  successText: string;
};

/** Saves a form and shows the outcome in a toast; after a failure the form stays as it is. */
export function useSave<Changes, Saved>({ save, queryKey, successText }: SaveOptions<Changes, Saved>) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      // The response to an older request must not overwrite what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      toast.success(successText);
    },
  });
}

import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import type { NewSpaceRow } from './check-rows.ts';
import { importSpaces } from './data.ts';

type Import = { rows: readonly NewSpaceRow[]; key: string };

/** Imports spaces; whoever calls it shows errors and what the database finds wrong. */
export function useImportSpaces() {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: ({ rows, key }: Import) => importSpaces(rows, key),
    onSuccess: async ({ imported }) => {
      if (imported > 0) toast.success(m.import_saved({ count: imported }));
      // The map and the list of zones count spaces too; they refetch when they are next shown.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['admin-spaces'] });
    },
    onError: () => undefined,
  });
}

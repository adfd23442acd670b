import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { FOREIGN_KEY_VIOLATION } from '../../data/database-problem.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listZoneChoices } from '../zones/zone-choices.ts';
import type { AdminSpace } from './admin-space.ts';
import { listAllSpaces } from './data.ts';

const ADMIN_SPACES_KEY = ['admin-spaces'] as const;

/** All spaces, and the zones to choose from. */
export function useAdminSpaces() {
  const list = useQuery({
    queryKey: ADMIN_SPACES_KEY,
    queryFn: async ({ signal }) => {
      const [{ rows: spaces, invalid }, zones] = await Promise.all([
        listAllSpaces(signal),
        listZoneChoices('admin-spaces-not-loaded', signal),
      ]);
      return { spaces, invalid, zones };
    },
  });
  useProblemToast(list.error);
  return list;
}

/**
 * Tells the outcome in toasts.
 * @param write returns the stored space when somebody else changed it since it was loaded; nothing was written then
 */
export function useSpaceWrite<Input>(
  write: (input: Input) => Promise<AdminSpace | null>,
  formatSuccess: (input: Input) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: write,
    onSuccess: async (newer, input) => {
      if (newer === null) toast.success(formatSuccess(input));
      // The map and the list of zones count spaces too; they refetch when they are next shown.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ADMIN_SPACES_KEY });
    },
    onError: (error) => {
      const isReserved = getErrorCode(error) === FOREIGN_KEY_VIOLATION;
      toast.error(toErrorMessage(error), isReserved ? { description: m.problem_space_still_reserved() } : {});
    },
  });
}

function getErrorCode(error: Error): unknown {
  const cause = error instanceof Problem ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { PROBLEMS, toErrorMessage } from '../../../../domain/problems.ts';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Space } from '../../../../domain/zones/zone.ts';
import { isFreeForNextHour, isSpaceFree } from '../../../data/occupancy.ts';
import { ZONES_QUERY_KEY } from '../zone-queries.ts';
import { SPACES_QUERY_KEY } from './use-spaces.ts';

/**
 * Checks that a space is free for the period, or for the next hour.
 * @param onFree called with the space if it is; otherwise a toast gives the reason and the lists reload
 */
export function useSpaceCheck(period: Period | null, onFree: (space: Space) => void) {
  const queryClient = useQueryClient();
  const check = useMutation({
    // Offline it fails at once instead of waiting for the network.
    networkMode: 'always',
    mutationFn: ({ id }: Space) =>
      period === null ? isFreeForNextHour(id, new Date()) : isSpaceFree(id, period, 'availability-unknown'),
    onSuccess: async (isFree, space) => {
      if (isFree) {
        onFree(space);
        return;
      }
      toast.error(PROBLEMS['space-currently-reserved']());
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: SPACES_QUERY_KEY }),
        queryClient.invalidateQueries({ queryKey: ZONES_QUERY_KEY }),
      ]);
    },
    onError: (error) => toast.error(toErrorMessage(error)),
  });
  return {
    /** The space that is being checked. */
    checking: check.isPending ? check.variables : null,
    checkSpace: (space: Space) => {
      if (!check.isPending) check.mutate(space);
    },
  };
}

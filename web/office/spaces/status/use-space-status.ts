import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem } from '../../../../domain/problems.ts';
import type { AdminSpace } from '../admin-space.ts';
import { listTouchedStays, type SettableStatus, type StatusChange, setSpaceStatus } from './data.ts';

const TOUCHED_KEY = 'touched-stays';

/** The reservations that the change touches; none unless the spaces go out of service. */
export function useTouchedStays(spaces: readonly AdminSpace[], status: SettableStatus, endsAt: Date | null) {
  const spaceIds = spaces.map(({ id }) => id);
  return useQuery({
    queryKey: [TOUCHED_KEY, spaceIds, endsAt?.getTime() ?? null],
    queryFn: ({ signal }) => listTouchedStays(spaceIds, endsAt, signal),
    enabled: status === 'maintenance',
    placeholderData: keepPreviousData,
    // What was loaded for an earlier dialog says nothing.
    gcTime: 0,
  });
}

/** Sets the status of spaces. When it fails, what the operator saw loads anew. */
export function useSetSpaceStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (change: StatusChange) => {
      if (!navigator.onLine) throw new Problem('offline');
      await setSpaceStatus(change);
    },
    onSuccess: async (_, { spaces }) => {
      toast.success(m.set_status_saved({ count: spaces.length }));
      // The map, the zones and the reservations refetch when they are next shown.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ['admin-spaces'] });
    },
    onError: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [TOUCHED_KEY] }),
        queryClient.invalidateQueries({ queryKey: ['admin-spaces'] }),
      ]);
    },
  });
}

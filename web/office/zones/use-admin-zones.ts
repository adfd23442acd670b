import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import type { AdminZone } from './admin-zone.ts';
import {
  type AdminZonesQuery,
  countRates,
  createZone,
  deleteZone,
  listAdminZones,
  type PriceChange,
  type RateScope,
  updateZone,
  type ZoneChanges,
} from './data.ts';

/** A page of all zones. The previous page stays until the next one has loaded. */
export function useAdminZones(query: AdminZonesQuery) {
  const list = useQuery({
    queryKey: ['admin-zones', query],
    queryFn: ({ signal }) => listAdminZones(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  return list;
}

/** The changes of a zone, and the spaces whose rates take its new price over. */
export type ZoneSave = { changes: ZoneChanges; rates: RateScope };

type SaveCallbacks = {
  onSuccess: () => void;
  /** Called with the stored zone when somebody else changed it since it was loaded; the zone was not saved then. */
  onNewer: (zone: AdminZone) => void;
};

/** Creates a zone, or updates the loaded one, and tells the outcome in a toast. */
export function useSaveZone(loaded: AdminZone | null, { onSuccess, onNewer }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: async ({ changes, rates }: ZoneSave): Promise<AdminZone | null> => {
      if (loaded !== null) return updateZone(loaded, changes, rates);
      await createZone(changes);
      return null;
    },
    onSuccess: (newer) => {
      if (newer !== null) return onNewer(newer);
      toast.success(loaded === null ? m.zone_created() : m.zone_updated());
      onSuccess();
    },
    // All queries: the map and the spaces depend on zones too.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** How many spaces could take over a new price; nothing is counted while the price is the old one. */
export function useRateCounts(change: PriceChange | null) {
  return useQuery({
    queryKey: ['rate-counts', change],
    queryFn: () => (change === null ? null : countRates(change)),
    enabled: change !== null,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
}

/** Deletes a zone and tells the outcome in a toast. */
export function useDeleteZone(onSettled: () => void) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: deleteZone,
    onSuccess: () => toast.success(m.zone_deleted()),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries();
    },
  });
}

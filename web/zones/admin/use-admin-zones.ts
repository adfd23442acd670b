import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { messageOf, Problem } from '../../../domain/problems.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { countZoneUse, createZone, deleteZone, listAdminZones, updateZone, type ZoneChanges } from './data.ts';
import type { AdminZonesQuery } from './zone-filter.ts';

/** A page of all zones; the page before it stays until it has arrived. */
export function useAdminZones(query: AdminZonesQuery) {
  const list = useQuery({
    queryKey: ['admin-zones', query],
    queryFn: ({ signal }) => listAdminZones(query, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  return list;
}

/** How much a zone is used right now. */
export function useZoneUse(id: string) {
  return useQuery({
    queryKey: ['admin-zone-use', id],
    queryFn: ({ signal }) => countZoneUse(id, new Date(), signal),
    staleTime: 0,
  });
}

type ZoneWrite<Wish> = { write: (wish: Wish) => Promise<void>; success: string; onSuccess: () => void };

function useZoneWrite<Wish>({ write, success, onSuccess }: ZoneWrite<Wish>) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (wish: Wish) => {
      if (!navigator.onLine) throw new Problem('offline');
      return write(wish);
    },
    onSuccess: () => {
      toast.success(success);
      onSuccess();
    },
    onError: (error) => {
      const message = messageOf(error);
      toast.error(message, { id: message });
    },
    // Not only this list: the map and the spaces follow a zone too.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** Makes a zone, or changes the one with this id, and says how it went. */
export function useSaveZone(id: string | null, onSuccess: () => void) {
  return useZoneWrite({
    write: (zone: ZoneChanges) => (id === null ? createZone(zone) : updateZone(id, zone)),
    success: id === null ? 'Zone created successfully' : 'Zone updated successfully',
    onSuccess,
  });
}

/** Deletes a zone and says how it went. */
export function useDeleteZone(onSuccess: () => void) {
  return useZoneWrite({ write: (id: string) => deleteZone(id), success: 'Zone deleted successfully', onSuccess });
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import { askInBrowser } from '../../platform/ask-in-browser.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import { countZoneUse, createZone, deleteZone, listAdminZones, updateZone, type ZoneChanges } from './data.ts';
import type { AdminZonesQuery } from './zone-filter.ts';
import { formatZoneUseWarning } from './zone-use-warning.ts';

const DELETE_QUESTION = 'Are you sure you want to delete this parking zone? This action cannot be undone.';

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

/** `onNewer` is called with the zone as somebody else changed it meanwhile, when nothing was written for that. */
type ZoneWrite<Wish> = {
  write: (wish: Wish) => Promise<AdminZone | null>;
  success: string;
  onSuccess?: () => void;
  onNewer?: (zone: AdminZone) => void;
};

function useZoneWrite<Wish>({ write, success, onSuccess, onNewer }: ZoneWrite<Wish>) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (wish: Wish) => {
      if (!navigator.onLine) throw new Problem('offline');
      return write(wish);
    },
    onSuccess: (newer) => {
      if (newer !== null) {
        onNewer?.(newer);
        return;
      }
      toast.success(success);
      onSuccess?.();
    },
    onError: (error) => {
      const message = toErrorMessage(error);
      toast.error(message, { id: message });
    },
    // Not only this list: the map and the spaces follow a zone too.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** Makes a zone, or changes the one that was read, and says how it went. */
export function useSaveZone(
  read: AdminZone | null,
  callbacks: Required<Pick<ZoneWrite<ZoneChanges>, 'onSuccess' | 'onNewer'>>,
) {
  return useZoneWrite({
    write: async (zone: ZoneChanges) => {
      if (read !== null) return updateZone(read, zone);
      await createZone(zone);
      return null;
    },
    success: read === null ? 'Zone created successfully' : 'Zone updated successfully',
    ...callbacks,
  });
}

/** Deletes a zone and says how it went. */
function useDeleteZone() {
  return useZoneWrite({
    write: async (id: string) => {
      await deleteZone(id);
      return null;
    },
    success: 'Zone deleted successfully',
  });
}

/** Asks in the browser's own dialog whether to delete a zone, and says which one and what depends on it. */
export function useAskToDeleteZone() {
  const { mutate } = useDeleteZone();
  return useCallback(
    async (zone: AdminZone) => {
      // Who cannot be told what depends on it hears that, and may go on all the same.
      const warning = await countZoneUse(zone.id, new Date()).then(formatZoneUseWarning, toErrorMessage);
      const about = warning === null ? formatZoneName(zone) : `${formatZoneName(zone)}. ${warning}`;
      if (askInBrowser(`${DELETE_QUESTION}\n\n${about}`)) mutate(zone.id);
    },
    [mutate],
  );
}

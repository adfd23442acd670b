import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import { confirmInBrowser } from '../../ui/platform/confirm-in-browser.ts';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { type AdminZone, formatZoneName } from './admin-zone.ts';
import {
  type AdminZonesQuery,
  applyPrice,
  countRates,
  countZoneUse,
  createZone,
  deleteZone,
  listAdminZones,
  type PriceChange,
  updateZone,
  type ZoneChanges,
  type ZoneUse,
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

type SaveCallbacks = {
  onSuccess: (saved: ZoneChanges) => void;
  /** Called with the stored zone when somebody else changed it since it was loaded; nothing was saved then. */
  onNewer: (zone: AdminZone) => void;
};

/** Creates a zone, or updates the loaded one, and tells the outcome in a toast. */
export function useSaveZone(loaded: AdminZone | null, { onSuccess, onNewer }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: async (changes: ZoneChanges): Promise<AdminZone | null> => {
      if (loaded !== null) return updateZone(loaded, changes);
      await createZone(changes);
      return null;
    },
    onSuccess: (newer, saved) => {
      if (newer !== null) return onNewer(newer);
      toast.success(loaded === null ? m.zone_created() : m.zone_updated());
      onSuccess(saved);
    },
    // All queries: the map and the spaces depend on zones too.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** How many spaces could take over a new price. */
export function useRateCounts(change: PriceChange) {
  return useQuery({
    queryKey: ['rate-counts', change],
    queryFn: () => countRates(change),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sets the rates of a zone's spaces to its new price, and tells the outcome in a toast. */
export function useApplyPrice(change: PriceChange, onSuccess: () => void) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: (scope: 'all' | 'old-price') => applyPrice(change, scope),
    onSuccess: (count) => {
      toast.success(m.zone_price_applied({ count, price: formatMoney(change.to) }));
      onSuccess();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}

/** Asks in the browser's own dialog whether to delete a zone, with what depends on it, and deletes it. */
export function useAskToDeleteZone() {
  const queryClient = useQueryClient();
  const { mutate } = useOnlineMutation({
    mutationFn: deleteZone,
    onSuccess: () => toast.success(m.zone_deleted()),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return useCallback(
    async (zone: AdminZone) => {
      // An administrator may delete it also when this cannot be counted.
      const warning = await countZoneUse(zone.id, new Date()).then(formatZoneUseWarning, toErrorMessage);
      const name = formatZoneName(zone);
      const details = warning === null ? name : m.zone_delete_details({ zone: name, warning });
      if (confirmInBrowser(`${m.zone_delete_question()}\n\n${details}`)) mutate(zone.id);
    },
    [mutate],
  );
}

function formatZoneUseWarning({ spaces, reservations }: ZoneUse): string | null {
  if (spaces === 0) return null;
  if (reservations === 0) return m.zone_delete_spaces({ count: spaces });
  return m.zone_delete_spaces_and_reservations({ spaces, reservations });
}

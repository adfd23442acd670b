import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getReservationEnd } from '../../../domain/reservations/times.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { formatMoment } from '../parking-time.ts';
import { type Extension, ExtensionTooLong, extendReservation, loadExtensionTerms, useChangeOutcome } from './data.ts';

const REFRESH_MS = 30_000;

export const extensionTermsKey = (reservation: Reservation) => [
  'extension-terms',
  reservation.id,
  getReservationEnd(reservation).toISOString(),
];

/** Until when a reservation can be extended, and for how much; reloaded while the dialog is open. */
export function useExtensionTerms(reservation: Reservation, isWanted: boolean) {
  return useQuery({
    queryKey: extensionTermsKey(reservation),
    queryFn: () => loadExtensionTerms(reservation),
    enabled: isWanted,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** Loads the terms again when the price is not the one that was shown. What is chosen stays. */
export function useReloadPrice(reservation: Reservation) {
  const queryClient = useQueryClient();
  return (error: Error) => {
    if (!(error instanceof Problem && error.key === 'price-changed')) return;
    void queryClient.invalidateQueries({ queryKey: extensionTermsKey(reservation) });
  };
}

type ExtensionOutcomes = {
  userId: string | null;
  onExtended: (reservation: Reservation) => void;
  /** Called with the latest end when the one that was asked for is later. */
  onTooLong: (latestEnd: Date) => void;
};

/** Extends a reservation once and tells the outcome in a toast. After a failure it can be tried again. */
export function useExtend(seen: Reservation, { userId, onExtended, onTooLong }: ExtensionOutcomes) {
  const reloadPrice = useReloadPrice(seen);
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged: onExtended });
  return useOnceMutation({
    mutationFn: (extension: Extension) => extendReservation(seen, extension),
    onSuccess: (reservation) => {
      toast.success(m.extend_done({ end: formatMoment(getReservationEnd(reservation), new Date()) }));
      onSuccess(reservation);
    },
    onError: (error) => {
      if (error instanceof ExtensionTooLong) onTooLong(error.latestEnd);
      reloadPrice(error);
      toast.error(toErrorMessage(error));
      return onError(error);
    },
  });
}

import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { formatMoment } from '../parking-time.ts';
import { ExtensionTooLong, extendReservation, loadExtensionTerms } from './data.ts';
import { useChangeOutcome } from './use-change-outcome.ts';

const REFRESH_MS = 30_000;

export const extensionTermsKey = (reservation: Reservation) => [
  'extension-terms',
  reservation.id,
  getStayEnd(reservation).toISOString(),
];

/** Until when a stay can be extended, and for how much; loaded while somebody thinks about it. */
export function useExtensionTerms(reservation: Reservation, isWanted: boolean) {
  return useQuery({
    queryKey: extensionTermsKey(reservation),
    queryFn: () => loadExtensionTerms(reservation),
    enabled: isWanted,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

type Extension = {
  userId: string | null;
  onExtended: (reservation: Reservation) => void;
  /** Called with the latest end when the one that was asked for is later. */
  onTooLong: (latestEnd: Date) => void;
};

/** Extends a stay once by so many hours and tells the outcome in a toast. After a failure it can be tried again. */
export function useExtend(seen: Reservation, { userId, onExtended, onTooLong }: Extension) {
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged: onExtended });
  return useOnceMutation({
    mutationFn: (hours: number) => extendReservation(seen, hours),
    onSuccess: (reservation) => {
      toast.success(m.extend_done({ end: formatMoment(getStayEnd(reservation), new Date()) }));
      onSuccess(reservation);
    },
    onError: (error) => {
      if (error instanceof ExtensionTooLong) onTooLong(error.latestEnd);
      toast.error(toErrorMessage(error));
      return onError(error);
    },
  });
}

import { hashKey, useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { HandedOverReservation, Reservation } from '../../../domain/reservations/reservation.ts';
import { reloadReservation, type StoredReservation } from './data.ts';

const REFRESH_MS = 30_000;

type Following = {
  /** Null for a guest, who has nothing on the server. */
  userId: string | null;
  onChanged: (reservation: Reservation) => void;
  onClosed: (reservation: StoredReservation) => void;
};

/**
 * Hears of what the operator or another device did to a reservation: at once, when the page is visible again, and every 30 seconds while it
 * is. A reservation that the server does not show is left as it is, as after a sign-in before the second factor.
 */
export function useFollowReservation(shown: HandedOverReservation, { userId, onChanged, onClosed }: Following): void {
  // A change from this page says itself what it did.
  const isChanging = useIsMutating() > 0;
  const { data } = useQuery({
    // A response from before the change is about a reservation that is no more.
    queryKey: ['reservation', shown.id, { isChanging }],
    queryFn: () => reloadReservation(shown),
    enabled: userId !== null && !isChanging && !isLocalReservation(shown),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    // The next regular request is the retry.
    retry: false,
  });
  const compare = useEffectEvent((stored: StoredReservation) => {
    if (stored.status !== 'active') return onClosed(stored);
    const current = { ...stored.reservation, ...(shown.image === undefined ? {} : { image: shown.image }) };
    if (hashKey([toComparable(current)]) !== hashKey([toComparable(shown)])) onChanged(current);
  });
  useEffect(() => {
    if (data) compare(data);
  }, [data]);
}

/** Lists, the server and what a device stores write the same moment in several ways. */
function toComparable({ status: _status, startTime, createdAt: _createdAt, ...rest }: HandedOverReservation) {
  return { ...rest, startTime: Date.parse(startTime) };
}

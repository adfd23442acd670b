import { hashKey, useIsMutating, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import * as z from 'zod';
import { momentSchema, type Period } from '../../../domain/days/period.ts';
import {
  isClosed,
  isLocalReservation,
  type Reservation,
  reservationSchema,
} from '../../../domain/reservations/reservation.ts';
import { hasBegun, isAwaitingEnd, isDuringReservation } from '../../../domain/reservations/times.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { isOnline } from '../../ui/platform/connection-state.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';
import { listPendingEnds } from '../ending/pending-ends.tsx';
import { bookingKeys } from '../keys.ts';
import { findReservation } from '../reservation-row.ts';
import { listSavedTickets } from './saved-tickets.ts';

/** The reservation that a person, or a guest, is parked with: several people may use a device. */
export function getSavedReservation(userId: string | null): StoredValue<Reservation> {
  return createStoredValue(`parqueo.current-session.${userId ?? 'guest'}`, reservationSchema);
}

/** Removes a saved reservation that is not under way, unless it is still to be ended. */
export function readSavedReservation(userId: string | null, now: Date): Reservation | null {
  const saved = getSavedReservation(userId);
  const reservation = saved.read();
  if (reservation === null || isDuringReservation(reservation, now) || isAwaitingEnd(reservation, now))
    return reservation;
  saved.remove();
  return null;
}

/** The reservation that was ended or cancelled last on this device, as the browser's history may still contain it. */
const closed = createStoredValue('parqueo.ended-session', z.object({ id: z.string(), at: momentSchema }));

export function closeReservation(userId: string | null, { id }: Pick<Reservation, 'id'>, now: Date): void {
  const saved = getSavedReservation(userId);
  if (saved.read()?.id === id) saved.remove();
  closed.write({ id, at: now });
}

/** Opens a reservation again whose end the server did not accept. */
export function reopenReservation(reservation: Pick<Reservation, 'id'>): void {
  if (wasClosedHere(reservation)) closed.remove();
}

export function wasClosedHere({ id }: Pick<Reservation, 'id'>): boolean {
  return closed.read()?.id === id;
}

/** The moment in which a reservation was ended here, as a reservation; null without one. */
export function getEndedReservation(): Period | null {
  const last = closed.read();
  return last && { startsAt: last.at, endsAt: last.at };
}

/** The open reservation of the status screen: the one that was handed over, else the saved one, else that of a saved ticket. */
export function useSavedReservation(userId: string | null, handedOver: Reservation | null) {
  // The person who opened the screen, also after somebody signs out on it.
  const [ownerId] = useState(userId);
  const reservation = useMemo(() => {
    const now = getNow();
    const wanted: Reservation | null = handedOver ?? readSavedReservation(ownerId, now) ?? findTicketReservation(now);
    return wanted === null || isClosed(wanted) || wasClosedHere(wanted) ? null : wanted;
  }, [ownerId, handedOver]);
  useEffect(() => {
    if (handedOver !== null && reservation !== null) saveReservation(ownerId, reservation, getNow());
  }, [ownerId, handedOver, reservation]);
  const forget = useCallback(() => {
    if (reservation !== null) closeReservation(ownerId, reservation, getNow());
  }, [ownerId, reservation]);
  return { reservation, forget };
}

/** The reservation under way whose ticket this device keeps; without a connection also the next one. Null while an end is unsent. */
export function findTicketReservation(now: Date): Reservation | null {
  const reservation = findFirstTicket(now);
  return reservation !== null && (hasBegun(reservation, now) || !isOnline()) ? reservation : null;
}

/** The reservation under way or the next one, as far as this device keeps it. */
export function findReservationToDriveTo(userId: string | null, now: Date): Reservation | null {
  const saved = readSavedReservation(userId, now);
  return saved === null || isAwaitingEnd(saved, now) || wasClosedHere(saved) ? findFirstTicket(now) : saved;
}

function findFirstTicket(now: Date): Reservation | null {
  if (listPendingEnds().length > 0) return null;
  return listSavedTickets(now).find(({ reservation }) => !wasClosedHere(reservation))?.reservation ?? null;
}

/** Saves a reservation. Another one under way stays, if only this device knows it or the new one has not begun. */
export function saveReservation(userId: string | null, reservation: Reservation, now: Date): void {
  const stored = readSavedReservation(userId, now);
  const isOtherUnderWay = stored !== null && stored.id !== reservation.id && isDuringReservation(stored, now);
  const keepsOther = isOtherUnderWay && (isLocalReservation(stored) || !hasBegun(reservation, now));
  if (keepsOther && !isLocalReservation(reservation)) return;
  getSavedReservation(userId).write(reservation);
}

const REFRESH_MS = 30_000;

type Following = {
  /** Null for a guest, who has nothing on the server. */
  userId: string | null;
  onChanged: (reservation: Reservation) => void;
  onClosed: (reservation: Reservation) => void;
};

/**
 * Follows what the operator or another device does to a reservation. A reservation that the server does not return stays on the
 * screen, since a session that still owes the second factor gets none.
 */
export function useFollowReservation(shown: Reservation, { userId, onChanged, onClosed }: Following): void {
  // A change from this page says itself what it did.
  const isChanging = useIsMutating() > 0;
  const { data } = useQuery({
    // The key differs during a change, so that a response from before it is dropped.
    queryKey: bookingKeys.reservation(shown.id, { isChanging }),
    queryFn: () => findReservation(shown.id, shown),
    enabled: userId !== null && !isChanging && !isLocalReservation(shown),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    // The next regular request is the retry.
    retry: false,
  });
  const compare = useEffectEvent((stored: Reservation) => {
    if (stored.status !== 'active') return onClosed(stored);
    const current = { ...shown, ...stored };
    if (hashKey([current]) !== hashKey([shown])) onChanged(current);
  });
  useEffect(() => {
    if (data) compare(data);
  }, [data]);
}

import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod';
import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { getSignedInUserId } from '../../data/signed-in-user-id.ts';
import { logWarning } from '../../platform/log.ts';
import { createStoredValue } from '../../platform/stored-value.ts';

const pendingEndSchema = z.object({ reservation: reservationSchema, endedAt: z.iso.datetime() });

/** A stay that its driver ended on this device and that the server may not have as ended yet. */
export type PendingEnd = z.infer<typeof pendingEndSchema>;

/** Several people may use a device. */
function getStored() {
  return createStoredValue(`parqueo.pending-ends.${getSignedInUserId() ?? 'guest'}`, z.array(pendingEndSchema));
}

/** By person: what the browser does not store, as it is full or stores nothing. It is sent as long as the page is open. */
const unstored = new Map<string | null, readonly PendingEnd[]>();

function listUnstored(): readonly PendingEnd[] {
  return unstored.get(getSignedInUserId()) ?? [];
}

const listeners = new Set<() => void>();
let changes = 0;

function notify(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

/** Also hears of changes in other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', notify);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}

/** The ends of the signed-in person that are still to be sent, the first tap first. */
export function listPendingEnds(): PendingEnd[] {
  return [...(getStored().read() ?? []), ...listUnstored()];
}

export function isEnding({ id }: Pick<Reservation, 'id'>): boolean {
  return listPendingEnds().some(({ reservation }) => reservation.id === id);
}

/** Keeps the moment at which a driver ended a stay. A second tap does not move it. */
export function addPendingEnd(reservation: Reservation, now: Date): void {
  if (!isEnding(reservation)) {
    const end = { reservation, endedAt: now.toISOString() };
    try {
      getStored().write([...(getStored().read() ?? []), end]);
    } catch (error) {
      logWarning('The end of a stay is not stored', error);
      unstored.set(getSignedInUserId(), [...listUnstored(), end]);
    }
  }
  notify();
}

export function removePendingEnd({ id }: Pick<Reservation, 'id'>): void {
  const isOther = ({ reservation }: PendingEnd) => reservation.id !== id;
  unstored.set(getSignedInUserId(), listUnstored().filter(isOther));
  const rest = (getStored().read() ?? []).filter(isOther);
  if (rest.length === 0) getStored().remove();
  else getStored().write(rest);
  notify();
}

/** Tells stays that are being ended from others. */
export function useIsEnding(): (reservation: Pick<Reservation, 'id'>) => boolean {
  const ends = usePendingEnds();
  return ({ id }) => ends.some(({ reservation }) => reservation.id === id);
}

export function usePendingEnds(): readonly PendingEnd[] {
  const version = useSyncExternalStore(subscribe, () => changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is stored
  return useMemo(listPendingEnds, [version]);
}

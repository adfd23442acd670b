import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../../domain/problems.ts';
import { findReservationPosition } from '../../../domain/reservations/reservation.ts';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import { keepPictures } from '../../map/place/saved-pictures.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { isCancelling } from '../cancelling/is-cancelling.ts';
import { readSavedSession } from '../current/saved-session.ts';
import { isEnding } from '../ending/pending-ends.ts';
import { listOpenReservations } from '../lists/data.ts';
import type { ListedReservation } from '../lists/listed-reservation.ts';
import { findClosedReservations, requestTicket } from './data.ts';
import { findSavedAddress, KEPT_TICKETS_KEY, listSavedTickets, removeTickets, saveTicket } from './saved-tickets.ts';

/** The stay under way and the ones after it. */
const MAX_TICKETS = 3;
/** Only for what somebody else changes. */
const REFRESH_MS = 15 * 60_000;

/**
 * Keeps the tickets of the present and the next reservations on the device, with small maps of where they are. Whatever
 * changes reservations invalidates all queries, so that a changed one gets its new ticket at once.
 */
export function useKeepTickets(userId: string): void {
  const queryClient = useQueryClient();
  useQuery({
    queryKey: [...KEPT_TICKETS_KEY, userId],
    queryFn: async ({ signal }) => {
      await keepTickets(userId, { queryClient, signal });
      return null;
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

type Context = { queryClient: QueryClient; signal: AbortSignal };

async function keepTickets(userId: string, { queryClient, signal }: Context): Promise<void> {
  const now = new Date();
  const { rows } = await listOpenReservations(userId, now);
  const open = rows.filter((row) => getStayEnd(row) > now).slice(0, MAX_TICKETS);
  for (const reservation of open) {
    // While it is being ended or cancelled, the server may have no ticket of it any more.
    if (!isEnding(reservation) && !isCancelling(queryClient, reservation)) await keepTicket(reservation, signal);
  }
  const listed = new Set(rows.map(({ id }) => id));
  const saved = listSavedTickets(now).map(({ reservation }) => reservation.id);
  const closed = await findClosedReservations(saved.filter((id) => !listed.has(id)));
  signal.throwIfAborted();
  removeTickets(closed, now);
  await keepPlaces(userId, { now, signal });
}

/** The small maps of all stays that can be shown without a connection. */
async function keepPlaces(userId: string, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const stays = listSavedTickets(now).map(({ reservation }) => reservation);
  const current = readSavedSession(userId, now);
  const positions = [...stays, ...(current ? [current] : [])].map(findReservationPosition);
  try {
    await keepPictures(
      positions.filter((position) => position !== null),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    logWarning('The maps of the tickets were not kept', error);
  }
}

/** An older ticket stays until the new one is there. */
async function keepTicket({ status: _status, ...reservation }: ListedReservation, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    const saved = findSavedAddress(reservation);
    const { address, requestedAt } =
      saved === null || saved.isDue
        ? { address: await requestTicket(reservation.id, signal), requestedAt: Date.now() }
        : saved;
    signal.throwIfAborted();
    saveTicket({ reservation, address, requestedAt });
  } catch (error) {
    signal.throwIfAborted();
    // The others are kept; the next turn tries again, or finds that the stay was closed meanwhile.
    const isClosed = error instanceof Problem && error.key === 'ticket-not-active';
    if (!isClosed) logWarning('A ticket was not kept', error);
  }
}

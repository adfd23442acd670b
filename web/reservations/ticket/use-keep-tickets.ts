import { useQuery } from '@tanstack/react-query';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import { logWarning } from '../../platform/log.ts';
import { listOpenReservations } from '../lists/data.ts';
import { requestTicket } from './data.ts';
import { findSavedAddress, type SavedTicket, saveTickets } from './saved-tickets.ts';

/** The stay under way and the ones after it. */
const MAX_TICKETS = 3;
const REFRESH_MS = 5 * 60_000;

/**
 * Keeps the tickets of the present and the next reservations on the device. Whatever changes reservations invalidates all
 * queries, so that a changed one gets its new ticket at once.
 */
export function useKeepTickets(userId: string): void {
  useQuery({
    queryKey: ['kept-tickets', userId],
    queryFn: async () => {
      await keepTickets(userId, new Date());
      return null;
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

async function keepTickets(userId: string, now: Date): Promise<void> {
  const { rows } = await listOpenReservations(userId, now);
  const tickets: SavedTicket[] = [];
  for (const reservation of rows.filter((row) => getStayEnd(row) > now).slice(0, MAX_TICKETS)) {
    const { status: _status, ...kept } = reservation;
    try {
      const address = findSavedAddress(kept) ?? (await requestTicket(kept.id));
      tickets.push({ reservation: kept, address });
    } catch (error) {
      // The others are kept; the next turn tries again.
      logWarning('A ticket was not kept', error);
    }
  }
  saveTickets(tickets);
}

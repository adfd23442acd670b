import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { createStoredList } from '../../ui/platform/stored-value.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { getTicketsKey } from '../keys.ts';

const NOT_FOUND = 404;

const ticketSchema = z.object({ address: z.url({ protocol: /^https?$/ }) });

/**
 * The address of the ticket of an active reservation of this driver, which whoever scans it opens.
 * @throws Problem `ticket-not-active` for a reservation that is over, else `ticket-not-loaded`
 */
export async function requestTicket(reservationId: string, signal?: AbortSignal): Promise<string> {
  const { data, error } = await dataClient().functions.invoke('ticket', {
    body: { reservation: reservationId },
    ...(signal ? { signal } : {}),
  });
  if (error instanceof FunctionsHttpError && (error.context as Response).status === NOT_FOUND) {
    throw new Problem('ticket-not-active', { cause: error });
  }
  const ticket = ticketSchema.safeParse(data);
  if (error || !ticket.success) throw new Problem('ticket-not-loaded', { cause: error ?? ticket.error });
  return ticket.data.address;
}

const idSchema = z.object({ id: z.string() });

/** Which of these reservations are completed, cancelled or expired. */
export async function findClosedReservations(ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const response = await dataClient()
    .from('reservations')
    .select('id')
    .in('id', ids)
    .neq('status', 'active')
    .retry(false);
  return new Set(readRows(response, idSchema, 'reservations-not-loaded').rows.map(({ id }) => id));
}

/** A newer one may be signed with another key; the server accepts the previous key for a week. */
const RENEW_AFTER_MS = 24 * 3_600_000;

const savedTicketSchema = z.object({
  reservation: reservationSchema,
  address: z.string(),
  requestedAt: z.number().catch(0),
});

type SavedTicket = z.infer<typeof savedTicketSchema>;

/** Several people may use a device. */
function getStored() {
  return createStoredList(getTicketsKey(), savedTicketSchema);
}

/** The tickets of reservations that are not over, the earliest first. */
export function listSavedTickets(now: Date): SavedTicket[] {
  const tickets = getStored().read() ?? [];
  return tickets
    .filter(({ reservation }) => reservation.endsAt > now)
    .toSorted((a, b) => a.reservation.startsAt.getTime() - b.reservation.startsAt.getTime());
}

/** All that a ticket says: another text means that the reservation has changed. */
function describe(reservation: Reservation): string {
  const { id, spaceId, spaceName, zoneName, startsAt, endsAt, vehicle } = reservation;
  const plate = vehicle.isStored ? vehicle.licensePlate : '';
  return JSON.stringify([id, spaceId, spaceName, zoneName, startsAt, endsAt, plate]);
}

/** The saved ticket of a reservation, or null. It `isOutdated` once the reservation has changed, and `isDue` to be requested anew. */
export function findSavedAddress(reservation: Reservation) {
  const saved = (getStored().read() ?? []).find((ticket) => ticket.reservation.id === reservation.id);
  if (saved === undefined) return null;
  const { address, requestedAt } = saved;
  const isOutdated = describe(saved.reservation) !== describe(reservation);
  return { address, requestedAt, isOutdated, isDue: isOutdated || getNow().getTime() - requestedAt > RENEW_AFTER_MS };
}

export function saveTicket(ticket: SavedTicket): void {
  const others = (getStored().read() ?? []).filter(({ reservation }) => reservation.id !== ticket.reservation.id);
  getStored().write([...others, ticket]);
}

/** Forgets the tickets of reservations that have passed, and of these. */
export function removeTickets(closedIds: ReadonlySet<string>, now: Date): void {
  getStored().write(listSavedTickets(now).filter(({ reservation }) => !closedIds.has(reservation.id)));
}

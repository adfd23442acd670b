import * as z from 'zod';
import { type Reservation, reservationSchema } from '../../../domain/reservations/reservation.ts';
import { getStayEnd } from '../../../domain/reservations/stay.ts';
import { getSignedInUserId } from '../../data/signed-in-user-id.ts';
import { createStoredValue } from '../../platform/stored-value.ts';

const savedTicketSchema = z.object({ reservation: reservationSchema, address: z.string() });

/** A ticket and its reservation, kept for times without a connection. */
export type SavedTicket = z.infer<typeof savedTicketSchema>;

/** Several people may use a device. */
function getStored() {
  return createStoredValue(`parqueo.tickets.${getSignedInUserId() ?? 'guest'}`, z.array(savedTicketSchema));
}

/** The tickets of stays that are not over, the earliest first. */
export function listSavedTickets(now: Date): SavedTicket[] {
  const tickets = getStored().read() ?? [];
  return tickets
    .filter(({ reservation }) => getStayEnd(reservation) > now)
    .toSorted((a, b) => Date.parse(a.reservation.startTime) - Date.parse(b.reservation.startTime));
}

export function saveTickets(tickets: readonly SavedTicket[]): void {
  getStored().write([...tickets]);
}

/** What a ticket says, to tell one from before a change of the reservation. */
function describe({
  id,
  parkingSpotId,
  parkingSpotName,
  zoneName,
  startTime,
  durationHours,
  vehicle,
}: Reservation): string {
  const plate = vehicle.isStored ? vehicle.licensePlate : '';
  return JSON.stringify([id, parkingSpotId, parkingSpotName, zoneName, Date.parse(startTime), durationHours, plate]);
}

/** The address of the saved ticket of a reservation; null when there is none or the reservation changed since. */
export function findSavedAddress(reservation: Reservation): string | null {
  const saved = (getStored().read() ?? []).find((ticket) => describe(ticket.reservation) === describe(reservation));
  return saved?.address ?? null;
}

/** Keeps the ticket of one reservation beside the others. */
export function saveTicket(ticket: SavedTicket): void {
  const others = (getStored().read() ?? []).filter(({ reservation }) => reservation.id !== ticket.reservation.id);
  saveTickets([...others, ticket]);
}

import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { readRows } from '../../ui/data-table/parse-rows.ts';

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

/** Those of these reservations that are completed, cancelled or expired. @throws Problem `reservations-not-loaded` */
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

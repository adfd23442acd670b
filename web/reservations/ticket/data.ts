import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';

const NOT_FOUND = 404;

const ticketSchema = z.object({ address: z.url({ protocol: /^https?$/ }) });

/**
 * The address of the ticket of an active reservation of this driver, which whoever scans it opens.
 * @throws Problem `ticket-not-active` for a reservation that is over, else `ticket-not-loaded`
 */
export async function requestTicket(reservationId: string): Promise<string> {
  const { data, error } = await dataClient().functions.invoke('ticket', { body: { reservation: reservationId } });
  if (error instanceof FunctionsHttpError && (error.context as Response).status === NOT_FOUND) {
    throw new Problem('ticket-not-active', { cause: error });
  }
  const ticket = ticketSchema.safeParse(data);
  if (error || !ticket.success) throw new Problem('ticket-not-loaded', { cause: error ?? ticket.error });
  return ticket.data.address;
}

import * as z from 'zod';
import { Problem } from '../../../../domain/problems.ts';
import { dataClient } from '../../../data/connection.ts';

const TIMEOUT_MS = 15_000;

const time = z.number().transform((ms) => new Date(ms));

/** What the server says of a scanned ticket. */
export type ScannedTicket = z.infer<typeof scannedTicketSchema>;

const scannedTicketSchema = z.object({
  verdict: z.enum(['valid', 'not-yet', 'over', 'cancelled', 'changed', 'forged']),
  /** What holds now; null for what is no ticket. */
  shown: z.object({ zone: z.string(), space: z.string(), plate: z.string(), from: time, to: time }).nullable(),
  /** Null when nobody has arrived. */
  arrival: z
    .object({ arrived_at: z.iso.datetime({ offset: true }), is_new: z.boolean() })
    .transform(({ arrived_at, is_new }) => ({ arrivedAt: arrived_at, isNew: is_new }))
    .nullable(),
});

/** A scanned text with an idempotency key: a repeat with the same one is the same scan. */
export type Scan = { ticket: string; key: string };

/** Has a scanned text judged, and the arrival marked where it is a ticket that is valid now. @throws Problem `scan-not-checked` */
export async function checkTicket({ ticket, key }: Scan): Promise<ScannedTicket> {
  const { data, error } = await dataClient().functions.invoke('ticket-arrival', {
    body: { ticket, scan: key },
    timeout: TIMEOUT_MS,
  });
  const checked = scannedTicketSchema.safeParse(data);
  if (error || !checked.success) throw new Problem('scan-not-checked', { cause: error ?? checked.error });
  return checked.data;
}

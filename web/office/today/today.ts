import * as z from 'zod';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { withPeriod } from '../../../domain/days/period.ts';
import { Problem } from '../../../domain/problems.ts';
import { adminReservationRowSchema } from '../../booking/desk/admin-reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { readRows } from '../../ui/table/parse-rows.ts';

/** A row of the function `todays_reservations`. */
const todaysReservationSchema = adminReservationRowSchema
  .extend({
    movement: z.enum(['arrival', 'departure', 'inside']),
    arrived_at: z.iso.datetime({ offset: true }).nullable(),
  })
  .transform((row) => toCamelCase(withPeriod(row)));

/** When the driver is expected to arrive or to leave. */
export const getDueTime = ({ movement, startsAt, endsAt }: TodaysReservation): Date =>
  movement === 'arrival' ? startsAt : endsAt;

/** The database sends one more of each movement, to see that there are more. */
const MOST_OF_A_MOVEMENT = 250;

export type Movements = { reservations: TodaysReservation[]; hasMore: boolean };
export type TodaysReservations = { arrivals: Movements; departures: Movements; inside: Movements };

function pick(reservations: readonly TodaysReservation[], movement: TodaysReservation['movement']): Movements {
  const moving = reservations.filter((reservation) => reservation.movement === movement);
  return { reservations: moving.slice(0, MOST_OF_A_MOVEMENT), hasMore: moving.length > MOST_OF_A_MOVEMENT };
}

/** Who arrives and leaves next in a zone, or in all. */
export async function loadTodaysReservations(zone: string | null, signal: AbortSignal): Promise<TodaysReservations> {
  const response = await dataClient().rpc('todays_reservations', { zone }).abortSignal(signal);
  const { rows } = readRows(response, todaysReservationSchema, 'todays-reservations-not-loaded');
  return { arrivals: pick(rows, 'arrival'), departures: pick(rows, 'departure'), inside: pick(rows, 'inside') };
}

/** A reservation whose driver is to arrive or to leave; one that has just begun may be both, as two entries. */
export type TodaysReservation = z.infer<typeof todaysReservationSchema>;

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
    .transform(toCamelCase)
    .nullable(),
});

/** A scanned text with an idempotency key: a repeat with the same one is the same scan. */
type Scan = { ticket: string; key: string };

/** Has a scanned text judged, and the arrival marked where it is a ticket that is valid now. */
export async function checkTicket({ ticket, key }: Scan): Promise<ScannedTicket> {
  const { data, error } = await dataClient().functions.invoke('ticket-arrival', {
    body: { ticket, scan: key },
    timeout: TIMEOUT_MS,
  });
  const checked = scannedTicketSchema.safeParse(data);
  if (error || !checked.success) throw new Problem('scan-not-checked', { cause: error ?? checked.error });
  return checked.data;
}

import * as z from 'zod';
import { EARLIEST_ARRIVAL_MS } from '../../../domain/reservations/arrival.ts';
import { adminReservationSchema } from '../reservations/admin-reservation.ts';

/** A stay whose driver is to arrive or to leave; one that has just begun may be both, as two entries. */
export type TodaysStay = z.infer<typeof todaysStaySchema>;

/** Of the function `todays_stays`. */
export const todaysStaySchema = z
  .object({
    movement: z.enum(['arrival', 'departure']),
    zone_id: z.string().nullable(),
    arrived_at: z.iso.datetime({ offset: true }).nullable(),
  })
  .transform(({ movement, zone_id, arrived_at }) => ({ movement, zoneId: zone_id, arrivedAt: arrived_at }))
  .and(adminReservationSchema);

/** When the driver is expected to arrive or to leave. */
export const getDueTime = ({ movement, startTime, endTime }: TodaysStay): number =>
  Date.parse(movement === 'arrival' ? startTime : endTime);

/** Whether the database takes the arrival now. */
export function mayArriveAt(now: number, { startTime, endTime }: TodaysStay): boolean {
  return now >= Date.parse(startTime) - EARLIEST_ARRIVAL_MS && now < Date.parse(endTime);
}

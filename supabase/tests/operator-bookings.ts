import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { type Actor, as, hoursFromNow } from './as.ts';
import type { PaidReservation } from './money-world.ts';

export type OperatorBooking = {
  id?: string;
  spaceId: string | null;
  /** In hours from now. */
  from?: number;
  /** Instead of `from`. */
  startTime?: string | null;
  hours?: number | string;
  vehicleId?: string | null;
  /** The price that the administrator saw. */
  seenAmount?: number | null;
  paidAtDesk?: number | string | null;
  paidReason?: string | null;
};

/** Reserves for a driver as this actor. */
export function reserveForDriver(sql: Sql, actor: Actor, driver: Pick<Actor, 'id'>, booking: OperatorBooking) {
  const { id = randomUUID(), spaceId, from = 1, startTime = hoursFromNow(from).toISOString(), hours = 2 } = booking;
  const { vehicleId = null, seenAmount = null, paidAtDesk = null, paidReason = 'Paid at the desk' } = booking;
  return as(sql, actor, async (tx) => {
    const [row] = await tx<(PaidReservation & { vehicle_plate: string | null })[]>`
      select * from public.reserve_for_driver(${id}, ${driver.id}, ${spaceId}, ${startTime}::text::timestamptz, ${hours},
        ${vehicleId}, ${seenAmount}, ${paidAtDesk}, ${paidReason})`;
    if (!row) throw new Error('No reservation came back');
    return row;
  });
}

import type { Sql } from 'postgres';
import { type Actor, hoursFromNow, withoutRules } from './as.ts';

type PastReservation = {
  spaceId: string;
  /** Hours since its end. */
  endedHoursAgo?: number;
  status?: 'active' | 'completed' | 'cancelled' | 'expired';
};

/** A reservation of an hour that is over. Nobody reserves the past, so the owner of the database writes it with the triggers off. */
export async function createPastReservation(
  sql: Sql,
  { id }: Actor,
  { spaceId, endedHoursAgo = 1, status = 'completed' }: PastReservation,
): Promise<string> {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const [reservation] = await tx<{ id: string }[]>`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
      values (${id}, ${spaceId}, ${hoursFromNow(-endedHoursAgo - 1)}, ${hoursFromNow(-endedHoursAgo)}, ${status})
      returning id`;
    if (!reservation) throw new Error('No stay came back');
    return reservation.id;
  });
}

/** Rates a reservation, whatever its state and whether or not ratings are kept. */
export async function createRating(sql: Sql, driver: Actor, reservationId: string, comment: string): Promise<void> {
  await withoutRules(sql)`
      insert into public.ratings (reservation_id, user_id, zone_id, overall, cleanness, communication, accessibility, comment)
      select r.id, ${driver.id}, s.zone_id, 4, 4, 4, 4, ${comment}
      from public.reservations r join public.parking_spaces s on s.id = r.parking_space_id where r.id = ${reservationId}`;
}

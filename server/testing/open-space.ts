import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { createSpace } from '../../supabase/tests/as.ts';

const HOUR_MS = 3_600_000;

/** A reservation of a driver that is under way, on a space with this lock; the id of the reservation. */
export async function createReservation(sql: Sql, { userId, did }: { userId: string; did: string }): Promise<string> {
  const { spaceId } = await createSpace(sql);
  await sql`update public.parking_spaces set kavass_device_id = ${did} where id = ${spaceId}`;
  const id = randomUUID();
  await sql`
    insert into public.reservations (id, user_id, parking_space_id, start_time, end_time)
    values (${id}, ${userId}, ${spaceId}, ${new Date(Date.now() - HOUR_MS)}, ${new Date(Date.now() + HOUR_MS)})`;
  return id;
}

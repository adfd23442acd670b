import { randomUUID } from 'node:crypto';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Actor, as, hoursFromNow, one, withoutRules } from './as.ts';

export type Reservation = {
  id: string;
  user_id: string | null;
  parking_space_id: string;
  start_time: Date;
  end_time: Date;
  total_amount: string;
  status: string;
  payment_method: string | null;
  held_until: Date | null;
  vehicle_id: string | null;
  vehicle_plate: string | null;
};

/** A reservation of this actor, from and to in hours from now. It is made past the rules, so that it can have begun long ago. */
export async function createReservation(
  sql: Sql,
  { id: userId }: Pick<Actor, 'id'>,
  { spaceId, from, to, amount = 10 }: { spaceId: string; from: number; to: number; amount?: number },
): Promise<Reservation> {
  const id = randomUUID();
  await withoutRules(sql)`
      insert into public.reservations (id, user_id, parking_space_id, start_time, end_time, total_amount)
      values (${id}, ${userId}, ${spaceId}, ${hoursFromNow(from)}, ${hoursFromNow(to)}, ${amount})`;
  return readReservation(sql, id);
}

export const readReservation = (sql: Sql, id: string) =>
  one(sql<Reservation[]>`select * from public.reservations where id = ${id}`);

/** Spaces of a new zone, in the order of their names; `latitude` moves it north of the others. */
export async function createZone(
  sql: Sql,
  names: readonly string[],
  { latitude = 18.4756, rate = 5 }: { latitude?: number; rate?: number | null } = {},
): Promise<string[]> {
  const zone = await one(sql<{ id: string }[]>`
    insert into public.parking_zones (name, price_per_hour, latitude, longitude)
    values ('Naco', 5, ${latitude}, -69.9266) returning id`);
  const rows = names.map((name) => ({ name, zone_id: zone.id, hourly_rate: rate }));
  const spaces = await sql<{ id: string }[]>`insert into public.parking_spaces ${sql(rows)} returning id`;
  return spaces.map(({ id }) => id);
}

export const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * 3_600_000);

type Seen = { end?: Date; amount?: number | null };

export async function extend(
  sql: Sql,
  actor: Actor,
  reservation: Reservation,
  hours: number | string,
  seen: Seen = {},
) {
  const { end = reservation.end_time, amount = null } = seen;
  return one(as(sql, actor)<Reservation[]>`
    select * from public.extend_reservation(${reservation.id}, ${hours}, ${end}, ${amount})`);
}

type Change = {
  start?: Date;
  hours?: number;
  spaceId?: string;
  vehicleId?: string;
  seenAmount?: number;
  reason?: string;
};

/** Changes what is named and keeps the rest; `seen` is the reservation as the driver saw it. */
export async function change(sql: Sql, actor: Actor, seen: Reservation, to: Change) {
  const {
    start = seen.start_time,
    spaceId = seen.parking_space_id,
    vehicleId = null,
    seenAmount = null,
    reason = null,
  } = to;
  const hours = to.hours ?? (seen.end_time.getTime() - seen.start_time.getTime()) / 3_600_000;
  return one(as(sql, actor)<Reservation[]>`
    select * from public.change_reservation(${seen.id}, ${start}, ${hours}, ${spaceId}, ${seen.start_time},
      ${seen.end_time}, ${seen.parking_space_id}, ${vehicleId}, ${seenAmount}, ${reason})`);
}

type Swapped = Pick<Reservation, 'id' | 'parking_space_id'>;

export const swap = (sql: Sql, actor: Actor, { id, parking_space_id }: Swapped, key: string = randomUUID()) =>
  one(as(sql, actor)<Reservation[]>`select * from public.swap_space(${id}, ${parking_space_id}, ${key})`);

/** A driver opens the barrier of a reservation, whose space gets a lock if it has none. */
export const openBarrier = (sql: Sql, { id: driver }: Actor, { id }: Pick<Reservation, 'id'>, outcome = 'moved') =>
  sql.begin(async (tx) => {
    await tx`
      update public.parking_spaces set kavass_device_id = coalesce(kavass_device_id, 'KV-' || left(id::text, 8))
      where id = (select parking_space_id from public.reservations where id = ${id})`;
    const [row] = await tx<{ command: string }[]>`
      select public.begin_barrier_command(${driver}, ${id}, 'open', ${randomUUID()}) ->> 'command' as command`;
    await tx`select public.finish_barrier_command(${row?.command ?? ''}, ${outcome}, 200)`;
  });

/** What is recorded as activity of somebody, the earliest first. */
export async function activityOf(sql: Sql, { id }: Actor): Promise<string[]> {
  const rows = await sql<{ activity_type: string }[]>`
    select activity_type from public.user_activity where user_id = ${id} order by created_at, id`;
  return rows.map(({ activity_type }) => activity_type);
}

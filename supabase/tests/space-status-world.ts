import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Actor, as } from './as.ts';

export type TouchedReservation = {
  id: string;
  parking_space_id: string;
  start_time: string;
  end_time: string;
  phase: 'held' | 'under_way' | 'future';
};

export type Resolution = {
  reservation: string;
  space: string;
  start_time: string;
  end_time: string;
  action: string;
  target: string | null;
};

/** What an operator sees of a space. */
export type SeenSpace = { id: string; status: string; version: string | null };

export type SpaceStatus = {
  status: string;
  reason?: string | null;
  startsAt?: Date | null;
  endsAt?: Date | null;
  resolutions?: readonly Resolution[];
};

export const listTouched = (
  sql: Sql,
  actor: Actor,
  spaces: readonly string[],
  endsAt: Date | null = null,
  startsAt: Date | null = null,
) =>
  as(
    sql,
    actor,
    // Times as text: a Date has no microseconds.
    (tx) => tx<TouchedReservation[]>`
      select id, parking_space_id, start_time::text, end_time::text, phase, paid, paid_with, targets
      from public.list_touched_reservations(${[...spaces]}, ${endsAt}, ${startsAt})`,
  );

export async function seeSpaces(sql: Sql, ids: readonly string[]): Promise<SeenSpace[]> {
  return sql<SeenSpace[]>`
    select s.id, s.status, o.updated_at::text as version
    from public.parking_spaces s left join public.space_status_overrides o on o.id = s.id
    where s.id = any(${[...ids]})`;
}

export const resolve = (reservation: TouchedReservation, action: string, target: string | null = null): Resolution => ({
  reservation: reservation.id,
  space: reservation.parking_space_id,
  start_time: reservation.start_time,
  end_time: reservation.end_time,
  action,
  target,
});

export const setStatus = (sql: Sql, actor: Actor, seen: readonly SeenSpace[], change: SpaceStatus) =>
  as(sql, actor, async (tx) => {
    const { status, reason = null, startsAt = null, endsAt = null, resolutions = [] } = change;
    await tx`
      select public.set_space_status(
        ${tx.json([...seen])}, ${status}, ${reason}, ${endsAt}, ${tx.json([...resolutions])},
        ${startsAt})`;
  });

export async function readSpace(sql: Sql, id: string) {
  const [space] = await sql<{ status: string; override: string | null; reason: string | null; ends_at: Date | null }[]>`
    select s.status, o.status as override, o.reason, o.ends_at
    from public.parking_spaces s left join public.space_status_overrides o on o.id = s.id where s.id = ${id}`;
  return space;
}

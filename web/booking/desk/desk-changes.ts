import * as z from 'zod';
import type { Period } from '../../../domain/days/period.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { save, toProblem, toRepeatableProblem } from '../../data/database-problem.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import type { AdminReservation } from './admin-reservation.ts';

/** Whether it ends because the car has left after its end, which all staff may say. */
export const isLeaving = ({ endsAt }: AdminReservation, status: string) => status === 'completed' && endsAt <= getNow();

/** @throws Problem `reservation-changed-meanwhile` when it is no longer active, `reservation-status-not-updated` */
export async function setReservationStatus(stay: AdminReservation, status: 'completed' | 'cancelled'): Promise<void> {
  const rows = dataClient().from('reservations');
  const { data, error } = await (isLeaving(stay, status)
    ? dataClient().rpc('mark_left', { reservation: stay.id })
    : // An active reservation can only change by ending, so its status also serves as its version.
      rows.update({ status }).eq('id', stay.id).eq('status', 'active').select('id'));
  if (error) throw new Problem('reservation-status-not-updated', { cause: error });
  if (data.length === 0) throw new Problem('reservation-changed-meanwhile');
}

export type Expected = Period & { id: string; arrivedAt: string | null };

/** Marks that the driver has arrived, or takes it back. */
export function toggleArrival({ id, startsAt, endsAt, arrivedAt }: Expected): Promise<void> {
  return save(
    arrivedAt === null
      ? dataClient().rpc('mark_arrival', { reservation: id, seen_start: startsAt, seen_end: endsAt })
      : dataClient().rpc('unmark_arrival', { reservation: id, seen_arrival: arrivedAt }),
    'arrival-not-saved',
  );
}

/**
 * Cancels a reservation and gives back what was paid. `reason` says why where money goes back.
 * @throws Problem `reservation-changed-meanwhile` when it is no longer active, else with the reason
 */
export async function cancelReservation(reservation: string, reason: string | null): Promise<void> {
  const { error } = await dataClient().rpc('cancel_reservation', { reservation, reason }).select('id').single();
  if (error?.hint === 'reservation-changed') throw new Problem('reservation-changed-meanwhile', { cause: error });
  if (error) throw toProblem(error, 'reservation-status-not-updated');
}

/** A reservation with a space, as long as it is not over; one that has begun keeps its start. */
export type MovableReservation = AdminReservation & { parkingSpaceId: string };

export function isMovable(reservation: AdminReservation, now: Date): reservation is MovableReservation {
  const { status, parkingSpaceId, endsAt } = reservation;
  return status === 'active' && parkingSpaceId !== null && endsAt > now;
}

/** Where a reservation is to be: it keeps its length. */
export type Slot = { spaceId: string; startsAt: Date };

const hindranceSchema = z.enum(['taken', 'out-of-service']);

/** Why a space cannot take a reservation, as far as the screen tells; the database decides. */
export type Hindrance = z.infer<typeof hindranceSchema>;

/** A row of the function `move_targets`: a space that a reservation can move to, unless something hinders it. */
const moveTargetSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null in the zone of the reservation. */
  other_zone: z.string().nullable(),
  hindrance: hindranceSchema.nullable(),
});

export type MoveTarget = z.infer<typeof moveTargetSchema>;

/** How many spaces there are to choose from. */
export const TARGETS_LIMIT = 500;

/** The spaces of the reservation's zone by name and then those of others, for a start as ISO 8601. */
export async function loadMoveTargets(reservation: string, starts: string, signal: AbortSignal) {
  const response = await dataClient().rpc('move_targets', { reservation, starts }).abortSignal(signal);
  const { rows, count } = readRows(response, moveTargetSchema, 'spaces-not-loaded');
  return { targets: rows.slice(0, TARGETS_LIMIT), hasMore: count > TARGETS_LIMIT };
}

/** Moves the reservation as the administrator sees it, once for all repeats; `reason` says why its driver gets a dearer space. */
export function moveReservation(seen: MovableReservation, { spaceId, startsAt }: Slot, reason: string): Promise<void> {
  const move = dataClient().rpc('move_reservation', {
    reservation: seen.id,
    parking_space_id: spaceId,
    start_time: startsAt,
    seen_space: seen.parkingSpaceId,
    seen_start: seen.startsAt,
    seen_end: seen.endsAt,
    reason,
  });
  return save(move, 'reservation-not-moved', toRepeatableProblem);
}

import { dataClient } from '../../../data/connection.ts';
import { toRepeatableProblem } from '../../../data/database-problem.ts';
import { readRows } from '../../../ui/data-table/parse-rows.ts';
import type { AdminReservation } from '../admin-reservation.ts';
import { type MoveTarget, moveTargetSchema } from './move-target.ts';

/** A reservation with a space, as long as it has not begun. */
export type MovableReservation = AdminReservation & { spaceId: string };

export function isMovable(reservation: AdminReservation, now: Date): reservation is MovableReservation {
  const { status, spaceId, startTime } = reservation;
  return status === 'active' && spaceId !== null && Date.parse(startTime) > now.getTime();
}

/** Where a reservation is to be: it keeps its length. */
export type Place = { spaceId: string; start: Date };

/** How many spaces of a zone there are to choose from. */
export const TARGETS_LIMIT = 500;

/** The spaces of a zone that a reservation can move to, and whether the zone has more than these. */
export type MoveTargets = { targets: readonly MoveTarget[]; hasMore: boolean };

/** The spaces of the reservation's zone by name, for a start as ISO 8601. @throws Problem `spaces-not-loaded` */
export async function loadMoveTargets(reservation: string, starts: string, signal: AbortSignal): Promise<MoveTargets> {
  const response = await dataClient().rpc('move_targets', { reservation, starts }).abortSignal(signal);
  const { rows, count } = readRows(response, moveTargetSchema, 'spaces-not-loaded');
  return { targets: rows.slice(0, TARGETS_LIMIT), hasMore: count > TARGETS_LIMIT };
}

/**
 * Moves the reservation as the administrator sees it. A repeat after a lost response moves it once.
 * @throws Problem with the reason
 */
export async function moveReservation(seen: MovableReservation, { spaceId, start }: Place): Promise<void> {
  const { error, status } = await dataClient().rpc('move_reservation', {
    reservation: seen.id,
    parking_space_id: spaceId,
    start_time: start.toISOString(),
    seen_space: seen.spaceId,
    seen_start: seen.startTime,
    seen_end: seen.endTime,
  });
  if (error) throw toRepeatableProblem({ error, status }, 'reservation-not-moved');
}

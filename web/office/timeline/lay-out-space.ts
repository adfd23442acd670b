import { max } from 'date-fns/max';
import { min } from 'date-fns/min';
import { addDays } from '../../../domain/days/country-time.ts';
import type { Period } from '../../../domain/days/period.ts';
import { MAX_DAYS_AHEAD } from '../../../domain/reservations/times.ts';
import type { TimelineReservation, TimelineSpace } from './timeline.ts';

export const RESERVATION_STATES = ['future', 'current', 'late', 'held', 'completed', 'expired'] as const;

/** What a reservation is at a moment; one is late while its driver has not left after its end. */
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** What stands in the way of a reservation that is not over. */
export type Clash = 'driver-before' | 'out-of-service';

export type GapCell = Period & { kind: 'gap' };
export type ReservationCell = Period & {
  kind: 'reservation';
  reservation: TimelineReservation;
  state: ReservationState;
  clash: Clash | null;
};

/** A part of the day of a space, as it is shown: times beyond the day are cut off. */
export type Cell = GapCell | ReservationCell;

export type TimelineRowData = { space: TimelineSpace; cells: readonly Cell[] };

/** The day of a space from its first moment to its last: reservations, and gaps where nothing takes the space. */
export function layOutSpace(space: TimelineSpace, day: Period, now: Date): Cell[] {
  const cells: Cell[] = [];
  let freeFrom = day.startsAt;
  let takenUntil: Date | null = null;
  for (const reservation of space.reservations) {
    const end = getTakenUntil(reservation, now);
    const shown = { startsAt: max([reservation.startsAt, day.startsAt]), endsAt: min([end, day.endsAt]) };
    if (shown.startsAt > freeFrom) cells.push({ kind: 'gap', startsAt: freeFrom, endsAt: shown.startsAt });
    const clash = findClash(space, reservation, { takenUntil, now });
    if (shown.endsAt > shown.startsAt)
      cells.push({ kind: 'reservation', ...shown, reservation, state: getReservationState(reservation, now), clash });
    freeFrom = max([freeFrom, shown.endsAt]);
    takenUntil = takenUntil === null ? end : max([takenUntil, end]);
  }
  if (freeFrom < day.endsAt) cells.push({ kind: 'gap', startsAt: freeFrom, endsAt: day.endsAt });
  return cells;
}

/** Whether a reservation can begin in a gap of a space. */
export function isReservable({ status }: TimelineSpace, { startsAt, endsAt }: GapCell, now: Date): boolean {
  return status !== 'maintenance' && endsAt > now && startsAt <= addDays(now, MAX_DAYS_AHEAD);
}

function getReservationState({ status, startsAt, endsAt, isOpen }: TimelineReservation, now: Date): ReservationState {
  if (status === 'completed' || status === 'held' || status === 'expired') return status;
  if (endsAt < now && !isOpen) return 'late';
  return startsAt > now ? 'future' : 'current';
}

/** When the driver left, or until when the space is theirs at least. */
function getTakenUntil({ status, endsAt, endedAt }: TimelineReservation, now: Date): Date {
  return status === 'active' ? max([endsAt, now]) : (endedAt ?? endsAt);
}

type Before = { takenUntil: Date | null; now: Date };

function findClash(space: TimelineSpace, reservation: TimelineReservation, { takenUntil, now }: Before): Clash | null {
  const isOpen = reservation.status === 'active' || reservation.status === 'held';
  if (!isOpen || reservation.endsAt <= now) return null;
  if (space.status === 'maintenance') return 'out-of-service';
  return takenUntil !== null && takenUntil > reservation.startsAt ? 'driver-before' : null;
}

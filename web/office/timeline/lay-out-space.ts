import { max, min } from 'date-fns';
import { addDays } from '../../../domain/days/country-time.ts';
import { MAX_DAYS_AHEAD } from '../../../domain/reservations/times.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
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

/** The day of a space from its first moment to its last: stays, and gaps where nothing takes the space. */
export function layOutSpace(space: TimelineSpace, day: Period, now: Date): Cell[] {
  const cells: Cell[] = [];
  let freeFrom = day.from;
  let takenUntil: Date | null = null;
  for (const reservation of space.reservations) {
    const start = new Date(reservation.startTime);
    const end = getTakenUntil(reservation, now);
    const [from, to] = [max([start, day.from]), min([end, day.to])];
    if (from > freeFrom) cells.push({ kind: 'gap', from: freeFrom, to: from });
    const clash = findClash(space, reservation, { takenUntil, now });
    if (to > from)
      cells.push({ kind: 'reservation', from, to, reservation, state: getReservationState(reservation, now), clash });
    freeFrom = max([freeFrom, to]);
    takenUntil = takenUntil === null ? end : max([takenUntil, end]);
  }
  if (freeFrom < day.to) cells.push({ kind: 'gap', from: freeFrom, to: day.to });
  return cells;
}

/** Whether a reservation can begin in a gap of a space. */
export function isReservable({ status }: TimelineSpace, { from, to }: GapCell, now: Date): boolean {
  return status !== 'maintenance' && to > now && from <= addDays(now, MAX_DAYS_AHEAD);
}

function getReservationState({ status, startTime, endTime }: TimelineReservation, now: Date): ReservationState {
  if (status === 'completed' || status === 'held' || status === 'expired') return status;
  if (Date.parse(endTime) < now.getTime()) return 'late';
  return Date.parse(startTime) > now.getTime() ? 'future' : 'current';
}

/** When the driver left, or until when the space is theirs at least. */
function getTakenUntil(reservation: TimelineReservation, now: Date): Date {
  const end = new Date(reservation.endTime);
  if (reservation.status === 'active') return max([end, now]);
  return reservation.endedAt === null ? end : new Date(reservation.endedAt);
}

type Before = { takenUntil: Date | null; now: Date };

function findClash(space: TimelineSpace, reservation: TimelineReservation, { takenUntil, now }: Before): Clash | null {
  const isOpen = reservation.status === 'active' || reservation.status === 'held';
  if (!isOpen || Date.parse(reservation.endTime) <= now.getTime()) return null;
  if (space.status === 'maintenance') return 'out-of-service';
  return takenUntil !== null && takenUntil.getTime() > Date.parse(reservation.startTime) ? 'driver-before' : null;
}

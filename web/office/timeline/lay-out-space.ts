import { addDays, max, min } from 'date-fns';
import { MAX_DAYS_AHEAD } from '../../../domain/reservations/stay.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { TimelineSpace, TimelineStay } from './data.ts';

export const STAY_STATES = ['future', 'current', 'late', 'held', 'completed', 'expired'] as const;

/** What a stay is at a moment; one is late while its driver has not left after its end. */
export type StayState = (typeof STAY_STATES)[number];

/** What stands in the way of a stay that is not over. */
export type Clash = 'driver-before' | 'out-of-service';

export type GapCell = Period & { kind: 'gap' };
export type StayCell = Period & {
  kind: 'stay';
  stay: TimelineStay;
  state: StayState;
  clash: Clash | null;
};

/** A part of the day of a space, as it is shown: times beyond the day are cut off. */
export type Cell = GapCell | StayCell;

/** The day of a space from its first moment to its last: stays, and gaps where nothing takes the space. */
export function layOutSpace(space: TimelineSpace, day: Period, now: Date): Cell[] {
  const cells: Cell[] = [];
  let freeFrom = day.from;
  let takenUntil: Date | null = null;
  for (const stay of space.stays) {
    const start = new Date(stay.startTime);
    const end = getTakenUntil(stay, now);
    const [from, to] = [max([start, day.from]), min([end, day.to])];
    if (from > freeFrom) cells.push({ kind: 'gap', from: freeFrom, to: from });
    const clash = findClash(space, stay, { takenUntil, now });
    if (to > from) cells.push({ kind: 'stay', from, to, stay, state: getStayState(stay, now), clash });
    freeFrom = max([freeFrom, to]);
    takenUntil = takenUntil === null ? end : max([takenUntil, end]);
  }
  if (freeFrom < day.to) cells.push({ kind: 'gap', from: freeFrom, to: day.to });
  return cells;
}

/** Whether a stay can begin in a gap of a space. */
export function isReservable({ status }: TimelineSpace, { from, to }: GapCell, now: Date): boolean {
  return status !== 'maintenance' && to > now && from <= addDays(now, MAX_DAYS_AHEAD);
}

function getStayState({ status, startTime, endTime }: TimelineStay, now: Date): StayState {
  if (status === 'completed' || status === 'held' || status === 'expired') return status;
  if (Date.parse(endTime) < now.getTime()) return 'late';
  return Date.parse(startTime) > now.getTime() ? 'future' : 'current';
}

/** When the driver left, or until when the space is theirs at least. */
function getTakenUntil(stay: TimelineStay, now: Date): Date {
  const end = new Date(stay.endTime);
  if (stay.status === 'active') return max([end, now]);
  return stay.endedAt === null ? end : new Date(stay.endedAt);
}

type Before = { takenUntil: Date | null; now: Date };

function findClash(space: TimelineSpace, stay: TimelineStay, { takenUntil, now }: Before): Clash | null {
  const isOpen = stay.status === 'active' || stay.status === 'held';
  if (!isOpen || Date.parse(stay.endTime) <= now.getTime()) return null;
  if (space.status === 'maintenance') return 'out-of-service';
  return takenUntil !== null && takenUntil.getTime() > Date.parse(stay.startTime) ? 'driver-before' : null;
}

import { areIntervalsOverlapping } from 'date-fns';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { Hindrance } from '../reservations/moving/move-target.ts';
import type { TimelineSpace } from './timeline-space.ts';

type Wanted = { period: Period; reservationId: string };

export function findHindrance(space: TimelineSpace, { period, reservationId }: Wanted): Hindrance | null {
  if (space.status === 'maintenance') return 'out-of-service';
  const isTaken = space.stays.some(
    ({ id, status, startTime, endTime }) =>
      id !== reservationId &&
      (status === 'active' || status === 'held') &&
      areIntervalsOverlapping({ start: startTime, end: endTime }, { start: period.from, end: period.to }),
  );
  return isTaken ? 'taken' : null;
}

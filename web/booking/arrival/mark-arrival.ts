import type { Period } from '../../../domain/days/period.ts';
import { EARLIEST_ARRIVAL_MS } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';

type Expected = Period & { id: string; arrivedAt: string | null };

/** Marks that the driver has arrived, or takes it back. */
export function toggleArrival({ id, startsAt, endsAt, arrivedAt }: Expected): Promise<void> {
  return save(
    arrivedAt === null
      ? dataClient().rpc('mark_arrival', { reservation: id, seen_start: startsAt, seen_end: endsAt })
      : dataClient().rpc('unmark_arrival', { reservation: id, seen_arrival: arrivedAt }),
    'arrival-not-saved',
  );
}

/** Whether the database takes the arrival now. */
export function mayArriveAt(now: number, { startsAt, endsAt }: Period): boolean {
  return now >= startsAt.getTime() - EARLIEST_ARRIVAL_MS && now < endsAt.getTime();
}

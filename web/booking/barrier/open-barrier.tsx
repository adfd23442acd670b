import { millisecondsInMinute } from 'date-fns/constants';
import { Clock, LockOpen } from 'lucide-react';
import { m } from '#messages';
import { isSameDay } from '../../../domain/days/country-time.ts';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import { getBarrierOpening, isBarrierTime } from '../../../domain/reservations/barrier.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { BarrierButton, useBarrierCommand } from './barrier-button.tsx';

/** Nobody knows for how long the barrier stays down. */
const MOVED_NOTE_MS = millisecondsInMinute;

/** Opens the barrier of a reservation, or says from when on that is possible. */
export function OpenBarrier({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const command = useBarrierCommand(reservation.id, 'open');
  const opensAt = getBarrierOpening(reservation);
  if (now < opensAt) {
    return (
      <p className="flex items-center gap-2 text-muted tabular-nums">
        <Clock aria-hidden="true" className="size-5 shrink-0" />
        {formatOpensAt(opensAt, now)}
      </p>
    );
  }
  if (!isBarrierTime(reservation, now)) return null;
  const { movedAt } = command;
  const isSaid = movedAt !== null && now.getTime() - movedAt.getTime() < MOVED_NOTE_MS;
  return (
    <BarrierButton
      command={command}
      icon={LockOpen}
      label={isSaid ? m.barrier_open_again() : m.barrier_open()}
      movingText={m.barrier_opening()}
      movedText={isSaid ? m.barrier_opened() : null}
      variant="primary"
    />
  );
}

function formatOpensAt(opensAt: Date, now: Date): string {
  const clock = getClock(opensAt);
  return isSameDay(opensAt, now)
    ? m.barrier_opens_today(clock)
    : m.barrier_opens_on_day({ ...clock, day: formatDay(opensAt) });
}

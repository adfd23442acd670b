import { clsx } from 'clsx';
import { isSameDay } from 'date-fns';
import { m } from '#messages';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { formatCountdown, getRemainingMs, getStayEnd, isLowOnTime } from '../../../domain/reservations/stay.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { getCountdownAnnouncement } from './countdown-announcement.ts';
import { CountdownRing } from './countdown-ring.tsx';

/** The remaining time of a stay; screen readers hear of it at 15, 5 and 1 minutes. */
export function Countdown({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const remaining = getRemainingMs(reservation, now);
  const end = getStayEnd(reservation);
  const isLow = isLowOnTime(reservation, now);
  return (
    <div className="flex justify-center py-2">
      <CountdownRing
        fraction={remaining / (end.getTime() - Date.parse(reservation.startTime))}
        className={clsx('aspect-square w-[16rem] max-w-full', isLow ? 'text-danger' : 'text-brand')}
      >
        <p
          className={clsx(
            'max-w-[min(11rem,55vw)] text-capped-sm font-semibold text-balance',
            isLow ? 'text-danger' : 'text-muted',
          )}
        >
          {now < new Date(reservation.startTime) ? m.countdown_until_end() : m.countdown_time_remaining()}
        </p>
        <p
          role="timer"
          className="text-[min(2rem,9.5vw)] leading-tight font-extrabold tracking-tight text-ink tabular-nums"
        >
          {formatCountdown(remaining)}
        </p>
        <p className="max-w-[min(11rem,55vw)] text-capped-sm text-balance text-muted">
          {endSentence(end, now, remaining === 0)}
        </p>
      </CountdownRing>
      <p role="status" className="sr-only">
        {getCountdownAnnouncement(remaining)}
      </p>
    </div>
  );
}

function endSentence(end: Date, now: Date, isOver: boolean): string {
  const clock = getClock(end);
  if (isSameDay(end, now)) return isOver ? m.countdown_ended_at(clock) : m.stay_ends_at(clock);
  const moment = { ...clock, day: formatDay(end) };
  return isOver ? m.countdown_ended_on_day(moment) : m.countdown_ends_on_day(moment);
}

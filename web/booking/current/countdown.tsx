import { clsx } from 'clsx';
import { Timer } from 'lucide-react';
import { m } from '#messages';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { formatCountdown, getRemainingMs, isLowOnTime, LOW_TIME_MS } from '../../../domain/reservations/times.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { sayMoment } from '../parking-time.ts';

const MINUTE_MS = 60_000;

/** For screen readers, from the last announcement to the first. */
const ANNOUNCEMENTS: readonly { fromMs: number; text: string }[] = [
  { fromMs: 0, text: m.countdown_announces_end() },
  { fromMs: MINUTE_MS, text: m.countdown_announces_minute() },
  { fromMs: 5 * MINUTE_MS, text: m.countdown_announces_minutes({ count: 5 }) },
  { fromMs: LOW_TIME_MS, text: m.countdown_announces_minutes({ count: 15 }) },
];

/** The remaining time of a reservation; screen readers hear of it at 15, 5 and 1 minutes. */
export function Countdown({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const remaining = getRemainingMs(reservation, now);
  const { startsAt, endsAt } = reservation;
  const isLow = isLowOnTime(reservation, now);
  const fraction = Math.min(1, Math.max(0, remaining / (endsAt.getTime() - startsAt.getTime())));
  return (
    <div className="flex items-center gap-4">
      <div
        className={clsx(
          'relative flex aspect-square w-[min(8rem,28vw)] shrink-0 items-center justify-center',
          isLow ? 'text-danger' : 'text-brand',
        )}
      >
        <Ring fraction={fraction} />
        <Timer aria-hidden="true" className="relative size-1/3" />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <p className={clsx('text-capped-sm font-semibold text-balance', isLow ? 'text-danger' : 'text-muted')}>
          {now < startsAt ? m.countdown_until_end() : m.countdown_time_remaining()}
        </p>
        <p
          role="timer"
          className="text-[min(2rem,8.5vw)] leading-tight font-extrabold tracking-tight text-ink tabular-nums"
        >
          {formatCountdown(remaining)}
        </p>
        <p className="text-capped-sm text-balance text-muted">{endSentence(endsAt, now, remaining === 0)}</p>
      </div>
      <p role="status" className="sr-only">
        {getCountdownAnnouncement(remaining)}
      </p>
    </div>
  );
}

function endSentence(end: Date, now: Date, isOver: boolean): string {
  return isOver
    ? sayMoment(end, now, m.countdown_ended_at, m.countdown_ended_on_day)
    : sayMoment(end, now, m.reservation_ends_at, m.countdown_ends_on_day);
}

/** @param fraction from 0 to 1 */
function Ring({ fraction }: { fraction: number }) {
  const ring = { cx: 60, cy: 60, r: 54, fill: 'none', strokeWidth: 8 };
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
      <circle {...ring} className="stroke-line" />
      {fraction > 0 ? (
        <circle
          {...ring}
          stroke="currentColor"
          strokeLinecap="round"
          pathLength="1"
          strokeDasharray="1 1"
          // The gap starts at the top, so that the ring empties clockwise.
          strokeDashoffset={fraction - 1}
        />
      ) : null}
    </svg>
  );
}

export function getCountdownAnnouncement(remainingMs: number): string {
  return ANNOUNCEMENTS.find(({ fromMs }) => remainingMs <= fromMs)?.text ?? '';
}

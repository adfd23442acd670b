import { clsx } from 'clsx';
import { millisecondsInMinute } from 'date-fns/constants';
import { m } from '#messages';
import { formatMinutes } from '../../../domain/reservations/minutes.ts';
import { getDueTime, type TodaysStay } from './todays-stay.ts';

/** How long until the driver is expected, or how late they are. */
export function DueNote({ stay, now }: { stay: TodaysStay; now: number }) {
  const msLeft = getDueTime(stay) - now;
  const isLate = msLeft <= -millisecondsInMinute;
  return (
    <span
      className={clsx(
        'rounded-full px-2.5 py-0.5 text-sm font-bold',
        isLate ? 'bg-danger-wash text-danger' : 'bg-canvas text-ink',
      )}
    >
      {describe(stay, msLeft)}
    </span>
  );
}

function describe({ movement }: TodaysStay, msLeft: number): string {
  const time = formatMinutes(Math.abs(msLeft) / millisecondsInMinute);
  if (Math.abs(msLeft) < millisecondsInMinute) return m.today_due_now();
  if (msLeft > 0) return m.today_due_in({ time });
  return movement === 'arrival' ? m.today_late({ time }) : m.today_over({ time });
}

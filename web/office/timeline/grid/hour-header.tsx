import { clsx } from 'clsx';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { HEADER_HEIGHT, HOUR_LINES_CLASS } from './row-classes.ts';
import { listHours, type TimelineScale, toX } from './timeline-scale.ts';

/** The hours of the day, and the present time on its line. Every stay says its times, so screen readers skip it. */
export function HourHeader({ day, now, scale }: { day: Period; now: Date; scale: TimelineScale }) {
  const toLeft = (time: Date) => `calc(var(--name) + ${toX(time, day, scale)}px)`;
  return (
    <thead aria-hidden="true" className="sticky top-0 z-30 block border-b border-line bg-surface text-xs">
      <tr className={clsx('relative flex', HOUR_LINES_CLASS)} style={{ height: HEADER_HEIGHT }}>
        <td className="sticky left-0 z-10 flex w-(--name) shrink-0 items-center border-r border-line bg-surface px-2 font-semibold text-muted md:px-3">
          {m.move_space()}
        </td>
        {listHours(day).map((hour) => (
          <td
            key={hour.getTime()}
            className="absolute top-1 pl-1.5 text-muted tabular-nums"
            style={{ left: toLeft(hour) }}
          >
            {formatTableClock(hour)}
          </td>
        ))}
        {now >= day.from && now < day.to ? (
          <td
            className="absolute bottom-0 -translate-x-1/2 rounded-t-md bg-danger px-1.5 py-0.5 font-semibold text-surface tabular-nums"
            style={{ left: toLeft(now) }}
          >
            {formatTableClock(now)}
          </td>
        ) : null}
      </tr>
    </thead>
  );
}

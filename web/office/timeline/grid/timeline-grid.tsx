import { clsx } from 'clsx';
import { addHours } from 'date-fns/addHours';
import { subHours } from 'date-fns/subHours';
import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, useId, useLayoutEffect, useRef } from 'react';
import { m } from '#messages';
import { countHours, createPeriod, overlap, type Period } from '../../../../domain/days/period.ts';
import { formatTableClock } from '../../../../domain/language/format.ts';
import type { Hindrance, Slot } from '../../../booking/desk/desk-changes.ts';
import { getNow } from '../../../ui/platform/clock.ts';
import type { TimelineRowData } from '../lay-out-space.ts';
import { HEADER_HEIGHT, HOUR_LINES_CLASS } from '../reservation-texts.ts';
import type { TimelineSpace } from '../timeline.ts';
import { TimelineRow } from './timeline-row.tsx';
import { measureScale, SCALE_STYLE, toLeft, toWidth } from './timeline-scale.ts';
import { type ProposedMove, useDragReservation } from './use-drag-reservation.ts';
import { useRovingCell } from './use-roving-cell.ts';

const HINDRANCE_LABELS: Record<Hindrance, string> = {
  taken: m.timeline_taken(),
  'out-of-service': m.timeline_out_of_service(),
};

/** Where a day begins that is not today. */
const MORNING_HOUR = 7;

type TimelineGridProps = {
  label: string;
  rows: readonly TimelineRowData[];
  day: Period;
  now: Date;
  /** A move that is being asked about, which is shown where it would be. */
  proposed: ProposedMove | null;
  onOpen: (id: string) => void;
  onReserve: (place: Slot) => void;
  onDrop: (move: ProposedMove) => void;
};

const isWithin = (now: Date, day: Period) => now >= day.startsAt && now < day.endsAt;

/** The spaces by the hours of a day. */
export function TimelineGrid({ label, rows, day, now, proposed, ...on }: TimelineGridProps) {
  const keysId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { active, onFocusCell, ...events } = useRovingCell(scroller, rows);
  const { dragged, startDrag } = useDragReservation(scroller, { rows, onDrop: on.onDrop });
  useLayoutEffect(() => {
    // Today begins an hour ago, another day in the morning.
    const opened = getNow();
    const first = isWithin(opened, day) ? subHours(opened, 1) : addHours(day.startsAt, MORNING_HOUR);
    scroller.current?.scrollTo({
      left: countHours({ startsAt: day.startsAt, endsAt: first }) * measureScale().hourWidth,
    });
  }, [day]);
  const move = dragged ?? proposed;
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...SCALE_STYLE,
    width: toLeft(day.endsAt, day),
    // Out of sight on other days.
    '--now': isWithin(now, day) ? toLeft(now, day) : '-10px',
  };

  return (
    <div
      ref={scroller}
      className="max-h-[70dvh] min-h-64 scroll-pt-10 scroll-pl-(--name) overflow-auto overscroll-x-contain rounded-card border border-line bg-surface [--name:7rem] md:[--name:11rem]"
    >
      <p id={keysId} hidden>
        {m.timeline_keys()}
      </p>
      <div className="relative" style={style}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid, whose cells take the focus
          role="grid"
          aria-label={label}
          aria-describedby={keysId}
          {...events}
          className="block"
        >
          <HourHeader day={day} now={now} />
          <tbody className="block">
            {rows.map((row, index) => (
              <TimelineRow
                key={row.space.id}
                {...row}
                index={index}
                day={day}
                now={now}
                activeCell={index === active.row ? active.cell : null}
                fadedReservationId={move?.reservation.id ?? null}
                onOpen={on.onOpen}
                onReserve={on.onReserve}
                onGrab={startDrag}
                onFocusCell={onFocusCell}
              />
            ))}
          </tbody>
        </table>
        {move === null ? null : <MovePreview move={move} rows={rows} day={day} />}
      </div>
    </div>
  );
}

/** The hours of the day, and the present time on its line. Every reservation says its times, so screen readers skip it. */
function HourHeader({ day, now }: { day: Period; now: Date }) {
  const hours = Array.from({ length: Math.ceil(countHours(day)) }, (_, hour) => addHours(day.startsAt, hour));
  return (
    <thead aria-hidden="true" className="sticky top-0 z-30 block border-b border-line bg-surface text-xs">
      <tr className={clsx('relative flex', HOUR_LINES_CLASS)} style={{ height: HEADER_HEIGHT }}>
        <td className="sticky left-0 z-10 flex w-(--name) shrink-0 items-center border-r border-line bg-surface px-2 font-semibold text-muted md:px-3">
          {m.move_space()}
        </td>
        {hours.map((hour) => (
          <td
            key={hour.getTime()}
            className="absolute top-1 pl-1.5 text-muted tabular-nums"
            style={{ left: toLeft(hour, day) }}
          >
            {formatTableClock(hour)}
          </td>
        ))}
        {isWithin(now, day) ? (
          <td
            className="absolute bottom-0 -translate-x-1/2 rounded-t-md bg-danger px-1.5 py-0.5 font-semibold text-surface tabular-nums"
            style={{ left: toLeft(now, day) }}
          >
            {formatTableClock(now)}
          </td>
        ) : null}
      </tr>
    </thead>
  );
}

type MovePreviewProps = { move: ProposedMove; rows: readonly TimelineRowData[]; day: Period };

/** Where a reservation would be, with its times, or with what hinders it there. */
function MovePreview({ move: { reservation, place }, rows, day }: MovePreviewProps) {
  const index = rows.findIndex(({ space }) => space.id === place.spaceId);
  const space = rows[index]?.space;
  if (space === undefined) return null;
  const period = createPeriod(place.startsAt, countHours(reservation));
  const hindrance = findHindrance(space, period, reservation.id);
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute z-10 flex flex-col justify-center overflow-hidden rounded-lg border-2 px-1.5 text-xs leading-tight font-semibold shadow-float',
        hindrance ? 'border-danger bg-danger-wash text-danger' : 'border-brand-ink bg-raised text-ink',
      )}
      style={{
        top: `calc(${HEADER_HEIGHT}px + var(--row) * ${index} + 2px)`,
        height: 'calc(var(--row) - 4px)',
        left: toLeft(period.startsAt, day),
        width: toWidth(period),
      }}
    >
      <span className="truncate tabular-nums">
        {m.reservation_time_range({ start: formatTableClock(period.startsAt), end: formatTableClock(period.endsAt) })}
      </span>
      {hindrance ? (
        <span className="flex items-center gap-1 truncate">
          <TriangleAlert className="size-3.5 shrink-0" />
          {HINDRANCE_LABELS[hindrance]}
        </span>
      ) : (
        <span className="truncate">{space.name}</span>
      )}
    </div>
  );
}

function findHindrance(space: TimelineSpace, period: Period, reservationId: string): Hindrance | null {
  if (space.status === 'maintenance') return 'out-of-service';
  const isTaken = space.reservations.some(
    (other) =>
      other.id !== reservationId && (other.status === 'active' || other.status === 'held') && overlap(other, period),
  );
  return isTaken ? 'taken' : null;
}

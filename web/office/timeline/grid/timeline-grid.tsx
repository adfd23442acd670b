import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { addHours, areIntervalsOverlapping, subHours } from 'date-fns';
import { TriangleAlert } from 'lucide-react';
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Hindrance, Slot } from '../../reservations/data.ts';
import type { TimelineReservation, TimelineSpace } from '../data.ts';
import type { Cell } from '../lay-out-space.ts';
import { HEADER_HEIGHT, HOUR_LINES_CLASS } from '../reservation-texts.ts';
import { TimelineRow } from './timeline-row.tsx';
import { getDayWidth, getTimelineScale, listHours, type TimelineScale, toX } from './timeline-scale.ts';
import { type ProposedMove, useDragReservation } from './use-drag-reservation.ts';
import { useRovingCell } from './use-roving-cell.ts';

const HINDRANCE_LABELS: Record<Hindrance, string> = {
  taken: m.timeline_taken(),
  'out-of-service': m.timeline_out_of_service(),
};

/** Where a day begins that is not today. */
const MORNING_HOUR = 7;
const OVERSCAN_ROWS = 6;

type TimelineRowData = { space: TimelineSpace; cells: readonly Cell[] };

type TimelineGridProps = {
  label: string;
  rows: readonly TimelineRowData[];
  day: Period;
  now: Date;
  /** A move that is being asked about, which is shown where it would be. */
  proposed: ProposedMove | null;
  onOpen: (reservation: TimelineReservation) => void;
  onReserve: (place: Slot) => void;
  onDrop: (move: ProposedMove) => void;
};

/** The spaces by the hours of a day. Only the rows in view are drawn. */
export function TimelineGrid({ label, rows, day, now, proposed, ...on }: TimelineGridProps) {
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [scale] = useState(getTimelineScale);
  const { active, ...focusEvents } = useRovingCell(scroller, { gridId, rows });
  const spaces = useMemo(() => rows.map(({ space }) => space), [rows]);
  const spaceIds = useMemo(() => spaces.map(({ id }) => id), [spaces]);
  const { dragged, startDrag } = useDragReservation({ scroller, spaceIds, scale, onDrop: on.onDrop });
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => scale.rowHeight,
    overscan: OVERSCAN_ROWS,
    // The row with the focus stays, however far it is scrolled away.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => [
        ...new Set([...defaultRangeExtractor(range), active.row].toSorted((a, b) => a - b)),
      ],
      [active.row],
    ),
  });
  useInitialScroll(scroller, { day, scale });
  const move = dragged ?? proposed;
  const isToday = now >= day.from && now < day.to;
  const style: CSSProperties & Record<`--${string}`, string> = {
    width: `calc(var(--name) + ${getDayWidth(day, scale)}px)`,
    '--hour': `${scale.hourWidth}px`,
    // Out of sight on other days.
    '--now': isToday ? `${toX(now, day, scale)}px` : '-10px',
  };

  return (
    <div
      ref={scroller}
      className="max-h-[70dvh] min-h-64 scroll-pt-10 scroll-pl-(--name) overflow-auto overscroll-x-contain rounded-card border border-line bg-surface [--name:7rem] md:[--name:11rem]"
    >
      <p id={`${gridId}-keys`} hidden>
        {m.timeline_keys()}
      </p>
      <div className="relative" style={style}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid, whose cells take the focus
          role="grid"
          aria-label={label}
          aria-describedby={`${gridId}-keys`}
          aria-rowcount={rows.length}
          {...focusEvents}
          className="block"
        >
          <HourHeader day={day} now={now} scale={scale} />
          <tbody className="relative block" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <TimelineRow
                  key={row.space.id}
                  gridId={gridId}
                  index={index}
                  space={row.space}
                  cells={row.cells}
                  day={day}
                  now={now}
                  scale={scale}
                  activeCell={index === active.row ? active.cell : null}
                  fadedReservationId={move?.reservation.id ?? null}
                  onOpen={on.onOpen}
                  onReserve={on.onReserve}
                  onGrab={startDrag}
                />
              );
            })}
          </tbody>
        </table>
        {move === null ? null : <DragPreview move={move} spaces={spaces} day={day} scale={scale} />}
      </div>
    </div>
  );
}

/** Today begins an hour ago, another day in the morning. */
function useInitialScroll(
  scroller: RefObject<HTMLElement | null>,
  { day, scale }: { day: Period; scale: TimelineScale },
): void {
  useLayoutEffect(() => {
    const now = new Date();
    const first = now >= day.from && now < day.to ? subHours(now, 1) : addHours(day.from, MORNING_HOUR);
    scroller.current?.scrollTo({ left: toX(first, day, scale) });
  }, [scroller, day, scale]);
}

/** The hours of the day, and the present time on its line. Every reservation says its times, so screen readers skip it. */
function HourHeader({ day, now, scale }: { day: Period; now: Date; scale: TimelineScale }) {
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

type DragPreviewProps = {
  move: ProposedMove;
  spaces: readonly TimelineSpace[];
  day: Period;
  scale: TimelineScale;
};

/** Where a reservation would be, with its times, or with what hinders it there. */
function DragPreview({ move: { reservation, place }, spaces, day, scale }: DragPreviewProps) {
  const row = spaces.findIndex(({ id }) => id === place.spaceId);
  const space = spaces[row];
  if (space === undefined) return null;
  const lengthMs = Date.parse(reservation.endTime) - Date.parse(reservation.startTime);
  const period = { from: place.start, to: new Date(place.start.getTime() + lengthMs) };
  const hindrance = findHindrance(space, { period, reservationId: reservation.id });
  const left = toX(period.from, day, scale);
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'pointer-events-none absolute z-10 flex flex-col justify-center overflow-hidden rounded-lg border-2 px-1.5 text-xs leading-tight font-semibold shadow-float',
        hindrance ? 'border-danger bg-danger-wash text-danger' : 'border-brand-ink bg-raised text-ink',
      )}
      style={{
        top: HEADER_HEIGHT + row * scale.rowHeight + 2,
        height: scale.rowHeight - 4,
        left: `calc(var(--name) + ${left}px)`,
        width: toX(period.to, day, scale) - left,
      }}
    >
      <span className="truncate tabular-nums">
        {m.reservation_time_range({ start: formatTableClock(period.from), end: formatTableClock(period.to) })}
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

type Wanted = { period: Period; reservationId: string };

function findHindrance(space: TimelineSpace, { period, reservationId }: Wanted): Hindrance | null {
  if (space.status === 'maintenance') return 'out-of-service';
  const isTaken = space.reservations.some(
    ({ id, status, startTime, endTime }) =>
      id !== reservationId &&
      (status === 'active' || status === 'held') &&
      areIntervalsOverlapping({ start: startTime, end: endTime }, { start: period.from, end: period.to }),
  );
  return isTaken ? 'taken' : null;
}

import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, memo, type PointerEvent } from 'react';
import { m } from '#messages';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { formatUserName } from '../../reservations/admin-reservation.ts';
import { isMovable, type MovableReservation, type Slot } from '../../reservations/data.ts';
import type { TimelineReservation, TimelineSpace } from '../data.ts';
import { type Cell, isReservable, type ReservationCell } from '../lay-out-space.ts';
import {
  describeGap,
  describeReservation,
  HOUR_LINES_CLASS,
  NOW_LINE_CLASS,
  OUT_OF_SERVICE_CLASS,
  SPACE_STATUS_LABELS,
  STATE_CLASSES,
  STATE_LABELS,
} from '../reservation-texts.ts';
import { findFreeStart, type TimelineScale, toX } from './timeline-scale.ts';
import { type CellFocus, createCellId } from './use-roving-cell.ts';

type TimelineRowProps = {
  gridId: string;
  index: number;
  space: TimelineSpace;
  cells: readonly Cell[];
  day: Period;
  now: Date;
  scale: TimelineScale;
  /** The cell that Tab reaches; null where it is in another row. */
  activeCell: number | null;
  fadedReservationId: string | null;
  onOpen: (reservation: TimelineReservation) => void;
  onReserve: (place: Slot) => void;
  onGrab: (event: PointerEvent<HTMLElement>, rowIndex: number, reservation: MovableReservation) => void;
};

/** A space with the reservations and gaps of its day. */
export const TimelineRow = memo(function TimelineRow({ index, space, cells, day, scale, ...props }: TimelineRowProps) {
  const { gridId, now, activeCell, fadedReservationId, onOpen, onReserve, onGrab } = props;
  const where = { space: space.name, day };
  return (
    <tr
      aria-rowindex={index + 1}
      className={clsx(
        'absolute left-0 flex w-full border-b border-line',
        HOUR_LINES_CLASS,
        NOW_LINE_CLASS,
        space.status === 'maintenance' && OUT_OF_SERVICE_CLASS,
      )}
      style={{ top: index * scale.rowHeight, height: scale.rowHeight }}
    >
      <th
        scope="row"
        className="sticky left-0 z-20 flex w-(--name) shrink-0 flex-col justify-center border-r border-line bg-surface px-2 text-left leading-tight md:px-3"
      >
        <span className="truncate font-semibold">{space.name}</span>
        {SPACE_STATUS_LABELS[space.status] ? (
          <span className="truncate text-xs font-semibold text-danger">{SPACE_STATUS_LABELS[space.status]}</span>
        ) : null}
      </th>
      {cells.map((cell, at) => {
        const position = { row: index, cell: at };
        const focus = {
          id: createCellId(gridId, position),
          tabIndex: at === activeCell ? 0 : -1,
          'data-row': index,
          'data-cell': at,
        };
        const x = toX(cell.from, day, scale);
        const style = { left: `calc(var(--name) + ${x}px)`, width: toX(cell.to, day, scale) - x };
        if (cell.kind === 'gap') {
          const key = `gap-${cell.from.getTime()}`;
          const name = describeGap(cell, where);
          return isReservable(space, cell, now) ? (
            <td key={key} className="absolute inset-y-1" style={style}>
              <FreeTime
                name={name}
                time={cell}
                now={now}
                scale={scale}
                focus={focus}
                onReserve={(start) => onReserve({ spaceId: space.id, start })}
              />
            </td>
          ) : (
            <td
              {...focus}
              key={key}
              aria-label={name}
              className="absolute inset-y-1 rounded-lg -outline-offset-3"
              style={style}
            />
          );
        }
        const { reservation } = cell;
        const isDraggable = isMovable(reservation, now) && Date.parse(reservation.startTime) > now.getTime();
        return (
          <td key={reservation.id} className="absolute inset-y-1 px-px" style={style}>
            <ReservationBlock
              cell={cell}
              name={describeReservation(cell, where)}
              isDraggable={isDraggable}
              isFaded={reservation.id === fadedReservationId}
              focus={focus}
              onOpen={() => onOpen(reservation)}
              onPointerDown={(event) => (isDraggable ? onGrab(event, index, reservation) : undefined)}
            />
          </td>
        );
      })}
    </tr>
  );
});

type FreeTimeProps = {
  /** For screen readers. */
  name: string;
  time: Period;
  now: Date;
  scale: TimelineScale;
  focus: CellFocus;
  onReserve: (start: Date) => void;
};

/** A gap that can be reserved: from the half hour that is pointed at, or from its start by the keyboard. */
function FreeTime({ name, time, now, scale, focus, onReserve }: FreeTimeProps) {
  const reserve = ({ detail, clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const isByKeyboard = detail === 0;
    const px = isByKeyboard ? 0 : clientX - currentTarget.getBoundingClientRect().left;
    onReserve(findFreeStart(time, px, { now, scale }));
  };
  return (
    <button
      {...focus}
      type="button"
      aria-label={name}
      title={m.for_driver_open()}
      aria-haspopup="dialog"
      onClick={reserve}
      className="h-full w-full rounded-lg -outline-offset-3 hover:bg-brand-wash"
    />
  );
}

type ReservationBlockProps = {
  cell: ReservationCell;
  /** All that is to say about it, for screen readers and the pointer. */
  name: string;
  isDraggable: boolean;
  /** While it is being taken elsewhere. */
  isFaded: boolean;
  onOpen: () => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  focus: CellFocus;
};

/** The text of a block whose start is out of sight stays beside the name of the space. */
const NAME_CLASS = 'sticky left-[calc(var(--name)+0.5rem)] max-w-full';

function ReservationBlock({ cell, name, isDraggable, isFaded, onOpen, onPointerDown, focus }: ReservationBlockProps) {
  const { reservation, state, clash } = cell;
  const { vehiclePlate: plate } = reservation;
  return (
    <button
      {...focus}
      type="button"
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerDown={onPointerDown}
      className={clsx(
        'flex h-full w-full flex-col items-start justify-center overflow-clip rounded-lg border px-1.5 text-left leading-tight -outline-offset-2 select-none',
        STATE_CLASSES[state],
        isDraggable && 'cursor-grab',
        isFaded && 'opacity-40',
        clash && 'ring-2 ring-danger ring-inset',
      )}
    >
      <span className={clsx(NAME_CLASS, 'flex items-center gap-1 text-sm font-semibold')}>
        {clash ? <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" /> : null}
        <span className="truncate">{formatUserName(reservation)}</span>
      </span>{' '}
      <span className={clsx(NAME_CLASS, 'truncate text-xs tabular-nums')}>
        {plate === null ? STATE_LABELS[state] : m.timeline_state_and_plate({ state: STATE_LABELS[state], plate })}
      </span>
    </button>
  );
}

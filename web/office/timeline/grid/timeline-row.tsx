import { clsx } from 'clsx';
import { memo, type PointerEvent } from 'react';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { isMovable, type MovableReservation, type Place } from '../../reservations/moving/data.ts';
import { type Cell, isReservable } from '../lay-out-space.ts';
import { describeGap, describeStay, SPACE_STATUS_LABELS } from '../stay-texts.ts';
import type { TimelineSpace, TimelineStay } from '../timeline-space.ts';
import { FreeTime } from './free-time.tsx';
import { HOUR_LINES_CLASS, NOW_LINE_CLASS, OUT_OF_SERVICE_CLASS } from './row-classes.ts';
import { StayBlock } from './stay-block.tsx';
import { type TimelineScale, toX } from './timeline-scale.ts';
import { createCellId } from './use-roving-cell.ts';

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
  fadedStayId: string | null;
  onOpen: (stay: TimelineStay) => void;
  onReserve: (place: Place) => void;
  onGrab: (event: PointerEvent<HTMLElement>, rowIndex: number, stay: MovableReservation) => void;
};

/** A space with the stays and gaps of its day. */
export const TimelineRow = memo(function TimelineRow({ index, space, cells, day, scale, ...props }: TimelineRowProps) {
  const { gridId, now, activeCell, fadedStayId, onOpen, onReserve, onGrab } = props;
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
        const { stay } = cell;
        const isDraggable = isMovable(stay, now);
        return (
          <td key={stay.id} className="absolute inset-y-1 px-px" style={style}>
            <StayBlock
              cell={cell}
              name={describeStay(cell, where)}
              isDraggable={isDraggable}
              isFaded={stay.id === fadedStayId}
              focus={focus}
              onOpen={() => onOpen(stay)}
              onPointerDown={(event) => (isDraggable ? onGrab(event, index, stay) : undefined)}
            />
          </td>
        );
      })}
    </tr>
  );
});

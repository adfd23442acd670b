import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, type MouseEvent, memo, type PointerEvent } from 'react';
import { m } from '#messages';
import type { Period } from '../../../../domain/days/period.ts';
import { formatUserName } from '../../../booking/desk/admin-reservation.ts';
import { isMovable, type MovableReservation, type Slot } from '../../../booking/desk/desk-changes.ts';
import { type Cell, isReservable, type ReservationCell, type TimelineRowData } from '../lay-out-space.ts';
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
import { findFreeStart, toLeft, toWidth } from './timeline-scale.ts';

type TimelineRowProps = TimelineRowData & {
  index: number;
  day: Period;
  now: Date;
  /** The cell that Tab reaches; null where it is in another row. */
  activeCell: number | null;
  fadedReservationId: string | null;
  onOpen: (id: string) => void;
  onReserve: (place: Slot) => void;
  onGrab: (event: PointerEvent<HTMLElement>, rowIndex: number, reservation: MovableReservation) => void;
  onFocusCell: (row: number, cell: Cell) => void;
};

/** A space with the reservations and gaps of its day. */
export const TimelineRow = memo(function TimelineRow({ index, space, cells, day, now, ...props }: TimelineRowProps) {
  const { activeCell, fadedReservationId, onOpen, onReserve, onGrab, onFocusCell } = props;
  const where = { space: space.name, day };
  return (
    <tr
      className={clsx(
        'relative flex h-(--row) border-b border-line',
        HOUR_LINES_CLASS,
        NOW_LINE_CLASS,
        space.status === 'maintenance' && OUT_OF_SERVICE_CLASS,
      )}
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
        const focus = { tabIndex: at === activeCell ? 0 : -1, onFocus: () => onFocusCell(index, cell) };
        const style = { left: toLeft(cell.startsAt, day), width: toWidth(cell) };
        if (cell.kind === 'reservation') {
          return (
            <td key={cell.reservation.id} className="absolute inset-y-1 px-px" style={style}>
              <ReservationBlock
                {...focus}
                cell={cell}
                name={describeReservation(cell, where)}
                now={now}
                isFaded={cell.reservation.id === fadedReservationId}
                onClick={() => onOpen(cell.reservation.id)}
                onGrab={(event, reservation) => onGrab(event, index, reservation)}
              />
            </td>
          );
        }
        const key = `gap-${cell.startsAt.getTime()}`;
        const name = describeGap(cell, where);
        if (!isReservable(space, cell, now)) {
          const className = 'absolute inset-y-1 rounded-lg -outline-offset-3';
          return <td {...focus} key={key} aria-label={name} className={className} style={style} />;
        }
        // From the half hour that is pointed at, or from its start by the keyboard.
        const reserve = ({ detail, clientX, currentTarget }: MouseEvent<HTMLElement>) => {
          const px = detail === 0 ? 0 : clientX - currentTarget.getBoundingClientRect().left;
          onReserve({ spaceId: space.id, startsAt: findFreeStart(cell, px, now) });
        };
        return (
          <td key={key} className="absolute inset-y-1" style={style}>
            <button
              {...focus}
              type="button"
              aria-label={name}
              title={m.for_driver_open()}
              aria-haspopup="dialog"
              onClick={reserve}
              className="h-full w-full rounded-lg -outline-offset-3 hover:bg-brand-wash"
            />
          </td>
        );
      })}
    </tr>
  );
});

type ReservationBlockProps = Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus' | 'onClick'> & {
  cell: ReservationCell;
  /** All that is to say about it, for screen readers and the pointer. */
  name: string;
  now: Date;
  /** While it is being taken elsewhere. */
  isFaded: boolean;
  onGrab: (event: PointerEvent<HTMLElement>, reservation: MovableReservation) => void;
};

/** The text of a block whose start is out of sight stays beside the name of the space. */
const NAME_CLASS = 'sticky left-[calc(var(--name)+0.5rem)] max-w-full';

function ReservationBlock({ cell, name, now, isFaded, onGrab, ...events }: ReservationBlockProps) {
  const { reservation, state, clash } = cell;
  const { vehiclePlate: plate } = reservation;
  const movable = state === 'future' && isMovable(reservation, now) ? reservation : null;
  return (
    <button
      {...events}
      type="button"
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onPointerDown={(event) => movable && onGrab(event, movable)}
      className={clsx(
        'flex h-full w-full flex-col items-start justify-center overflow-clip rounded-lg border px-1.5 text-left leading-tight -outline-offset-2 select-none',
        STATE_CLASSES[state],
        movable && 'cursor-grab',
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

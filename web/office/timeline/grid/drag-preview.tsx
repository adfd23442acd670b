import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { m } from '#messages';
import { formatTableClock } from '../../../../domain/language/format.ts';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Hindrance } from '../../reservations/moving/move-target.ts';
import { findHindrance } from '../find-hindrance.ts';
import type { TimelineSpace } from '../timeline-space.ts';
import { HEADER_HEIGHT } from './row-classes.ts';
import { type TimelineScale, toX } from './timeline-scale.ts';
import type { ProposedMove } from './use-drag-stay.ts';

const HINDRANCE_LABELS: Record<Hindrance, string> = {
  taken: m.timeline_taken(),
  'out-of-service': m.timeline_out_of_service(),
};

type DragPreviewProps = {
  move: ProposedMove;
  spaces: readonly TimelineSpace[];
  day: Period;
  scale: TimelineScale;
};

/** Where a stay would be, with its times, or with what hinders it there. */
export function DragPreview({ move: { reservation, place }, spaces, day, scale }: DragPreviewProps) {
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

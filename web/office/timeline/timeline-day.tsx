import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { formatDay } from '../../../domain/language/format.ts';
import type { Slot } from '../../booking/desk/desk-changes.ts';
import { MoveDialog } from '../../booking/desk/move-dialog.tsx';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import type { InvalidRow } from '../../ui/table/parse-rows.ts';
import { TimelineGrid } from './grid/timeline-grid.tsx';
import type { ProposedMove } from './grid/use-drag-reservation.ts';
import { type Cell, layOutSpace, RESERVATION_STATES } from './lay-out-space.ts';
import { STATE_CLASSES, STATE_LABELS } from './reservation-texts.ts';
import type { TimelineSpace } from './timeline.ts';

type TimelineDayProps = {
  spaces: readonly TimelineSpace[];
  invalid: readonly InvalidRow[];
  /** Whether the zone has more spaces than are shown. */
  hasMore: boolean;
  zoneName: string;
  day: Period;
  now: Date;
  onReserve: (place: Slot) => void;
  onOpen: (id: string) => void;
};

export function TimelineDay({ spaces, invalid, hasMore, zoneName, day, now, onReserve, onOpen }: TimelineDayProps) {
  const rows = useMemo(
    () => spaces.map((space) => ({ space, cells: layOutSpace(space, day, now) })),
    [spaces, day, now],
  );
  const [proposed, setProposed] = useState<ProposedMove | null>(null);
  const dayName = formatDay(day.startsAt);

  return (
    <>
      <p role="status" className="text-sm text-muted">
        {summarize(rows)}
        {hasMore ? ` ${m.timeline_first_spaces({ count: spaces.length })}` : ''}
      </p>
      <TimelineGrid
        label={m.timeline_label({ zone: zoneName, day: dayName })}
        rows={rows}
        day={day}
        now={now}
        proposed={proposed}
        onOpen={onOpen}
        onReserve={onReserve}
        onDrop={setProposed}
      />
      <TimelineLegend />
      <p className="text-sm text-muted">
        {m.timeline_hint()} <span className="pointer-coarse:hidden">{m.timeline_hint_drag()}</span>
      </p>
      <InvalidRows rows={invalid} />
      {proposed === null ? null : (
        <MoveDialog {...proposed} onClose={() => setProposed(null)} onSettled={() => setProposed(null)} />
      )}
    </>
  );
}

/** Such as '24 spaces, 13 stays, 2 clashes'. */
function summarize(rows: readonly { cells: readonly Cell[] }[]): string {
  const reservations = rows.flatMap(({ cells }) => cells.filter((cell) => cell.kind === 'reservation'));
  return m.timeline_summary({
    spaces: m.timeline_space_count({ count: rows.length }),
    reservations: m.timeline_reservation_count({ count: reservations.length }),
    clashes: m.timeline_clash_count({ count: reservations.filter(({ clash }) => clash !== null).length }),
  });
}

/** What the patterns mean, which every reservation also says in words. */
function TimelineLegend() {
  return (
    <ul aria-label={m.timeline_legend()} className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {RESERVATION_STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx('h-5 w-8 rounded-md border', STATE_CLASSES[state])} />
          {STATE_LABELS[state]}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-5 text-danger" />
        {m.timeline_clash()}
      </li>
    </ul>
  );
}

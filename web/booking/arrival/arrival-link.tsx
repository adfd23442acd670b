import { CalendarClock, ChevronRight, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import type { Stay } from '../../../domain/reservations/stay.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { formatHours } from '../parking-time.ts';
import type { useChosenArrival } from './use-chosen-arrival.ts';

type ArrivalLinkProps = {
  chosen: ReturnType<typeof useChosenArrival>;
  /** For the screen that it leads to. */
  state: unknown;
};

/** Shows the chosen arrival, leads to the screen that changes it, and clears it. */
export function ArrivalLink({ chosen: { arrival, clear }, state }: ArrivalLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <div className="flex items-center rounded-card border border-line bg-surface transition-colors hover:border-field-line">
      <Link
        ref={link}
        to={paths.arrivalTime}
        state={state}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-card px-4 py-2"
      >
        <CalendarClock aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-semibold">{arrival ? m.arrival_yours() : m.arrival_later()}</span>
          <span className="text-sm text-muted">{arrival ? arrivalSentence(arrival) : m.arrival_later_text()}</span>
        </span>
        {arrival ? null : <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />}
      </Link>
      {arrival ? (
        <IconButton
          icon={X}
          label={m.arrival_clear()}
          className="mr-1.5"
          onClick={() => {
            clear();
            // The button goes away, and with it the focus.
            link.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

function arrivalSentence({ startTime, durationHours }: Stay): string {
  return m.arrival_summary({
    ...getClock(startTime),
    day: formatDay(startTime),
    duration: formatHours(durationHours),
  });
}

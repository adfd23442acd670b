import { format } from 'date-fns';
import { CalendarClock, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Stay } from '../../../domain/reservations/stay.ts';
import { paths } from '../../paths.ts';
import { formatHours } from '../parking-time.ts';
import { readChosenArrival } from './chosen-arrival.ts';

/** Shows the chosen arrival and leads to the screen that changes it; `state` is for that screen. */
export function ArrivalLink({ state }: { state: unknown }) {
  const arrival = readChosenArrival(new Date());
  return (
    <Link
      to={paths.arrivalTime}
      state={state}
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 transition-colors hover:border-field-line"
    >
      <CalendarClock aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{arrival ? 'Your arrival' : 'Arriving later?'}</span>
        <span className="text-sm text-muted">
          {arrival ? arrivalSentence(arrival) : 'Choose date, time and hours.'}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  );
}

function arrivalSentence({ startTime, durationHours }: Stay): string {
  return `${format(startTime, 'MMM dd, yyyy')} at ${format(startTime, 'h:mm a')} for ${formatHours(durationHours)}`;
}

import { millisecondsInMinute } from 'date-fns/constants';
import { CalendarClock } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import type { Stay } from '../../../domain/reservations/stay.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { toStartValues } from '../arrival/stay-values.ts';
import { formatTimeLeftOf } from '../parking-time.ts';
import { findBookableStay, type ReserveValues } from './reserve-values.ts';

/** A stay that began this long ago is worth a word. */
const NOTED_AGE_MS = 5 * millisecondsInMinute;

type StartNoteProps = {
  /** The chosen arrival that the form started with. */
  arrival: Stay | null;
  onStartNow: () => void;
};

/** Says that the stay does not start now, so that nobody pays for hours or books a day by mistake. */
export function StartNote({ arrival, onStartNow }: StartNoteProps) {
  const timeLeft = useTimeLeft();
  const startsWithArrival = useStartsWith(arrival);
  if (timeLeft === null && !startsWithArrival) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-brand-wash py-1.5 pr-1.5 pl-4 text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-[1_1_9rem] py-1 font-semibold tabular-nums">
        {timeLeft ?? m.reserve_starts_with_arrival()}
      </p>
      <Button variant="secondary" className="shrink-0 px-4" onClick={onStartNow}>
        {m.reserve_start_now()}
      </Button>
    </div>
  );
}

/** Whether the form still has the start of the arrival. */
function useStartsWith(arrival: Stay | null): boolean {
  const { control } = useFormContext<ReserveValues>();
  const [date, time] = useWatch({ control, name: ['date', 'time'] });
  if (arrival === null) return false;
  const start = toStartValues(arrival.startTime);
  return start.date === date && start.time === time;
}

/** What is left of a stay in the form that has begun, such as '2 hr 21 min left of 3 hours'; null for any other. */
function useTimeLeft(): string | null {
  const now = useNow();
  const { control } = useFormContext<ReserveValues>();
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const { startTime } = findBookableStay({ date, time, hours }, now);
  if (startTime === null || hours === null) return null;
  if (now.getTime() - startTime.getTime() < NOTED_AGE_MS) return null;
  return formatTimeLeftOf({ startTime: startTime.toISOString(), durationHours: hours }, now);
}

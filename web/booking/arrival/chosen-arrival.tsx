import { clsx } from 'clsx';
import { CalendarClock, ChevronDown, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import * as z from 'zod';
import { m } from '#messages';
import { countHours, type Period, periodShape } from '../../../domain/days/period.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem } from '../../../domain/reservations/times.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { announceStored, createStoredValue, type StoredValue, useStored } from '../../ui/platform/stored-value.ts';
import { useMinute } from '../../ui/platform/use-now.ts';
import { formatReservation } from '../parking-time.ts';

const ArrivalSheet = lazy(async () => ({ default: (await import('./arrival-form.tsx')).ArrivalSheet }));

type ArrivalChipProps = {
  chosen: ReturnType<typeof useChosenArrival>;
  /** Whether the chip shows without a chosen arrival too, so that one can be chosen. */
  isOffered?: boolean;
  className?: string;
};

/** Shows the chosen arrival, or 'Now', and opens the sheet that changes it. A chosen arrival can be cleared here. */
export function ArrivalChip({ chosen: { arrival, choose, clear }, isOffered = true, className }: ArrivalChipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const reservation = arrival && formatReservation(arrival, getNow());
  const isShown = reservation !== null || isOffered;
  const box = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset
      ref={box}
      tabIndex={-1}
      className={clsx('max-w-full min-w-0 outline-none', isShown ? className : 'absolute')}
    >
      <legend className="sr-only">{arrival ? m.arrival_chosen() : m.arrival_not_chosen()}</legend>
      {isShown ? (
        <span
          className={clsx(
            'text-brand-ink inline-flex max-w-full items-center rounded-full border shadow-sm',
            reservation === null ? 'bg-raised border-line pr-3.5' : 'bg-brand-wash border-brand',
          )}
        >
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            aria-label={reservation === null ? m.arrival_now_change() : m.arrival_change({ reservation })}
            className="inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-full py-1 pl-3.5 text-sm font-semibold hover:underline"
          >
            <CalendarClock aria-hidden="true" className="size-4.5 shrink-0" />
            {reservation ?? m.arrival_now()}
            {reservation === null ? <ChevronDown aria-hidden="true" className="size-4 shrink-0" /> : null}
          </button>
          {reservation === null ? null : (
            <button
              type="button"
              aria-label={m.arrival_clear()}
              title={m.arrival_clear()}
              onClick={() => {
                clear();
                // The button goes away, and with it the focus.
                box.current?.focus();
              }}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-full"
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          )}
        </span>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <ArrivalSheet arrival={arrival} onChosen={choose} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </fieldset>
  );
}

const arrivalSchema = z.object(periodShape).refine((arrival) => countHours(arrival) >= MIN_DURATION_HOURS);

/** Stored for the device and not for a person, as it is often chosen before logging in. */
export const chosenArrival: StoredValue<Period> = createStoredValue('parqueo.arrival', arrivalSchema);

/**
 * The arrival that the driver chose, in any tab, until it cannot be booked any more or is cleared.
 * @param shared the arrival in a link, which the driver chooses by opening it
 */
export function useChosenArrival(shared: Period | null = null) {
  useState(() => {
    if (shared !== null && isBookable(shared, getNow())) chosenArrival.write(shared);
  });
  // Renders each minute, so that an arrival that has passed is noticed.
  useMinute();
  const arrival = useStored(() => {
    const chosen = chosenArrival.read();
    return chosen !== null && isBookable(chosen, getNow()) ? chosen : null;
  });
  return {
    arrival,
    choose: (next: Period) => {
      chosenArrival.write(next);
      announceStored();
    },
    clear: () => {
      chosenArrival.remove();
      announceStored();
    },
  };
}

const isBookable = (arrival: Period, now: Date): boolean => findReservationProblem(arrival, now) === null;

/** Removes an arrival that cannot be booked any more, such as one whose reservation is over. */
export function readChosenArrival(now: Date): Period | null {
  const arrival = chosenArrival.read();
  if (arrival === null || isBookable(arrival, now)) return arrival;
  chosenArrival.remove();
  return null;
}

import { clsx } from 'clsx';
import { CalendarClock, ChevronDown, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../../paths.ts';
import { formatReservation } from '../parking-time.ts';
import type { useChosenArrival } from './use-chosen-arrival.ts';

type ArrivalChipProps = {
  chosen: ReturnType<typeof useChosenArrival>;
  /** Whether the chip shows without a chosen arrival too, so that one can be chosen. */
  isOffered?: boolean;
  className?: string;
};

/** Shows the chosen arrival, or 'Now', and leads to the screen that changes it. A chosen arrival can be cleared here. */
export function ArrivalChip({ chosen: { arrival, clear }, isOffered = true, className }: ArrivalChipProps) {
  const reservation = arrival && formatReservation(arrival, new Date());
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
          <Link
            to={paths.arrivalTime}
            state={{ goesBack: true }}
            aria-label={reservation === null ? m.arrival_now_change() : m.arrival_change({ reservation })}
            className="inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-full py-1 pl-3.5 text-sm font-semibold hover:underline"
          >
            <CalendarClock aria-hidden="true" className="size-4.5 shrink-0" />
            {reservation ?? m.arrival_now()}
            {reservation === null ? <ChevronDown aria-hidden="true" className="size-4 shrink-0" /> : null}
          </Link>
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
    </fieldset>
  );
}

import { useEffect, useState } from 'react';
import * as z from 'zod';
import { countHours, type Period, periodShape } from '../../../domain/days/period.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem } from '../../../domain/reservations/times.ts';
import { createStoredValue, type StoredValue } from '../../ui/platform/stored-value.ts';

const arrivalSchema = z.object(periodShape).refine((arrival) => countHours(arrival) >= MIN_DURATION_HOURS);

/** Stored for the device and not for a person, as it is often chosen before logging in. */
export const chosenArrival: StoredValue<Period> = createStoredValue('parqueo.arrival', arrivalSchema);

const CHECK_MS = 60_000;

/** The arrival that the driver chose, in any tab, until it cannot be booked any more or is cleared. */
export function useChosenArrival() {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  useEffect(() => {
    const update = () => {
      const stored = readChosenArrival(new Date());
      // An unchanged arrival keeps its identity, so that nothing renders again.
      setArrival((shown) => (JSON.stringify(shown) === JSON.stringify(stored) ? shown : stored));
    };
    const interval = setInterval(update, CHECK_MS);
    // Another tab has changed it; every reserve form starts with the stored one.
    window.addEventListener('storage', update);
    return () => {
      clearInterval(interval);
      window.removeEventListener('storage', update);
    };
  }, []);
  return {
    arrival,
    clear: () => {
      chosenArrival.remove();
      setArrival(null);
    },
  };
}

/** Removes an arrival that cannot be booked any more, such as one whose reservation is over. */
export function readChosenArrival(now: Date): Period | null {
  const arrival = chosenArrival.read();
  if (arrival === null || findReservationProblem(arrival, now) === null) return arrival;
  chosenArrival.remove();
  return null;
}

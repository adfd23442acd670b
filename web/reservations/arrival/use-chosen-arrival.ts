import { useEffect, useMemo, useState } from 'react';
import { type Stay, toPeriod } from '../../../domain/reservations/stay.ts';
import { chosenArrival, readChosenArrival } from './chosen-arrival.ts';

const CHECK_MS = 60_000;

/** The arrival that the driver chose, in any tab, until it cannot be booked any more or is cleared. */
export function useChosenArrival() {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  useEffect(() => {
    const update = () => {
      const stored = readChosenArrival(new Date());
      setArrival((shown) => (isSameStay(shown, stored) ? shown : stored));
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
    /** Its time; null without a chosen arrival. */
    period: useMemo(() => arrival && toPeriod(arrival), [arrival]),
    clear: () => {
      chosenArrival.remove();
      setArrival(null);
    },
  };
}

function isSameStay(a: Stay | null, b: Stay | null): boolean {
  return a?.startTime === b?.startTime && a?.durationHours === b?.durationHours;
}

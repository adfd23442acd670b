import { useEffect, useMemo, useState } from 'react';
import { toPeriod } from '../../../domain/reservations/stay.ts';
import { chosenArrival, readChosenArrival } from './chosen-arrival.ts';

const CHECK_MS = 60_000;

/** The arrival that the driver chose, in any tab, until it cannot be booked any more or is cleared. */
export function useChosenArrival() {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  useEffect(() => {
    const update = () => {
      const stored = readChosenArrival(new Date());
      // The same one keeps its identity.
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
    /** Its time; null without a chosen arrival. */
    period: useMemo(() => arrival && toPeriod(arrival), [arrival]),
    clear: () => {
      chosenArrival.remove();
      setArrival(null);
    },
  };
}

import { useEffect, useMemo, useState } from 'react';
import { toPeriod } from '../../../domain/reservations/stay.ts';
import { chosenArrival, readChosenArrival } from './chosen-arrival.ts';

const CHECK_MS = 60_000;

/** The arrival that the driver chose, until its stay is over or it is cleared. */
export function useChosenArrival() {
  const [arrival, setArrival] = useState(() => readChosenArrival(new Date()));
  const isChosen = arrival !== null;
  useEffect(() => {
    if (!isChosen) return;
    const interval = setInterval(() => {
      if (readChosenArrival(new Date()) === null) setArrival(null);
    }, CHECK_MS);
    return () => clearInterval(interval);
  }, [isChosen]);
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

import { useEffect, useState } from 'react';

export const ARRIVAL_MS = 10_000;

/**
 * Whether the driver counts as arrived: 10 s after driving began, as the position is not followed. It only opens a
 * dialog; it never moves a barrier.
 */
export function useArrival(isDriving: boolean): boolean {
  const [hasArrived, setHasArrived] = useState(false);
  useEffect(() => {
    if (!isDriving) return;
    const timer = setTimeout(setHasArrived, ARRIVAL_MS, true);
    return () => {
      clearTimeout(timer);
      setHasArrived(false);
    };
  }, [isDriving]);
  return hasArrived;
}

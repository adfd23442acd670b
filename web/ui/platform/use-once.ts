import { useEffect, useRef } from 'react';

/** Runs the action once per mounted component, as soon as it is due; also where React runs effects twice. */
export function useOnce(isDue: boolean, action: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    action();
  });
}

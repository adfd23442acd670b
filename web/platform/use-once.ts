import { useEffect, useRef } from 'react';

/** Runs the action once in the life of a component, as soon as it is due; React's second run of effects does not repeat it. */
export function useOnce(isDue: boolean, action: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    action();
  });
}

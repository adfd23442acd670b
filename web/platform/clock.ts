import { useSyncExternalStore } from 'react';

const SECOND_MS = 1000;

function subscribe(onTick: () => void): () => void {
  const interval = setInterval(onTick, SECOND_MS / 4);
  // A sleeping tab wakes up late: catch up the moment it is seen again.
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(interval);
    document.removeEventListener('visibilitychange', onTick);
  };
}

const currentSecond = () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;

/** The time now, renewed every second and read from the clock, never counted. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentSecond));
}

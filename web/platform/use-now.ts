import { useSyncExternalStore } from 'react';

const SECOND_MS = 1000;

function subscribe(onTick: () => void): () => void {
  const interval = setInterval(onTick, SECOND_MS / 4);
  // Timers are late in a hidden tab: catch up as soon as it is visible.
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(interval);
    document.removeEventListener('visibilitychange', onTick);
  };
}

const currentSecond = () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;

/** The current time, updated every second from the device's clock. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentSecond));
}

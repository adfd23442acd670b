import { useMemo, useSyncExternalStore } from 'react';

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

const MINUTE_MS = 60 * SECOND_MS;

const currentSecond = () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The current time, updated every second from the device's clock. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentSecond));
}

/** The start of the current minute, for what need not be drawn every second. The same object until the next one. */
export function useMinute(): Date {
  const minute = useSyncExternalStore(subscribe, currentMinute);
  return useMemo(() => new Date(minute), [minute]);
}

import { useMemo, useSyncExternalStore } from 'react';
import { getNow } from './clock.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** What all of the screen shows until the next tick, so that no part of it is a second ahead of another. */
let shownTime = getNow().getTime();
const listeners = new Set<() => void>();
let interval: ReturnType<typeof setInterval> | undefined;

/** Time stands still in a hidden tab, where nobody sees it and nothing that depends on it is to be requested. */
function tick(): void {
  if (document.visibilityState === 'hidden') return;
  shownTime = getNow().getTime();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    interval = setInterval(tick, SECOND_MS / 4);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(interval);
    document.removeEventListener('visibilitychange', tick);
  };
}

function readStep(stepMs: number): number {
  // Nothing ticks before the first subscription.
  if (listeners.size === 0) shownTime = getNow().getTime();
  return Math.floor(shownTime / stepMs) * stepMs;
}

const readSecond = () => readStep(SECOND_MS);
const readMinute = () => readStep(MINUTE_MS);

/** The current time, updated every second from the device's clock. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, readSecond));
}

/** The start of the current minute, for what need not be drawn every second. The same object until the next one. */
export function useMinute(): Date {
  const minute = useSyncExternalStore(subscribe, readMinute);
  return useMemo(() => new Date(minute), [minute]);
}
